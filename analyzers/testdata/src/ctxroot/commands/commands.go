// Package commands has the commands of a program, which start what they do.
package commands

import (
	"context"
	"database/sql"

	"github.com/urfave/cli"
)

var db *sql.DB

func root() context.Context { return context.Background() }

// Ping is handed to the library, which has no context to give.
func Ping(c *cli.Context) error {
	if err := db.PingContext(root()); err != nil {
		return err
	}
	return step(c.Args)
}

func step(args []string) error { return db.PingContext(context.Background()) }

// Check is nobody's command.
func Check(args []string) error {
	return db.PingContext(context.Background()) // want `context\.Background starts a chain that no caller of Check can bound`
}

func pingFor(ctx context.Context, c *cli.Context) error {
	return db.PingContext(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
}
