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

func fetchAll(c *cli.Context) error {
	for _, url := range c.Args {
		if err := Get(url); err != nil {
			return err
		}
	}
	return nil
}

// Get helps commands, here and elsewhere.
func Get(url string) error {
	_, err := http.Get(url)
	return err
}

func fetchFor(ctx context.Context, c *cli.Context) error {
	_, err := http.Get(c.Args[0]) // want `http\.Get may wait for ever`
	return err
}
