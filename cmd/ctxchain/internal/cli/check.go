package cli

import (
	"context"
	"fmt"
	"slices"
	"time"

	urfave "github.com/urfave/cli/v3"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/textout"
)

// check is ctxchain without a subcommand: it analyzes packages and reports what
// it found.
func (c *Command) check(opts *options) *urfave.Command {
	version := false
	return &urfave.Command{
		Name:                          "ctxchain",
		Usage:                         "find where a Go program breaks its deadline chain",
		CustomRootCommandHelpTemplate: rootTemplate,
		Flags: slices.Concat(opts.selectionFlags(), []urfave.Flag{opts.newFromFlag(), opts.baselineFlag()}, opts.configFlags(), opts.outputFlags(), opts.goFlags(), []urfave.Flag{
			hidden(boolFlag("version", "print the version", setBool(&version))),
		}),
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			if version {
				return c.printVersion()
			}
			return c.report(ctx, opts, cmd.Args().Slice())
		},
	}
}

// report analyzes packages, and prints the findings.
func (c *Command) report(ctx context.Context, opts *options, patterns []string) error {
	start := time.Now()
	report, err := c.analyze(ctx, opts, patterns)
	if err != nil {
		return err
	}
	if err := c.show(opts, report); err != nil {
		return err
	}
	if opts.verbose {
		fmt.Fprintf(c.Stderr, "ctxchain: %s\n", textout.Summary(report))
		fmt.Fprintf(c.Stderr, "ctxchain: analyzed %d packages in %.1f s\n", report.Packages, time.Since(start).Seconds())
	}
	return outcome(report)
}

// outcome turns a report into the error that makes its exit status, nil for a
// clean one.
func outcome(r *present.Report) error {
	switch {
	case !r.Complete:
		return status(exitError)
	case len(r.Counted()) > 0:
		return status(exitFindings)
	}
	return nil
}
