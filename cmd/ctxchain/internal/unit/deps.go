package unit

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Values of the -deps flag: of which packages findings are computed though they
// are only dependencies of those asked for.
//
// The go command of Go 1.26 files the result of a dependency, which has no
// findings since nobody asked for them, under the same key as the result of the
// package itself. So go vet is silent about a package, for good, once it has
// vetted one that imports it. Go 1.27 is right. With -deps, the two results are
// the same, and whoever asks has to sort out what wasn't asked for; the command
// does that. It isn't the default since go vet by itself would print it all.
const (
	depsNone   = ""
	DepsModule = "module" // those of the main module and the workspace
	DepsAll    = "all"
)

const depsUsage = "report findings in dependencies as well: module or all"

// A depsFlag takes in and checks the value; wantedDeps has looked ahead for it.
type depsFlag struct{}

func (depsFlag) String() string { return "" }

func (depsFlag) Set(value string) error {
	if value != DepsModule && value != DepsAll {
		return fmt.Errorf("want %s or %s", DepsModule, DepsAll)
	}
	return nil
}

// wantedDeps returns the value of the -deps flag. It is needed before
// unitchecker, which does it all in one go, has parsed the command line.
// Fixes are for what was asked for, whatever the flag says.
func wantedDeps(args []string) string {
	deps := depsNone
	for i, arg := range args {
		name, value, given := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"), "=")
		switch {
		case name == "fix":
			return depsNone
		case name == "deps" && given:
			deps = value
		case name == "deps" && i+1 < len(args):
			deps = args[i+1]
		}
	}
	return deps
}

// askFor returns the configuration file to use so that findings are computed,
// too, if the unit is a dependency of the kind that deps names. The go command
// keeps what it wrote: the changed copy lies beside it, in a directory that the
// go command removes.
func askFor(deps, cfgFile string) (string, error) {
	cfg, ok := readUnit(cfgFile)
	if !ok || !cfg.VetxOnly {
		return cfgFile, nil
	}
	own := cfg.ModulePath != "" && cfg.ModuleVersion == ""
	if deps != DepsAll && !(deps == DepsModule && own) {
		return cfgFile, nil
	}
	cfg.VetxOnly = false
	data, err := json.Marshal(cfg)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(filepath.Dir(cfgFile), "deps.cfg")
	return changed, os.WriteFile(changed, data, 0o666)
}

// onlyFacts leaves of the analyzers those that make facts, and what these
// require: nobody will see what the others find. Their flags remain. That is
// for a dependency, where unitchecker would run all that facts are made for.
func onlyFacts(suite []*analysis.Analyzer) {
	needed := make(map[*analysis.Analyzer]bool)
	var need func(*analysis.Analyzer)
	need = func(a *analysis.Analyzer) {
		needed[a] = true
		for _, r := range a.Requires {
			need(r)
		}
	}
	visitAll(suite, func(a *analysis.Analyzer) {
		if len(a.FactTypes) > 0 {
			need(a)
		}
	})
	visitAll(suite, func(a *analysis.Analyzer) {
		if !needed[a] {
			a.Run = func(*analysis.Pass) (any, error) { return nothing(a.ResultType), nil }
		}
	})
}

// nothing returns a result of a type, or nil for an analyzer without results.
func nothing(result reflect.Type) any {
	switch {
	case result == nil:
		return nil
	case result.Kind() == reflect.Pointer:
		return reflect.New(result.Elem()).Interface()
	}
	return reflect.Zero(result).Interface()
}
