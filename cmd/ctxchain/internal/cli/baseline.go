package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	urfave "github.com/urfave/cli/v3"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/baseline"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/config"
)

// baseline records what is found, so that later runs report what is new.
func (c *Command) baseline(opts *options) *urfave.Command {
	return &urfave.Command{
		Name:      "baseline",
		Usage:     "record what is found; from then on, only what is new is told",
		ArgsUsage: "[packages]",
		Description: `Packages are ./... unless named. Of what the file has, it forgets what isn't
found any more in these packages. The file is ` + baseline.Name + `,
the next upwards, or a new one beside the configuration or at the root of the
repository.`,
		Flags: slices.Concat(opts.selectionFlags(), opts.configFlags(), []urfave.Flag{opts.baselineFlag()}, opts.goFlags()),
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			patterns := cmd.Args().Slice()
			if len(patterns) == 0 {
				patterns = []string{"./..."}
			}
			return c.record(ctx, opts, patterns)
		},
	}
}

// record writes the baseline file.
func (c *Command) record(ctx context.Context, opts *options, patterns []string) error {
	s, err := c.setup(opts)
	if err != nil {
		return err
	}
	file, err := s.recordIn(opts)
	if err != nil {
		return err
	}
	b, err := baseline.Load(file)
	if errors.Is(err, fs.ErrNotExist) {
		b, err = baseline.New(file), nil
	}
	if err != nil {
		return err
	}
	all := *opts
	all.baseline = none
	report, err := c.analyzeAs(ctx, s, &all, patterns)
	if err != nil {
		return err
	}
	name := report.Name(file)
	if !report.Complete {
		return fmt.Errorf("%s is left as it was", name)
	}
	req, err := s.request(opts, patterns)
	if err != nil {
		return err
	}
	scope, err := s.scope(ctx, req)
	if err != nil {
		return err
	}
	before := b.Len()
	b.Update(report.Findings, scope)
	if err := b.Write(); err != nil {
		return fmt.Errorf("%s: %v", name, plainError(err))
	}
	_, err = fmt.Fprintf(c.Stdout, "%s: %s, %d before\n", name, count(b.Len(), "finding", "findings"), before)
	return err
}

// recordIn returns the file to record in.
func (s *setup) recordIn(opts *options) (string, error) {
	file, named, err := s.baselineFile(opts)
	switch {
	case err != nil:
		return "", err
	case file != "":
		return file, nil
	case named:
		return "", errors.New("-baseline=none: want a file")
	case s.config.File != "":
		return filepath.Join(filepath.Dir(s.config.File), baseline.Name), nil
	}
	return filepath.Join(config.Root(s.dir), baseline.Name), nil
}
