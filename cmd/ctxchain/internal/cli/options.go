package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strconv"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/selection"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/unit"
)

const usage = `ctxchain finds where a Go program breaks its deadline chain.

Usage:
	ctxchain [flags] [packages]

Packages are named as for go build; without any, it's the one in the working
directory. Findings are printed one a line:

	file:line:col: message (check/category)

Exit status: 0 without findings, 1 with, 2 if something couldn't be analyzed.

What to report:
	-preset default|strict  the categories that are on by default, or all
	-enable NAME,...        report these checks or categories as well
	-disable NAME,...       don't report these; a category's name, check/category,
	                        wins over its check's
	-test=false             report nothing in _test.go files

For the go command (see go help build):
	-C DIR          work in this directory
	-tags TAG,...   build tags
	-mod MODE, -modfile FILE, -modcacherw, -overlay FILE
	-race, -msan, -asan
	-p N            analyze so many packages at a time
	-x              print the commands that it runs

	-version        print the version
	-h, -help       print this

It is a vet tool as well: go vet -vettool=$(which ctxchain) ./...
`

var errHelp = errors.New("help")

// options is what the command line says.
type options struct {
	preset   string
	enable   []string
	disable  []string
	test     bool
	version  bool
	commands bool     // print what the go command runs
	dir      string   // to work in, "" for the current
	build    []string // flags for the go command
	patterns []string // packages
}

// parseOptions reads the arguments. Flags may follow packages: no package's
// name starts with a dash.
func parseOptions(args []string) (*options, error) {
	opts := &options{preset: unit.PresetDefault}
	flags := opts.flagSet()
	for len(args) > 0 {
		before := len(args)
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			return nil, errHelp
		} else if err != nil {
			return nil, err
		}
		rest := flags.Args()
		if n := before - len(rest); n > 0 && args[n-1] == "--" {
			opts.patterns = append(opts.patterns, rest...)
			break
		}
		if len(rest) > 0 {
			opts.patterns = append(opts.patterns, rest[0])
			rest = rest[1:]
		}
		args = rest
	}
	if len(opts.patterns) == 0 {
		opts.patterns = []string{"."}
	}
	return opts, nil
}

func (o *options) flagSet() *flag.FlagSet {
	flags := flag.NewFlagSet("ctxchain", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // errors come back from Parse
	flags.Usage = func() {}

	flags.Func("preset", "", func(name string) error {
		o.preset = name
		return unit.CheckPreset(name)
	})
	flags.Func("enable", "", appendNames(&o.enable))
	flags.Func("disable", "", appendNames(&o.disable))
	flags.BoolVar(&o.test, "test", true, "")
	flags.BoolVar(&o.version, "version", false, "")

	flags.StringVar(&o.dir, "C", "", "")
	flags.Func("p", "", func(value string) error {
		if n, err := strconv.Atoi(value); err != nil || n < 1 {
			return errors.New("want a number from 1 up")
		}
		return o.buildFlag("p")(value)
	})
	for _, name := range []string{"mod", "modfile", "overlay", "tags"} {
		flags.Func(name, "", o.buildFlag(name))
	}
	for _, name := range []string{"asan", "modcacherw", "msan", "race"} {
		flags.BoolFunc(name, "", o.buildFlag(name))
	}
	flags.BoolFunc("x", "", func(value string) error {
		o.commands = true
		return o.buildFlag("x")(value)
	})
	return flags
}

// buildFlag returns a function that notes a flag for the go command, which is
// the judge of its value.
func (o *options) buildFlag(name string) func(string) error {
	return func(value string) error {
		o.build = append(o.build, "-"+name+"="+value)
		return nil
	}
}

// appendNames returns a function that adds a list of names to *to.
func appendNames(to *[]string) func(string) error {
	return func(list string) error {
		names := selection.Names(list)
		if len(names) == 0 {
			return errors.New("want names of checks or categories")
		}
		*to = append(*to, names...)
		return nil
	}
}

// versionLine says which ctxchain this is, and the Go release it was built
// with, which has to match the one it analyzes for.
func versionLine() string {
	name := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		name = info.Main.Version
	}
	return fmt.Sprintf("ctxchain %s %s\n", name, runtime.Version())
}
