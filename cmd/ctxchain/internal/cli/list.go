package cli

import (
	"context"
	"fmt"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v3"
)

// list prints the categories, and whether they are on.
func (c *Command) list(opts *options) *urfave.Command {
	return &urfave.Command{
		Name:  "list",
		Usage: "list the checks' categories, and which are on",
		Flags: opts.selectionFlags(),
		Action: func(context.Context, *urfave.Command) error {
			set, err := opts.selection(c.Checks())
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
			for _, cat := range c.Checks().Categories() {
				state := "off"
				if set.Has(cat.String()) {
					state = "on"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", cat, state, cat.Severity, cat.Summary)
			}
			return w.Flush()
		},
	}
}
