package cli

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/progress"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/selection"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/source"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/unit"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// analyze analyzes packages, the one in the working directory if there are
// none, selects what is to be reported, and tells what went wrong on the way.
// The error is one for the user, when nothing could be analyzed.
func (c *Command) analyze(ctx context.Context, opts *options, patterns []string) (*present.Report, error) {
	checks := c.Checks()
	set, err := opts.selection(checks)
	if err != nil {
		return nil, err
	}
	result, dir, err := c.drive(ctx, opts, patterns)
	if err != nil {
		return nil, err
	}
	selected := slices.DeleteFunc(result.Findings, func(f vetdrive.Finding) bool {
		return !set.Has(f.Category) || !opts.test && strings.HasSuffix(f.Start.File, "_test.go")
	})
	report := &present.Report{
		Version:  moduleVersion(),
		Dir:      dir,
		Root:     present.RepositoryRoot(dir),
		Checks:   checks,
		Enabled:  set.Has,
		Packages: result.Units,
		Complete: result.Complete(),
		Problems: c.explain(result),
		Source:   new(source.Files),
	}
	for _, f := range selected {
		finding := present.Finding{Finding: f}
		finding.Severity = report.Category(&finding).Severity
		report.Findings = append(report.Findings, finding)
	}
	present.Keys(report.Findings, report.Source)
	return report, nil
}

// selection returns the categories that the flags switch on.
func (o *options) selection(checks catalogue.Catalogue) (*selection.Set, error) {
	return selection.New(checks, o.preset == unit.PresetStrict, o.enable, o.disable)
}

// drive runs the vet tool, which is this executable, and returns the directory
// that it ran in as well.
func (c *Command) drive(ctx context.Context, opts *options, patterns []string) (result *vetdrive.Report, dir string, err error) {
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
	messages, done := io.Writer(c.Stderr), func() {}
	if terminal, _ := isTerminal(c.Stderr); terminal && !opts.quiet && !opts.commands {
		line := progress.Start(c.Stderr)
		defer line.Stop()
		messages, done = line, line.Package
	}
	result, err = vetdrive.Run(ctx, vetdrive.Request{
		Tool:       tool,
		BuildFlags: opts.build,
		// Always the same, whatever is to be reported: another value would
		// analyze everything anew, dependencies and all.
		ToolFlags: []string{"-preset=" + unit.PresetStrict},
		Patterns:  patterns,
		Progress:  messages,
		Done:      done,
		Verbose:   opts.commands,
	})
	return result, dir, err
}
