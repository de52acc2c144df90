// Ctxchain finds where a Go program breaks its deadline chain.
//
//	ctxchain ./...
//	go vet -vettool=$(which ctxchain) ./...
//
// It is a vet tool first. As a command of its own it runs go vet with itself as
// the tool, and renders what comes back; ctxchain help says more.
package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/cli"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/unit"
)

func main() { run(os.Args[1:], analyzers.NewForCommand, analyzers.Categories) }

// run takes the command line to the half of the program that it is for, with
// the checks and their categories. It doesn't return.
func run(args []string, suite func() []*analysis.Analyzer, categories func() []analyzers.Category) {
	if unit.Wanted(args) {
		unit.Main(suite(), categories, args)
	}
	command := &cli.Command{
		Checks: func() catalogue.Catalogue { return catalogue.New(suite(), categories()) },
		Stdin:  os.Stdin,
		Stdout: os.Stdout,
		Stderr: os.Stderr,
	}
	os.Exit(command.Run(interruptible(), args))
}

// interruptible returns a context that ends when the user presses ctrl-C, or
// when the process is told to stop. A second time ends the process at once.
func interruptible() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Stop(signals)
		cancel(errors.New("interrupted"))
	}()
	return ctx
}
