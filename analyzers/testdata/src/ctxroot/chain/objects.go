package chain

import (
	"context"
	"sync"

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

func dirOf(ctx context.Context, sub string) string {
	dir, _ := ctx.Value(key{}).(string)
	return dir + "/" + sub
}

// reads asks a root for what only the caller's context can tell.
func reads(ctx context.Context) string {
	return dirOf(context.Background(), "a") // want `context\.Background drops the values of ctx; use ctx`
}

// asks has nobody's values to read.
func asks() string { return dirOf(context.Background(), "a") }

func configOf(ctx context.Context) *lib.Count {
	c, _ := ctx.Value(key{}).(*lib.Count)
	return c
}

// overall wants what holds where no context says anything else.
func overall(ctx context.Context) (here, global *lib.Count) {
	return configOf(ctx), configOf(context.Background())
}

// tells has work that nobody waits for.
func tells(ctx context.Context, dirs chan<- string) {
	go func() { dirs <- dirOf(context.Background(), "a") }()
}

// A dirs is asked by many, for whom one is found out.
type dirs struct {
	once sync.Once
	dir  string
}

func (d *dirs) find(ctx context.Context) string {
	d.once.Do(func() { d.dir = dirOf(context.Background(), "a") })
	return d.dir
}

func dirsOf(ctx, other context.Context) []string { return []string{dirOf(ctx, "a"), dirOf(other, "a")} }

// compared has the caller's values as well.
func compared(ctx context.Context) []string { return dirsOf(ctx, context.Background()) }

// named gives another context back, which may be made of the root.
func named(ctx context.Context) context.Context { return nameOf(context.Background(), dirOf(ctx, "a")) }

func nameOf(ctx context.Context, name string) context.Context {
	if dirOf(ctx, "a") == name {
		return nil
	}
	return nil
}
