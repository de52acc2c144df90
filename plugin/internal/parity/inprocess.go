package parity

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// A Program is a corpus in memory. Its packages come from source, and the
// standard library from export data, which is a lot faster and tells nothing
// that the checks need.
type Program struct {
	corpus Corpus
	loaded []*packages.Package
	asked  map[string]bool // the IDs of what the corpus is about, not of its dependencies
}

// Load reads and type-checks the corpus.
func (c Corpus) Load() (*Program, error) {
	program := &Program{corpus: c, asked: make(map[string]bool)}
	roots, err := c.packages(packages.NeedName|packages.NeedCompiledGoFiles|packages.NeedImports|packages.NeedDeps, "./...")
	if err != nil {
		return nil, err
	}
	patterns := []string{"./..."}
	for _, p := range roots {
		program.asked[p.ID] = true
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if !program.asked[p.ID] && p.ID == p.PkgPath && !standard(p) {
			patterns = append(patterns, p.PkgPath)
		}
	})
	program.loaded, err = c.packages(packages.LoadSyntax|packages.NeedModule, patterns...)
	return program, err
}

// packages loads packages and their tests, all of them without errors.
func (c Corpus) packages(mode packages.LoadMode, patterns ...string) ([]*packages.Package, error) {
	all, err := packages.Load(&packages.Config{
		Mode:  mode,
		Dir:   c.Dir,
		Env:   append(os.Environ(), c.Env...),
		Tests: true,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		if len(p.Errors) > 0 {
			return nil, p.Errors[0]
		}
	}
	generatedMain := func(p *packages.Package) bool { return strings.HasSuffix(p.ID, ".test") }
	return slices.DeleteFunc(all, generatedMain), nil
}

// Check is the driver for tests and programs with checks of their own,
// go/analysis/checker. It shows all that a check says.
func (p *Program) Check(analyzers ...*analysis.Analyzer) ([]Finding, error) {
	graph, err := checker.Analyze(analyzers, p.loaded, nil)
	if err != nil {
		return nil, err
	}
	var found []Finding
	for _, act := range graph.Roots {
		if act.Err != nil {
			return nil, fmt.Errorf("%v: %w", act, act.Err)
		}
		for _, d := range act.Diagnostics {
			if p.asked[act.Package.ID] {
				found = append(found, p.corpus.fromDiagnostic(act.Package.Fset, d))
			}
		}
	}
	return found, nil
}
