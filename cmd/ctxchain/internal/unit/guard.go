package unit

import (
	"fmt"
	"os"
	"runtime/debug"

	"golang.org/x/tools/go/analysis"
)

// guard makes a panic of an analyzer, or of one that it requires, an error that
// it returns. Without that one package that a check can't bear would take down
// all that import it, since they'd miss its types.
//
// An error is part of a unit's result, but not of a dependency's, which is
// analyzed for its facts: there it goes to stderr.
func guard(suite []*analysis.Analyzer, isDependency func() bool) {
	visitAll(suite, func(a *analysis.Analyzer) {
		run := a.Run
		a.Run = func(pass *analysis.Pass) (result any, err error) {
			defer func() {
				if v := recover(); v != nil {
					result, err = nil, fmt.Errorf("panic: %v\n%s", v, debug.Stack())
				}
				if err != nil && isDependency() {
					fmt.Fprintf(os.Stderr, "ctxchain: %s: %s: %v\n", pass.Pkg.Path(), a.Name, err)
				}
			}()
			return run(pass)
		}
	})
}

// visitAll calls f once for each of the analyzers and what they require, what
// is required first.
func visitAll(suite []*analysis.Analyzer, f func(*analysis.Analyzer)) {
	seen := make(map[*analysis.Analyzer]bool)
	var visit func([]*analysis.Analyzer)
	visit = func(analyzers []*analysis.Analyzer) {
		for _, a := range analyzers {
			if !seen[a] {
				seen[a] = true
				visit(a.Requires)
				f(a)
			}
		}
	}
	visit(suite)
}
