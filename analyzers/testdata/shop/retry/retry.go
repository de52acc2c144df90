// Package retry tries again what failed.
package retry

import (
	"context"
	"errors"
	"time"
)

// Do calls work until it succeeds, at most so many times, and no longer than
// ctx allows. It waits before each further attempt, twice as long each time.
func Do(ctx context.Context, attempts int, pause time.Duration, work func(context.Context) error) error {
	var errs []error
	for i := range attempts {
		err := work(ctx)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
		if i == attempts-1 {
			break
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return errors.Join(append(errs, context.Cause(ctx))...)
		case <-timer.C: // REPORT ctxwait/budget
		}
		pause *= 2
	}
	return errors.Join(errs...)
}

// Thrice calls work until it succeeds, at most three times.
func Thrice(work func(context.Context) error) error {
	var errs []error
	for range 3 {
		// All who retry with Thrice have a deadline, but there is no way to
		// hand it in: work gets a context that never ends.
		err := work(context.Background()) // REPORT ctxroot/helper
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
