package ctxtest

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// again runs the analyzer a second time, and returns how it differs.
func again(a *analysis.Analyzer, results []*analysistest.Result) []string {
	var pkgs []*packages.Package
	for _, r := range results {
		pkgs = append(pkgs, r.Action.Package)
	}
	roots, err := analyze(a, pkgs)
	if err != nil {
		return []string{fmt.Sprintf("second run: %v", err)}
	}
	var faults []string
	for i, act := range roots {
		first, second := transcript(results[i].Action), transcript(act)
		if act.Err != nil || first != second {
			faults = append(faults, fmt.Sprintf("%s: two runs differ (error %v):\n%s\n%s", act.Package.ID, act.Err, first, second))
		}
	}
	return faults
}

// analyze runs the analyzer on packages and returns its actions on them, in
// their order.
func analyze(a *analysis.Analyzer, pkgs []*packages.Package) ([]*checker.Action, error) {
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, &checker.Options{Sequential: true})
	if err != nil {
		return nil, err
	}
	place := func(act *checker.Action) int { return slices.Index(pkgs, act.Package) }
	slices.SortFunc(graph.Roots, func(x, y *checker.Action) int { return place(x) - place(y) })
	return graph.Roots, nil
}

// transcript returns all that an action has reported, in the order in which it did.
func transcript(act *checker.Action) string {
	var w strings.Builder
	at := func(from, to token.Pos) string {
		return fmt.Sprintf("%s-%s", act.Package.Fset.Position(from), act.Package.Fset.Position(to))
	}
	for _, d := range act.Diagnostics {
		fmt.Fprintf(&w, "%s: %s: %s (%s)\n", at(d.Pos, d.End), d.Category, d.Message, d.URL)
		for _, r := range d.Related {
			fmt.Fprintf(&w, "\t%s: %s\n", at(r.Pos, r.End), r.Message)
		}
		for _, fix := range d.SuggestedFixes {
			fmt.Fprintf(&w, "\t%s\n", fix.Message)
			for _, e := range fix.TextEdits {
				fmt.Fprintf(&w, "\t\t%s: %q\n", at(e.Pos, e.End), e.NewText)
			}
		}
	}
	return w.String()
}
