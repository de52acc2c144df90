package cli

import (
	"context"
	"fmt"
	"slices"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v3"
)

// list prints the categories, and whether they are on.
func (c *Command) list(opts *options) *urfave.Command {
	return &urfave.Command{
		Name:  "list",
		Usage: "list the checks' categories, and which are on",
		Flags: slices.Concat(opts.selectionFlags(), opts.configFlags(), []urfave.Flag{opts.dirFlag()}),
		Action: func(context.Context, *urfave.Command) error {
			s, err := c.setup(opts)
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
			for _, cat := range s.checks.Categories() {
				state := "off"
				if s.set.Has(cat.String()) {
					state = "on"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", cat, state, cat.Severity, cat.Summary)
			}
			return w.Flush()
		},
	}
}
