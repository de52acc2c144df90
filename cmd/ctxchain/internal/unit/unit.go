// Package unit is ctxchain as a vet tool: the side that go vet talks to.
//
// The go command asks a vet tool three things, and nothing else:
//
//	ctxchain -flags            which flags it takes, as JSON
//	ctxchain -V=full           who it is, so that results can be cached
//	ctxchain [flags] unit.cfg  to analyze one package
//
// The analysis itself is unitchecker's. What this package adds: flags that go
// for all checks, an identity that covers the configuration, errors that a
// person can read, and a garbage collector tuned for processes that live for
// a second.
package unit

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/ctxchain/ctxchain/analyzers"
	"github.com/ctxchain/ctxchain/analyzers/ctxhover"
	"github.com/ctxchain/ctxchain/analyzers/ctxmap"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
)

// Wanted reports whether the command line (without the program's name) is one
// that a build system gives to a vet tool.
func Wanted(args []string) bool {
	if len(args) == 0 {
		return false
	}
	first, last := args[0], args[len(args)-1]
	return first == "-flags" || first == "-V=full" || strings.HasSuffix(last, ".cfg")
}

// Main answers a command line for which Wanted holds. It doesn't return. The
// categories are those of the suite's checks.
//
// Exit status: 0 when the question was answered, findings in JSON included; 1
// when the package doesn't load, or has findings and they were not asked for
// in JSON; 2 for flags that are wrong and for a configuration that can't be
// read.
func Main(suite []*analysis.Analyzer, categories func() []analyzers.Category, args []string) {
	file := os.Getenv(ConfigEnv)
	if file != "" && args[0] != "-flags" {
		checks := catalogue.New(suite, categories())
		cfg, err := loadConfig(checks, file)
		if err == nil {
			err = configure(suite, checks, cfg)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "ctxchain: %v\n", err)
			os.Exit(2)
		}
	}
	switch args[0] {
	case "-flags":
		os.Stdout.Write(describeFlags(suite))
		os.Exit(0)
	case "-V=full":
		id, err := identity(file)
		if err != nil {
			fmt.Fprintf(os.Stderr, "ctxchain: %v\n", err)
			os.Exit(2)
		}
		fmt.Println(id)
		os.Exit(0)
	}
	tuneMemory()
	exitWithParent()
	last := &os.Args[len(os.Args)-1]
	if dir := os.Getenv(CaptureEnv); dir != "" {
		if err := capture(dir, *last); err != nil {
			fmt.Fprintf(os.Stderr, "ctxchain: %s: %v\n", CaptureEnv, err)
			os.Exit(1)
		}
	}
	isDependency := func() bool { return dependency(*last) }
	explainBadFlags(flag.CommandLine, isDependency)
	if deps := wantedDeps(args); deps != depsNone {
		file, err := askFor(deps, *last)
		if err != nil {
			fmt.Fprintf(os.Stderr, "ctxchain: %v\n", err)
			os.Exit(1)
		}
		*last = file
	}
	if isDependency() {
		if typesOnly(*last) {
			os.Exit(0)
		}
		onlyFacts(suite)
	}
	guard(suite, isDependency)
	flag.Var(presetFlag{suite}, "preset", presetUsage)
	flag.Var(apiFlag{suite}, "api", apiUsage)
	flag.Var(depsFlag{}, "deps", depsUsage)
	flag.Var(emitFlag{suite, ctxmap.Name, ctxmap.EmitFlag}, "map", mapUsage)
	flag.Var(emitFlag{suite, ctxhover.Name, ctxhover.EmitFlag}, "hover", hoverUsage)
	unitchecker.Main(suite...)
}

// explainBadFlags makes flags, when they are wrong, one line on stderr and exit
// status 2, in place of the usage text of a program nobody calls by hand. A
// unit that is only a dependency says nothing and succeeds without a result:
// else one typing error would be told once for each package of the standard
// library, ahead of the packages that were asked for.
func explainBadFlags(flags *flag.FlagSet, isDependency func() bool) {
	var message bytes.Buffer
	flags.SetOutput(&message)
	flags.Usage = func() {
		if isDependency() {
			os.Exit(0)
		}
		fmt.Fprintf(os.Stderr, "ctxchain: %s", message.Bytes())
		os.Exit(2)
	}
}

// dependency reports whether the unit is analyzed for its facts only.
func dependency(cfgFile string) bool {
	cfg, ok := readUnit(cfgFile)
	return ok && cfg.VetxOnly
}

// readUnit reads the description of a unit; if it can't, unitchecker tells why.
func readUnit(cfgFile string) (*unitchecker.Config, bool) {
	data, err := os.ReadFile(cfgFile)
	if err != nil {
		return nil, false
	}
	cfg := new(unitchecker.Config)
	return cfg, json.Unmarshal(data, cfg) == nil
}
