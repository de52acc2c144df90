package cli

import (
	"context"
	"errors"
	"fmt"
	"go/doc/comment"
	"io"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
)

// maxText is the width of lines that are easily read.
const maxText = 90

// explainCommand prints the documentation of checks and categories.
func (c *Command) explainCommand(opts *options) *urfave.Command {
	return &urfave.Command{
		Name:      "explain",
		Usage:     "print what a check finds, with wrong and right code",
		ArgsUsage: "NAME...",
		Description: `Names are those in the reports, such as ctxroot/helper; the check alone,
ctxroot, gives an overview. ctxchain list has them all.`,
		Flags:         append(opts.configFlags(), opts.dirFlag()),
		ShellComplete: c.completeNames,
		Action: func(_ context.Context, cmd *urfave.Command) error {
			names := cmd.Args().Slice()
			if len(names) == 0 {
				return errors.New("explain: want a check or category: ctxchain list has them")
			}
			s, err := c.setup(opts)
			if err != nil {
				return err
			}
			e := explainer{w: c.Stdout, on: s.set.Has}
			_, width := isTerminal(c.Stdout)
			e.printer.TextWidth = min(width, maxText)
			for i, name := range names {
				if i > 0 {
					fmt.Fprintln(c.Stdout)
				}
				if err := e.explain(s.checks, name); err != nil {
					return err
				}
			}
			return e.err
		},
	}
}

// An explainer prints documentation.
type explainer struct {
	w       io.Writer
	err     error // the first of printing
	on      func(category string) bool
	printer comment.Printer
}

func (e *explainer) printf(format string, args ...any) {
	if _, err := fmt.Fprintf(e.w, format, args...); e.err == nil {
		e.err = err
	}
}

// explain prints what is known under a name.
func (e *explainer) explain(checks catalogue.Catalogue, name string) error {
	if check, ok := checks.Check(name); ok {
		e.check(check)
		return nil
	}
	cat, ok := checks.Category(name)
	if !ok {
		return fmt.Errorf("unknown check or category %q%s", name, meant(checks, name))
	}
	check, _ := checks.Check(cat.Check)
	e.printf("%s: %s\n%s, %s", cat, cat.Summary, cat.Severity, e.state(cat))
	if cat.Fix != "" {
		e.printf("; the suggested fix %s", cat.Fix)
	}
	e.printf("\n\n%s", e.printer.Text(check.Section(cat)))
	e.url(cat.URL)
	return nil
}

// check prints the introduction to a check, and what it finds.
func (e *explainer) check(check catalogue.Check) {
	e.printf("%s: %s\n\n", check.Name, check.Summary)
	intro := check.Introduction()
	intro.Content = intro.Content[min(1, len(intro.Content)):] // the summary
	if len(intro.Content) > 0 {
		e.printf("%s\n", e.printer.Text(intro))
	}
	for _, cat := range check.Categories {
		e.printf("%s (%s, %s): %s\n", cat, cat.Severity, e.state(cat), cat.Summary)
	}
	e.url(check.URL)
}

func (e *explainer) state(cat catalogue.Category) string {
	if e.on(cat.String()) {
		return "on"
	}
	return "off"
}

func (e *explainer) url(url string) {
	if url != "" {
		e.printf("\n%s\n", url)
	}
}

// meant guesses which categories a user meant by a wrong name.
func meant(checks catalogue.Catalogue, name string) string {
	var close []string
	short := name[strings.LastIndexByte(name, '/')+1:]
	for _, cat := range checks.Categories() {
		if cat.Name == short {
			close = append(close, cat.String())
		}
	}
	if len(close) == 0 {
		return ": ctxchain list has them"
	}
	return ": did you mean " + strings.Join(close, " or ") + "?"
}
