// Package backoff stands for the library of that name.
package backoff

import (
	"context"
	"time"
)

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

type Operation func() error

type ExponentialBackOff struct{ MaxElapsedTime time.Duration }

func NewExponentialBackOff() *ExponentialBackOff              { return &ExponentialBackOff{} }
func (b *ExponentialBackOff) NextBackOff() time.Duration      { return 0 }
func (b *ExponentialBackOff) Reset()                          {}
func WithMaxRetries(b BackOff, max uint64) BackOff            { return b }
func WithContext(b BackOff, ctx context.Context) BackOff      { return b }
func Retry(o Operation, b BackOff) error                      { return o() }
func RetryNotify(o Operation, b BackOff, n func(error)) error { return o() }
