// Package wait stands for the library of that name.
package wait

import (
	"context"
	"time"
)

func Poll(interval, timeout time.Duration, condition func() (bool, error)) error { return nil }
func PollInfinite(interval time.Duration, condition func() (bool, error)) error  { return nil }
func PollUntil(interval time.Duration, condition func() (bool, error), stop <-chan struct{}) error {
	return nil
}
func PollUntilContextTimeout(ctx context.Context, interval, timeout time.Duration, immediate bool, condition func(context.Context) (bool, error)) error {
	return nil
}
func PollUntilContextCancel(ctx context.Context, interval time.Duration, immediate bool, condition func(context.Context) (bool, error)) error {
	return nil
}
func UntilWithContext(ctx context.Context, f func(context.Context), period time.Duration) {}
