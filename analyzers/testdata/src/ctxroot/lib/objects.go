package lib

import "context"

// A Walk compares two trees, under the context that it has.
type Walk struct {
	Ctx   context.Context
	Depth int
}

// Run walks, and says how that went.
func (w *Walk) Run(ctx context.Context) error {
	record(ctx, w.Depth)
	for range w.Depth {
		if err := w.Ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func record(_ context.Context, _ int) {}

// A Count counts errors, and keeps the context that it was made with for its values.
type Count struct {
	ctx context.Context
	n   int
}

// Errors returns how many there were.
func (c *Count) Errors() int { return c.n }

// Next returns a count that goes on from this one.
func (c *Count) Next() *Count { return &Count{c.ctx, c.n} }

var counts = map[any]*Count{}

// CountOf returns the count of a request.
func CountOf(ctx context.Context) *Count {
	id := ctx.Value(key{})
	if c := counts[id]; c != nil {
		return c
	}
	c := &Count{ctx: ctx}
	counts[id] = c
	return c
}

type key struct{}

// Compare works on an object of its own, and asks how many errors there were.
func Compare(ctx context.Context, depth int) error {
	w := &Walk{Ctx: ctx, Depth: depth}
	err := w.Run(ctx)
	if CountOf(ctx).Errors() > 0 {
		return context.Cause(ctx)
	}
	return err
}

// Follow returns what keeps the context.
func Follow(ctx context.Context) *Count { return CountOf(ctx).Next() }
