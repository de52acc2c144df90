// Package noop has timeouts that do nothing.
package noop

import (
	"context"
	"time"
)

const (
	whole = 5 * time.Second
	step  = 10 * time.Second
)

func work(context.Context) error { return nil }

func longer(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, whole)
	defer cancel()
	one, cancelOne := context.WithTimeout(ctx, step) // want `a timeout of 10s does nothing on a context that has 5s`
	defer cancelOne()
	return work(one)
}

func shorter(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, step)
	defer cancel()
	one, cancelOne := context.WithTimeout(ctx, whole)
	defer cancelOne()
	return work(one)
}

func unknown(ctx context.Context, d time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	one, cancelOne := context.WithTimeout(ctx, step)
	defer cancelOne()
	return work(one)
}

func sometimes(ctx context.Context, hurry bool) error {
	if hurry {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, whole)
		defer cancel()
	}
	one, cancelOne := context.WithTimeout(ctx, step)
	defer cancelOne()
	return work(one)
}

func through(ctx context.Context) error {
	one, cancel := context.WithTimeout(limited(ctx), step) // want `a timeout of 10s does nothing on a context that has 5s`
	defer cancel()
	return work(one)
}

func limited(ctx context.Context) context.Context {
	ctx, cancel := context.WithTimeout(ctx, whole)
	context.AfterFunc(ctx, cancel)
	return ctx
}

func thrownAway(ctx context.Context) error {
	_, cancel := context.WithTimeout(ctx, step) // want `context\.WithTimeout bounds nothing, as no call is given its context`
	defer cancel()
	return work(ctx)
}

func onlyAsked(ctx context.Context, d time.Duration) error {
	one, cancel := context.WithTimeout(ctx, d) // want `context\.WithTimeout bounds nothing, as no call is given its context`
	defer cancel()
	if err := work(ctx); err != nil {
		return err
	}
	return one.Err()
}

func asksEachTurn(ctx context.Context, d time.Duration) error {
	one, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	for one.Err() == nil {
		if err := work(ctx); err != nil {
			return err
		}
	}
	return nil
}

func waits(ctx context.Context, d time.Duration) {
	one, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	<-one.Done()
}

type kept struct{ ctx context.Context }

func keeps(ctx context.Context, k *kept, d time.Duration) context.CancelFunc {
	var cancel context.CancelFunc
	k.ctx, cancel = context.WithTimeout(ctx, d)
	return cancel
}
