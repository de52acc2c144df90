package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	urfave "github.com/urfave/cli/v3"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/lsp"
)

// lsp serves an editor.
func (c *Command) lsp(opts *options) *urfave.Command {
	return &urfave.Command{
		Name:        "lsp",
		Usage:       "serve an editor as a language server, on stdin and stdout",
		Description: `See docs/editors.md for how to set up editors. The server ends with its client.`,
		Flags: append(opts.configFlags(),
			// How there is to be spoken, which some clients say, and others can't.
			hidden(boolFlag("stdio", "", setBool(new(bool))))),
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			if arg := cmd.Args().First(); arg != "" {
				return fmt.Errorf("lsp takes no arguments: %s", arg)
			}
			file, err := opts.configFile()
			if err != nil {
				return err
			}
			tool, err := os.Executable()
			if err != nil {
				return err
			}
			code, err := lsp.Serve(ctx, lsp.Options{
				Checks:  c.Checks(),
				Version: moduleVersion(),
				Tool:    tool,
				Config:  file,
				In:      c.Stdin,
				Out:     nopCloser{c.Stdout},
			})
			if err == nil && code != exitClean {
				return status(code)
			}
			return err
		},
	}
}

// A nopCloser is a writer whose owner closes it.
type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
