package chain

import (
	"context"

	"ctxroot/lib"
)

// compares hands a root to what puts it into an object that ends with the call.
func compares(ctx context.Context) error {
	return lib.Compare(context.Background(), 3) // want `context\.Background drops the deadline of ctx; use ctx`
}

// walks makes such an object itself.
func walks(ctx context.Context) error {
	w := &lib.Walk{Ctx: context.Background(), Depth: 3} // want `context\.Background drops the deadline of ctx; use ctx`
	return w.Run(ctx)
}

// follows gets something that lives on with what it was given.
func follows(ctx context.Context) *lib.Count { return lib.Follow(context.Background()) }
