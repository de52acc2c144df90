// Package budgets has pauses that can be cut short.
package budgets

import (
	"context"
	"time"
)

func call(ctx context.Context) error { return ctx.Err() }

func blind(ctx context.Context, pause time.Duration) error {
	for {
		if call(ctx) == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause): // want `the pause may outlast the deadline of ctx; compare it with ctx\.Deadline\(\) first`
		}
		pause *= 2
	}
}

func looks(ctx context.Context, pause time.Duration) error {
	for {
		if call(ctx) == nil {
			return nil
		}
		if d, ok := ctx.Deadline(); ok && time.Until(d) < pause {
			return context.DeadlineExceeded
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause *= 2
	}
}

func short(ctx context.Context) error {
	for call(ctx) != nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	return nil
}

func ticks(ctx context.Context) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			call(ctx)
		}
	}
}
