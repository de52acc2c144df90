package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/goplsbuild"
)

// gopls builds a gopls that has the checks.
func (c *Command) gopls() *urfave.Command {
	opts := goplsbuild.Options{Version: goplsbuild.Default, Own: moduleVersion()}
	return &urfave.Command{
		Name:  "gopls",
		Usage: "build a gopls that has the checks among its own",
		Description: `It takes a minute or more, and downloads gopls. For editors that take one
language server for Go; others can have ctxchain lsp beside gopls.`,
		Flags: []urfave.Flag{
			argFlag("o", "`FILE`: the program to write", nonEmpty(&opts.Output)),
			argFlag("version", "`V`: of gopls: "+strings.Join(goplsbuild.Versions(), ", "), setOneOf(&opts.Version, goplsbuild.Versions()...)),
			argFlag("source", "`DIR`: build in the ctxchain of this directory, not the published one", nonEmpty(&opts.Source)),
		},
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			switch {
			case cmd.Args().Present():
				return fmt.Errorf("gopls takes no arguments: %s", cmd.Args().First())
			case opts.Output == "":
				return errors.New("gopls: -o is missing: where to write the program")
			case opts.Source == "" && !released(opts.Own):
				return fmt.Errorf("this ctxchain is %s, which isn't published: say where its sources are with -source", opts.Own)
			}
			if err := goplsbuild.Build(ctx, opts); err != nil {
				return err
			}
			_, err := fmt.Fprintf(c.Stdout, "wrote %s: gopls %s with ctxchain\n", opts.Output, opts.Version)
			return err
		},
	}
}

// released reports whether a version of the module can be downloaded.
func released(version string) bool {
	return strings.HasPrefix(version, "v") && !strings.Contains(version, "+dirty")
}
