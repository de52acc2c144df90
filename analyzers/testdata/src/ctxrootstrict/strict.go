// Package ctxrootstrict has what only the strict preset tells.
package ctxrootstrict

import (
	"context"
	"time"

	"outside/tokens"
)

func work(ctx context.Context) error { return ctx.Err() }

func calls(ctx context.Context, s string) error {
	tokens.Plain(s)
	tokens.ParseDeep(s)    // want `tokens\.ParseDeep starts its own root and drops the deadline of ctx`
	return tokens.Parse(s) // want `tokens\.Parse starts its own root and drops the deadline of ctx`
}

func wrapper(ctx context.Context) error {
	return tokens.Get() // want `tokens\.Get starts its own root and drops the deadline of ctx`
}

func noContext(s string) error { return tokens.Parse(s) }

func done(ctx context.Context, s string) {
	<-ctx.Done()
	tokens.Parse(s)
}

func startedBounded(ctx context.Context) {
	go func() {
		c, cancel := context.WithTimeout(context.Background(), time.Second) // want `context\.Background drops the values of ctx; derive from context\.WithoutCancel`
		defer cancel()
		work(c)
	}()
}

func putAway(ctx context.Context, jobs chan func()) {
	jobs <- func() {
		c, cancel := context.WithTimeout(context.Background(), time.Second) // want `context\.Background drops the values of ctx; derive from context\.WithoutCancel`
		defer cancel()
		work(c)
	}
}

func deferredBounded(ctx context.Context) error {
	defer func() {
		c, cancel := context.WithTimeout(context.Background(), time.Second) // want `context\.Background drops the values of ctx; derive from context\.WithoutCancel`
		defer cancel()
		work(c)
	}()
	return work(ctx)
}
