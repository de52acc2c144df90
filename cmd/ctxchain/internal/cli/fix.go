package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	urfave "github.com/urfave/cli/v3"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/fix"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// fixOptions are the flags of fix alone.
type fixOptions struct {
	categories  []string
	diff        bool
	interactive bool
}

// fix applies the suggested fixes of findings.
func (c *Command) fix(opts *options) *urfave.Command {
	f := new(fixOptions)
	return &urfave.Command{
		Name:      "fix",
		Usage:     "apply the fixes that findings suggest",
		ArgsUsage: "[packages]",
		Description: `Each package is type-checked, tests and all, before its files are written; one
that wouldn't compile is left alone. Findings that the baseline knows are fixed
as well.`,
		Flags: slices.Concat([]urfave.Flag{
			argFlag("category", "`NAME,...`: fix only these checks or categories, on or off", appendNames(&f.categories)),
			boolFlag("diff", "only print the changes; exit status 1 for some", setBool(&f.diff)),
			boolFlag("interactive", "ask about each fix", setBool(&f.interactive)),
			opts.newFromFlag(),
		}, opts.selectionFlags(), opts.configFlags(), opts.goFlags()),
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			return c.applyFixes(ctx, opts, f, cmd.Args().Slice())
		},
	}
}

// applyFixes analyzes packages, and applies fixes.
func (c *Command) applyFixes(ctx context.Context, opts *options, f *fixOptions, patterns []string) error {
	if slices.ContainsFunc(opts.build, func(s string) bool { return strings.HasPrefix(s, "-overlay=") }) {
		return errors.New("fix changes files, and takes no -overlay")
	}
	all := *opts
	all.baseline = none
	all.enable = slices.Concat(opts.enable, f.categories)
	report, err := c.analyze(ctx, &all, patterns)
	if err != nil {
		return err
	}
	req := fix.Request{Dir: report.Dir, BuildFlags: opts.build}
	for _, finding := range report.Findings {
		if f.wants(finding.Category) {
			req.Findings = append(req.Findings, finding.Finding)
		}
	}
	if f.interactive {
		req.Choose = c.chooser(ctx, report)
	}
	result, err := fix.Make(ctx, req)
	if err != nil {
		return err
	}
	if f.diff {
		err = c.diff(report, result.Files)
	} else {
		err = c.write(ctx, report, result)
	}
	for _, b := range result.Broken {
		fmt.Fprintf(c.Stderr, "ctxchain: %s is left alone, since it wouldn't compile with %s: %s\n", b.Package, count(b.Fixes, "fix", "fixes"), b.Reason)
	}
	switch {
	case err != nil:
		return err
	case len(result.Broken) > 0 || !report.Complete:
		return status(exitError)
	case f.diff && len(result.Files) > 0:
		return status(exitFindings)
	}
	return nil
}

// wants reports whether fixes of a category were asked for.
func (f *fixOptions) wants(category string) bool {
	return len(f.categories) == 0 || slices.ContainsFunc(f.categories, func(name string) bool {
		return category == name || strings.HasPrefix(category, name+"/")
	})
}

// diff prints the changes as a patch for the working directory.
func (c *Command) diff(report *present.Report, files []fix.File) error {
	for _, f := range files {
		if _, err := io.WriteString(c.Stdout, unified(report, f)); err != nil {
			return err
		}
	}
	return nil
}

// unified returns the change of a file as a unified diff.
func unified(report *present.Report, f fix.File) string {
	name := filepath.ToSlash(report.Name(f.Name))
	return udiff.Unified("a/"+name, "b/"+name, string(f.Old), string(f.New))
}

// write writes the files, and tells what was done.
func (c *Command) write(ctx context.Context, report *present.Report, result *fix.Result) error {
	written, err := result.Write(ctx)
	if err != nil {
		return fmt.Errorf("%v; %d of %s written", err, written, count(len(result.Files), "file", "files"))
	}
	text := fmt.Sprintf("%d of %s applied, in %s", result.Applied, count(result.Offered, "fix", "fixes"), count(written, "file", "files"))
	if n := len(result.Conflict); n > 0 {
		text += fmt.Sprintf("; %d in the way of others: another run may apply them", n)
	}
	_, err = fmt.Fprintln(c.Stdout, text)
	return err
}

// chooser returns a function that asks about a fix.
func (c *Command) chooser(ctx context.Context, report *present.Report) func(*vetdrive.Finding, []fix.File) (bool, error) {
	answers := readLines(c.Stdin)
	rest := "" // the answer to all further questions
	return func(f *vetdrive.Finding, files []fix.File) (bool, error) {
		if rest != "" {
			return rest == "y", nil
		}
		at := f.Start
		fmt.Fprintf(c.Stdout, "%s:%d:%d: %s (%s)\n", report.Name(at.File), at.Line, at.Col, f.Message, f.Category)
		for _, file := range files {
			fmt.Fprint(c.Stdout, unified(report, file))
		}
		for {
			if _, err := fmt.Fprintf(c.Stdout, "%s? [y,n,a,q,?] ", f.Fixes[0].Message); err != nil {
				return false, err
			}
			var answer string
			select {
			case <-ctx.Done():
				return false, context.Cause(ctx)
			case line, ok := <-answers:
				if answer = line; !ok {
					fmt.Fprintln(c.Stdout)
					answer = "q"
				}
			}
			switch answer {
			case "y", "n":
				return answer == "y", nil
			case "a":
				rest = "y"
				return true, nil
			case "q":
				rest = "n"
				return false, nil
			}
			fmt.Fprint(c.Stdout, "y: apply this fix\nn: don't\na: apply this one and all that follow\nq: neither this one nor those that follow\n")
		}
	}
}

// readLines reads lines in the background, since who waits for one may have to
// stop.
func readLines(r io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(r); in.Scan(); {
			lines <- strings.ToLower(strings.TrimSpace(in.Text()))
		}
	}()
	return lines
}
