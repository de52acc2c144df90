// Package cli is the ctxchain command: its flags, its exit status, and what it
// says when something is wrong.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/selection"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/textout"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/unit"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// Exit statuses of the command.
const (
	exitClean    = 0
	exitFindings = 1
	exitError    = 2 // something wasn't analyzed; findings may have been printed
)

// A Command is ctxchain with its surroundings.
type Command struct {
	Catalogue []selection.Category
	Stdout    io.Writer // findings, and what the user asked for
	Stderr    io.Writer // errors, progress
}

// Run runs the command with the arguments that follow its name, and returns its
// exit status. When ctx ends it stops, and tells the cause as an error.
func (c *Command) Run(ctx context.Context, args []string) int {
	opts, err := parseOptions(args)
	switch {
	case errors.Is(err, errHelp):
		return c.print(usage)
	case err != nil:
		return c.fail(err)
	case opts.version:
		return c.print(versionLine())
	}
	set, err := selection.New(c.Catalogue, opts.preset == unit.PresetStrict, opts.enable, opts.disable)
	if err != nil {
		return c.fail(err)
	}
	report, dir, err := analyze(ctx, opts, c.Stderr)
	if err != nil {
		return c.fail(err)
	}
	c.explain(report)
	findings := slices.DeleteFunc(report.Findings, func(f vetdrive.Finding) bool {
		return !set.Has(f.Category) || !opts.test && strings.HasSuffix(f.Start.File, "_test.go")
	})
	if err := textout.Lines(c.Stdout, dir, findings); err != nil {
		return c.fail(err)
	}
	switch {
	case !report.Complete():
		return exitError
	case len(findings) > 0:
		return exitFindings
	}
	return exitClean
}

// analyze runs the vet tool, which is this executable, and returns the
// directory that it ran in as well.
func analyze(ctx context.Context, opts *options, progress io.Writer) (report *vetdrive.Report, dir string, err error) {
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
	report, err = vetdrive.Run(ctx, vetdrive.Request{
		Tool:       tool,
		BuildFlags: opts.build,
		// Always the same, whatever is to be reported: another value would
		// analyze everything anew, dependencies and all.
		ToolFlags: []string{"-preset=" + unit.PresetStrict},
		Patterns:  opts.patterns,
		Progress:  progress,
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

// print writes text that the user asked for.
func (c *Command) print(text string) int {
	if _, err := io.WriteString(c.Stdout, text); err != nil {
		return c.fail(err)
	}
	return exitClean
}

// fail tells an error, and returns the exit status for it.
func (c *Command) fail(err error) int {
	fmt.Fprintf(c.Stderr, "ctxchain: %v\n", err)
	return exitError
}
