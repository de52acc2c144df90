// Package cli is the ctxchain command: its subcommands and flags, its exit
// status, and what it says when something is wrong.
//
// Each subcommand has a file of its own, with a method of Command that returns
// its description for the command-line library; root lists them.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v3"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
)

// Exit statuses of the command.
const (
	exitClean    = 0
	exitFindings = 1
	exitError    = 2 // something wasn't analyzed; findings may have been printed
)

// A status is how an action that has said all there is to say ends with
// another exit status than 0.
type status int

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// A Command is ctxchain with its surroundings.
type Command struct {
	Checks func() catalogue.Catalogue // what there is to report; asked for when needed
	Stdin  io.Reader                  // answers to questions
	Stdout io.Writer                  // findings, and what the user asked for
	Stderr io.Writer                  // errors, progress
}

// Run runs the command with the arguments that follow its name, and returns its
// exit status. When ctx ends it stops, and tells the cause as an error.
func (c *Command) Run(ctx context.Context, args []string) int {
	out := &errWriter{w: c.Stdout}
	err := c.root(out).Run(ctx, append([]string{"ctxchain"}, args...))
	if err == nil {
		err = out.err // the library drops errors of writing help
	}
	var s status
	switch {
	case err == nil:
		return exitClean
	case errors.As(err, &s):
		return int(s)
	}
	fmt.Fprintf(c.Stderr, "ctxchain: %v\n", err)
	return exitError
}

// root returns the tree of subcommands. What is no subcommand's name is a
// package: without one, ctxchain analyzes.
func (c *Command) root(out io.Writer) *urfave.Command {
	opts := newOptions()
	root := c.check(opts)
	root.Commands = []*urfave.Command{
		c.fix(opts),
		c.initConfig(),
		c.baseline(opts),
		c.list(opts),
		c.explainCommand(opts),
		c.lsp(opts),
		c.gopls(),
		c.version(),
		c.help(),
	}
	root.Writer, root.ErrWriter = out, c.Stderr
	root.HideHelpCommand = true // it would be each subcommand's as well
	root.EnableShellCompletion = true
	root.ConfigureShellCompletionCommand = c.describeCompletion
	// Errors are told by Run, as one line; the library would print help as
	// well, or exit.
	root.ExitErrHandler = func(context.Context, *urfave.Command, error) {}
	c.prepare(root)
	return root
}

// prepare gives a command and its subcommands what they have in common.
func (c *Command) prepare(cmd *urfave.Command) {
	if cmd.ShellComplete == nil {
		cmd.ShellComplete = c.complete
	}
	cmd.OnUsageError = func(_ context.Context, _ *urfave.Command, err error, _ bool) error { return err }
	cmd.CustomHelpTemplate = helpTemplate
	help := &urfave.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this", Local: true}
	help.SetStringer(describeFlag)
	cmd.Flags = append(cmd.Flags, help)
	for _, sub := range cmd.Commands {
		c.prepare(sub)
	}
}

// An errWriter remembers the first error of its writer.
type errWriter struct {
	w   io.Writer
	err error
}

func (e *errWriter) Write(p []byte) (int, error) {
	n, err := e.w.Write(p)
	if e.err == nil {
		e.err = err
	}
	return n, err
}
