// Package ends has ends of contexts that are taken for something else.
package ends

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type job struct{}

func (job) ready() bool { return false }

func (job) run(ctx context.Context) error { return ctx.Err() }

func (job) stop() error { return nil }

type notFound struct{}

func (*notFound) Error() string { return "not found" }

func IsRetryable(err error) bool { // want `IsRetryable takes context\.DeadlineExceeded for worth another attempt; stop there`
	switch {
	case err == nil:
		return false
	case errors.Is(err, context.DeadlineExceeded):
		return true
	}
	return false
}

func ShouldRetry(err error) bool { // want `ShouldRetry takes codes\.DeadlineExceeded for worth another attempt; stop there`
	switch status.Code(err) {
	case codes.Unavailable, codes.DeadlineExceeded:
		return true
	}
	return false
}

// This one knows what to stop at.
func CanRetry(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	return true
}

// Somebody may try again tomorrow, on another context.
func retryLater(err error) bool { return status.Code(err) == codes.DeadlineExceeded }

func Tomorrow(ctx context.Context, j job) bool {
	err := j.run(ctx)
	return err != nil && retryLater(err)
}

func Now(ctx context.Context, j job) (err error) {
	for range 3 {
		if err = j.run(ctx); err == nil || !IsRetryable(err) && !ShouldRetry(err) {
			return err
		}
	}
	return err
}

// An attempt may have a deadline of its own, and be worth another one.
func tryOnce(ctx context.Context, j job) error {
	for range 3 {
		once, cancel := context.WithTimeout(ctx, time.Second)
		err := j.run(once)
		cancel()
		if err == nil || !retryOnce(err) {
			return err
		}
	}
	return errors.New("no luck")
}

func retryOnce(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

// This one takes what isn't a cancellation for an attempt that took too long.
func shouldRetryUnlessCanceled(err error) bool { return !errors.Is(err, context.Canceled) }

func nonRetryable(err error) bool { // want `nonRetryable knows context\.DeadlineExceeded, but not context\.Canceled; treat both alike`
	var missing *notFound
	if errors.As(err, &missing) {
		return true
	}
	return isTimeout(err)
}

func isTimeout(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

func isOver(err error) bool { // want `isOver knows codes\.DeadlineExceeded, but not context\.DeadlineExceeded; treat both alike`
	if errors.Is(err, context.Canceled) {
		return true
	}
	if s, ok := status.FromError(err); ok {
		if s.Code() == codes.Canceled || s.Code() == codes.DeadlineExceeded {
			return true
		}
	}
	return false
}

// This one only asks, and needs no change.
func isTransient(err error) bool { return !nonRetryable(err) }

// What is cancelled is one thing, what took too long another.
func isCanceled(err error) bool {
	return errors.Is(err, context.Canceled) || status.Code(err) == codes.Canceled
}

// Those who ask this one look at their context first.
func worthRetry(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

func Careful(ctx context.Context, j job) error {
	for {
		err := j.run(ctx)
		if err == nil || ctx.Err() != nil || !worthRetry(err) {
			return err
		}
	}
}

func Careless(j job) error {
	for {
		err := j.run(context.TODO())
		if err == nil || !isTransient(err) || isOver(err) || isCanceled(err) {
			return err
		}
	}
}

type options struct{ RetryIf func(error) bool }

func retryOptions() options {
	return options{RetryIf: func(err error) bool { // want `RetryIf takes context\.Canceled for worth another attempt; stop there`
		return err == context.Canceled
	}}
}

// Poll never ends, once its context is done.
func Poll(ctx context.Context, next func(context.Context) (job, error)) error {
	for {
		j, err := next(ctx)
		if errors.Is(err, context.DeadlineExceeded) { // want `the loop goes on after context\.DeadlineExceeded, though its context stays done; leave it`
			continue
		}
		if err != nil {
			return err
		}
		if !j.ready() {
			return j.stop()
		}
	}
}

// PollEach has a deadline for each turn.
func PollEach(ctx context.Context, next func(context.Context) (job, error)) error {
	for {
		turn, cancel := context.WithTimeout(ctx, time.Minute)
		_, err := next(turn)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			continue
		}
		if err != nil {
			return err
		}
	}
}

// PollLooking looks at its context.
func PollLooking(ctx context.Context, next func(context.Context) (job, error)) error {
	for ctx.Err() == nil {
		_, err := next(ctx)
		if err == context.DeadlineExceeded {
			continue
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

const policy = `{"methodConfig": [{"name": [{"service": "shop"}], "retryPolicy": {` + // the next line is what counts
	`"retryableStatusCodes": ["UNAVAILABLE", "DEADLINE_EXCEEDED"]}}]}` // want `the service configuration has DEADLINE_EXCEEDED tried again; leave it out`

const goodPolicy = `{"methodConfig": [{"retryPolicy": {"retryableStatusCodes": ["UNAVAILABLE"]}}]}`
