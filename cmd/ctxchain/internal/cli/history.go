package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/baseline"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/config"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/newfrom"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// newFromFlag is for findings on changed lines.
func (o *options) newFromFlag() urfave.Flag {
	return argFlag("new-from", "`REV`: report only lines changed since a git revision", func(rev string) error {
		if rev == "" {
			return errors.New("want a revision")
		}
		o.newFrom = rev
		return nil
	})
}

// baselineFlag is for the file with what is known.
func (o *options) baselineFlag() urfave.Flag {
	return argFlag("baseline", "`FILE`: known findings ("+baseline.Name+"); or none", nonEmpty(&o.baseline))
}

// filter returns what decides whether a finding is reported, apart from the
// baseline.
func (s *setup) filter(ctx context.Context, opts *options) (func(*vetdrive.Finding) bool, error) {
	var changes *newfrom.Changes
	if opts.newFrom != "" {
		var err error
		if changes, err = newfrom.Since(ctx, s.dir, opts.newFrom); err != nil {
			return nil, fmt.Errorf("-new-from: %v", err)
		}
	}
	return func(f *vetdrive.Finding) bool {
		file := f.Start.File
		return s.set.Has(f.Category) &&
			(s.tests || !strings.HasSuffix(file, "_test.go")) &&
			!s.config.Excluded(file, f.Category) &&
			(changes == nil || changes.Has(f))
	}, nil
}

// baselineFile returns the name of the baseline file, and whether the user has
// named it; "" if there's none.
func (s *setup) baselineFile(opts *options) (file string, named bool, err error) {
	switch {
	case opts.baseline == none:
		return "", true, nil
	case opts.baseline != "":
		file, err = filepath.Abs(opts.baseline)
		return file, true, err
	case s.config.Baseline != "":
		return s.config.Baseline, true, nil
	}
	file, err = config.FindBaseline(s.dir, baseline.Name)
	return file, false, err
}

// known marks the findings that the baseline has, and tells of what it has in
// vain.
func (c *Command) known(ctx context.Context, s *setup, opts *options, req vetdrive.Request, report *present.Report) error {
	file, _, err := s.baselineFile(opts)
	if err != nil || file == "" {
		return err
	}
	b, err := baseline.Load(file)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%v: ctxchain baseline writes it", err)
	}
	if err != nil {
		return err
	}
	unmatched := b.Suppress(report.Findings)
	if len(unmatched) == 0 || !report.Complete || opts.quiet || opts.newFrom != "" || !s.tests {
		return nil // of what isn't there, nobody knows whether it's gone
	}
	scope, err := s.scope(ctx, req)
	if err != nil {
		return err
	}
	gone := b.Gone(unmatched, scope)
	if len(gone) == 0 {
		return nil
	}
	n := 0
	for _, e := range gone {
		n += e.Count
		if opts.verbose {
			fmt.Fprintf(c.Stderr, "ctxchain: %s: gone: %v\n", report.Name(file), e)
		}
	}
	fmt.Fprintf(c.Stderr, "ctxchain: %s: %s gone: ctxchain baseline forgets them\n", report.Name(file), count(n, "finding is", "findings are"))
	return nil
}

// scope says what a run looks at.
func (s *setup) scope(ctx context.Context, req vetdrive.Request) (baseline.Scope, error) {
	dirs, err := vetdrive.Dirs(ctx, req)
	if err != nil {
		return baseline.Scope{}, err
	}
	scope := baseline.Scope{Dirs: make(map[string]bool), Reported: s.set.Has}
	for _, d := range dirs {
		scope.Dirs[d] = true
	}
	return scope, nil
}

// count writes a number with the noun for it.
func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
