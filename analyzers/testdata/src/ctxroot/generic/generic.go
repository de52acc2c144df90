// Package generic has type parameters, ranges over functions, method values and aliases.
package generic

import (
	"context"
	"iter"
	"maps"
)

type num interface{ ~int | ~float64 }

type box[T num] struct{ v T }

func work(ctx context.Context) error { return ctx.Err() }

func (b box[T]) get(ctx context.Context) T {
	work(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
	return b.v
}

var _ = box[int]{}.get(nil)

// Retry is generic and starts a root.
func Retry[T any](f func() T) T {
	work(context.TODO()) // want `context\.TODO starts a chain that no caller of Retry can bound; take ctx as a parameter`
	return f()
}

// Map takes a context of any kind.
func Map[C context.Context](ctx C) error {
	return work(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
}

func ranged(ctx context.Context, seq iter.Seq[int], m map[string]int) {
	for range seq {
		work(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
	}
	for range maps.Keys(m) {
		work(ctx)
	}
}

// Ctx is an alias.
type Ctx = context.Context

func aliased(ctx Ctx) error {
	return work(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
}

// own wraps a context.
type own struct {
	context.Context
	id int
}

func wrapping(ctx context.Context) error { return work(own{ctx, 1}) }

func wrappingRoot(ctx context.Context) error {
	return work(own{context.Background(), 1}) // want `context\.Background drops the deadline of ctx; use ctx`
}

func ownParameter(c *own) error {
	return work(context.Background()) // want `context\.Background drops the deadline of c; use c`
}

type svc struct{}

func (svc) call(ctx context.Context) error { return work(ctx) }

func methodValue(ctx context.Context, s svc) error {
	f := s.call
	return f(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
}

func methodExpression(ctx context.Context, s svc) error {
	return svc.call(s, context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
}

func closureVariable(ctx context.Context) error {
	f := func(c context.Context) error { return work(c) }
	return f(context.TODO()) // want `context\.TODO drops the deadline of ctx; use ctx`
}

type doer interface{ do(context.Context) error }

func (svc) do(ctx context.Context) error { return work(ctx) }

func throughInterface(ctx context.Context, d doer) error {
	return d.do(context.TODO()) // want `context\.TODO drops the deadline of ctx; use ctx`
}

func captured(ctx context.Context) error {
	c := ctx
	set := func() { c = context.Background() }
	set()
	return work(c) // want `context\.Background drops the deadline of ctx; use ctx`
}
