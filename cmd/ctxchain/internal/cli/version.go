package cli

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	urfave "github.com/urfave/cli/v3"
)

// version prints which ctxchain this is, and the Go release it was built with,
// which has to match the one that it analyzes for.
func (c *Command) version() *urfave.Command {
	return &urfave.Command{
		Name:  "version",
		Usage: "print the version",
		Action: func(context.Context, *urfave.Command) error {
			return c.printVersion()
		},
	}
}

func (c *Command) printVersion() error {
	_, err := fmt.Fprintln(c.Stdout, "ctxchain", moduleVersion(), runtime.Version())
	return err
}

// moduleVersion returns ctxchain's version, as the go command recorded it.
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
