package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/unit"
)

// complete prints what may come next on a command line: the values of the flag
// before, or else flags and subcommands. Packages are left to the shell, whose
// completion of directories does for most of them.
func (c *Command) complete(ctx context.Context, cmd *urfave.Command) {
	values, list := c.values(lastFlag(os.Args))
	if values == nil {
		urfave.DefaultCompleteWithFlags(ctx, cmd)
		return
	}
	c.suggest(values, list)
}

// completeNames prints the names of checks and categories.
func (c *Command) completeNames(ctx context.Context, cmd *urfave.Command) {
	if args := cmd.Args().Slice(); len(args) > 0 && strings.HasPrefix(args[len(args)-1], "-") {
		urfave.DefaultCompleteWithFlags(ctx, cmd)
		return
	}
	c.suggest(c.names(), nil)
}

// suggest prints completions, with the descriptions that there are.
func (c *Command) suggest(values []string, description map[string]string) {
	for _, v := range values {
		if d := description[v]; d != "" {
			v += ":" + d
		}
		fmt.Fprintln(c.Stdout, v)
	}
}

// lastFlag returns the flag, without dashes, whose value is being completed: the
// last word before what the shell's script adds; "" if that isn't a flag.
func lastFlag(args []string) string {
	args = slices.DeleteFunc(slices.Clone(args), func(s string) bool { return s == "--generate-shell-completion" })
	last := args[len(args)-1]
	if !strings.HasPrefix(last, "-") {
		return ""
	}
	return strings.TrimLeft(last, "-")
}

// values returns what a flag's value may be, and what these mean; nil for a flag
// that has none to choose from.
func (c *Command) values(flag string) (values []string, description map[string]string) {
	switch flag {
	case "preset":
		return []string{unit.PresetDefault, unit.PresetStrict}, nil
	case "format":
		return formatNames(), nil
	case "color":
		return []string{colorAuto, colorAlways, colorNever}, nil
	case "sort":
		return []string{sortPosition, sortRisk}, nil
	case "enable", "disable", "category":
		description = make(map[string]string)
		for _, cat := range c.Checks().Categories() {
			description[cat.String()] = cat.Summary
		}
		return c.names(), description
	}
	return nil, nil
}

// names lists the checks, each with its categories.
func (c *Command) names() []string {
	var all []string
	for _, check := range c.Checks() {
		all = append(all, check.Name)
		for _, cat := range check.Categories {
			all = append(all, cat.String())
		}
	}
	return all
}
