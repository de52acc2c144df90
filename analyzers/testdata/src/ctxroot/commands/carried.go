package commands

import (
	"context"

	"github.com/urfave/cli/v2"
)

// limited makes the context of a command from its flags, and forgets the one that the
// command has.
func limited(c *cli.Context) (context.Context, context.CancelFunc) {
	ctx := context.Background() // want `context\.Background drops the deadline of c\.Context; derive from c\.Context`
	if limit := c.Duration("timeout"); limit > 0 {
		return context.WithTimeout(ctx, limit)
	}
	return context.WithCancel(ctx)
}

// watched makes a context that ends with the command's, whatever its flags say.
func watched(c *cli.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.Background(), c.Duration("timeout"))
	context.AfterFunc(c, cancel)
	return ctx, cancel
}

// export may take as long as it does, unless a flag says something else.
func export(c *cli.Context) error {
	ctx, cancel := context.WithCancel(context.Background())
	if c.IsSet("timeout") {
		ctx, cancel = limited(c)
	}
	defer cancel()
	return db.PingContext(ctx)
}

// list has no flag to ask.
func list(c *cli.Context) error {
	ctx, cancel := context.WithCancel(context.Background()) // want `context\.Background drops the deadline of c\.Context; use c\.Context`
	defer cancel()
	return db.PingContext(ctx)
}

func label(ctx context.Context, name string) string {
	s, _ := ctx.Value(labels{}).(string)
	return s + name
}

type labels struct{}

// show has a command, whose context carries nothing.
func show(c *cli.Context) string { return label(context.Background(), "a") }
