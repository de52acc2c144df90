package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/selection"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/textout"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/unit"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// check is ctxchain without a subcommand: it analyzes packages and reports what
// it found.
func (c *Command) check(opts *options) *urfave.Command {
	version := false
	return &urfave.Command{
		Name:                          "ctxchain",
		Usage:                         "find where a Go program breaks its deadline chain",
		CustomRootCommandHelpTemplate: rootTemplate,
		Flags: slices.Concat(opts.selectionFlags(), opts.goFlags(), []urfave.Flag{
			boolFlag("version", "print the version", setBool(&version)),
		}),
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			if version {
				_, err := fmt.Fprintln(c.Stdout, versionLine())
				return err
			}
			return c.report(ctx, opts, cmd.Args().Slice())
		},
	}
}

// report analyzes packages, and prints the findings.
func (c *Command) report(ctx context.Context, opts *options, patterns []string) error {
	run, err := c.analyze(ctx, opts, patterns)
	if err != nil {
		return err
	}
	if err := textout.Lines(c.Stdout, run.dir, run.findings); err != nil {
		return err
	}
	switch {
	case !run.complete:
		return status(exitError)
	case len(run.findings) > 0:
		return status(exitFindings)
	}
	return nil
}

// A run is what came out of an analysis.
type run struct {
	dir      string             // in which it ran; findings are told relative to it
	findings []vetdrive.Finding // those to report, in order
	complete bool               // all that was asked for was analyzed
}

// analyze analyzes packages, the one in the working directory if there are
// none, selects what is to be reported, and tells what went wrong on the way.
// The error is one for the user, when nothing could be analyzed.
func (c *Command) analyze(ctx context.Context, opts *options, patterns []string) (*run, error) {
	set, err := opts.selection(c.Checks())
	if err != nil {
		return nil, err
	}
	report, dir, err := c.drive(ctx, opts, patterns)
	if err != nil {
		return nil, err
	}
	c.explain(report)
	findings := slices.DeleteFunc(report.Findings, func(f vetdrive.Finding) bool {
		return !set.Has(f.Category) || !opts.test && strings.HasSuffix(f.Start.File, "_test.go")
	})
	return &run{dir: dir, findings: findings, complete: report.Complete()}, nil
}

// selection returns the categories that the flags switch on.
func (o *options) selection(checks catalogue.Catalogue) (*selection.Set, error) {
	return selection.New(checks, o.preset == unit.PresetStrict, o.enable, o.disable)
}

// drive runs the vet tool, which is this executable, and returns the directory
// that it ran in as well.
func (c *Command) drive(ctx context.Context, opts *options, patterns []string) (report *vetdrive.Report, dir string, err error) {
	tool, err := os.Executable()
	if err != nil {
		return nil, "", err
	}
	if config := os.Getenv(unit.ConfigEnv); config != "" {
		if config, err = filepath.Abs(config); err != nil {
			return nil, "", err
		}
		os.Setenv(unit.ConfigEnv, config) // units run elsewhere
	}
	if opts.dir != "" {
		if err := os.Chdir(opts.dir); err != nil {
			return nil, "", err
		}
	}
	if dir, err = os.Getwd(); err != nil {
		return nil, "", err
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	report, err = vetdrive.Run(ctx, vetdrive.Request{
		Tool:       tool,
		BuildFlags: opts.build,
		// Always the same, whatever is to be reported: another value would
		// analyze everything anew, dependencies and all.
		ToolFlags: []string{"-preset=" + unit.PresetStrict},
		Patterns:  patterns,
		Progress:  c.Stderr,
		Verbose:   opts.commands,
	})
	return report, dir, err
}

// explain writes what went wrong on the way to stderr. What the go command says
// about packages is told as it is, with a word that not all is well; when
// nothing was analyzed, for a single reason, that is told as ctxchain's own.
func (c *Command) explain(report *vetdrive.Report) {
	messages := report.Messages
	last := ""
	switch n := len(messages) - 1; {
	case report.Complete():
	case report.Units > 0:
		last = "not all packages could be analyzed"
	case n < 0 || strings.HasPrefix(messages[n], "#") || n > 0 && !isWarning(messages[n-1]):
		last = "no package could be analyzed"
	default:
		last = plain(messages[n])
		messages = messages[:n]
		if report.NoModule && !strings.Contains(last, "go.mod") {
			last += " (there's no go.mod here, nor further up)"
		}
	}
	for _, m := range messages {
		fmt.Fprintln(c.Stderr, m)
	}
	for _, f := range report.Failures {
		fmt.Fprintf(c.Stderr, "ctxchain: %v\n", f)
	}
	if last != "" {
		fmt.Fprintf(c.Stderr, "ctxchain: %s\n", last)
	}
}

// isWarning reports whether the go command went on after the message.
func isWarning(message string) bool { return strings.HasPrefix(message, "go: warning: ") }

// plain turns the go command's words about a run of go vet into ctxchain's.
func plain(message string) string {
	message = strings.TrimPrefix(message, "go: ")
	if message == "no packages to vet" {
		return "no packages to analyze"
	}
	return strings.Replace(message, "can't vet ", "can't analyze ", 1)
}
