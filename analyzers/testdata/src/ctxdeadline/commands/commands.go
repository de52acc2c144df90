// Package commands has a program's commands, which run once.
package commands

import (
	"context"
	"net/http"

	"github.com/urfave/cli"
)

func fetch(c *cli.Context) error {
	_, err := http.Get(c.Args[0])
	return err
}

func fetchFor(ctx context.Context, c *cli.Context) error {
	_, err := http.Get(c.Args[0]) // want `http\.Get may wait for ever`
	return err
}
