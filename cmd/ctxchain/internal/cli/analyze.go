package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/chains"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/progress"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/rowcheck"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/source"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/unit"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// analyze analyzes packages, the one in the working directory if there are
// none, selects what is to be reported, and tells what went wrong on the way.
// The error is one for the user, when nothing could be analyzed.
func (c *Command) analyze(ctx context.Context, opts *options, patterns []string) (*present.Report, error) {
	s, err := c.setup(opts)
	if err != nil {
		return nil, err
	}
	return c.analyzeAs(ctx, s, opts, patterns)
}

// analyzeAs is analyze for a setup.
func (c *Command) analyzeAs(ctx context.Context, s *setup, opts *options, patterns []string) (*present.Report, error) {
	keep, err := s.filter(ctx, opts)
	if err != nil {
		return nil, err
	}
	req, err := s.request(opts, patterns)
	if err != nil {
		return nil, err
	}
	result, err := c.drive(ctx, s, opts, req)
	if err != nil {
		return nil, err
	}
	selected := slices.DeleteFunc(result.Findings, func(f vetdrive.Finding) bool { return !keep(&f) })
	report := &present.Report{
		Version:  moduleVersion(),
		Dir:      s.dir,
		Root:     present.RepositoryRoot(s.dir),
		Checks:   s.checks,
		Enabled:  s.set.Has,
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
	if err := c.known(ctx, s, opts, req, report); err != nil {
		return nil, err
	}
	graph, err := chains.Join(result.Maps)
	if err != nil {
		return nil, err
	}
	graph.Annotate(report.Findings)
	if opts.sort == sortRisk {
		graph.SortByRisk(report.Findings)
	}
	return report, nil
}

// request describes the run to the go command.
func (s *setup) request(opts *options, patterns []string) (vetdrive.Request, error) {
	tool, err := os.Executable()
	if err != nil {
		return vetdrive.Request{}, err
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	req := vetdrive.Request{
		Tool:       tool,
		BuildFlags: opts.build,
		ToolFlags:  unit.CommandFlags(s.config.Text()),
		Patterns:   patterns,
		Verbose:    opts.commands,
	}
	return req, nil
}

// drive runs the vet tool, which is this executable. Meanwhile, the
// configuration's rows are held against the packages that they are about.
func (c *Command) drive(ctx context.Context, s *setup, opts *options, req vetdrive.Request) (result *vetdrive.Report, err error) {
	req.Progress, req.Done = c.Stderr, func() {}
	if terminal, _ := isTerminal(c.Stderr); terminal && !opts.quiet && !opts.commands {
		line := progress.Start(c.Stderr)
		defer line.Stop()
		req.Progress, req.Done = line, line.Package
	}
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() error { return rowcheck.Check(ctx, s.config, s.dir, opts.build, s.shared()) })
	both.Go(func() (err error) {
		result, err = vetdrive.Run(ctx, req)
		return err
	})
	return result, both.Wait()
}

// shared reports whether the configuration is for more than one module or
// workspace.
func (s *setup) shared() bool {
	for _, name := range []string{"go.mod", "go.work"} {
		if _, err := os.Stat(filepath.Join(filepath.Dir(s.config.File), name)); err == nil {
			return false
		}
	}
	return true
}
