package analyzers

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
)

// Umbrella returns one analyzer, ctxchain, that reports what a fresh set of the
// checks finds, for drivers that take analyzers one by one and know nothing of
// the rest: nogo and golangci-lint. Its diagnostics are those of the set, but
// for fixes that can't be applied together: of these it keeps the first, as
// such drivers apply all fixes at once and don't clean up after them.
//
// The flags of the checks are flags of the umbrella, with the check's name
// before them, such as ctxroot.helper. For all checks there are
//
//	preset   default or strict
//	nolint   whether //nolint comments count
//	enable   checks or categories to report as well, separated by commas
//	disable  checks or categories not to report; a category wins over its check
//	api      rows about libraries, as for SetRows
//
// The order in which flags are set doesn't matter: the flag of a check wins
// over those for all.
func Umbrella() *analysis.Analyzer {
	checks := New()
	a := &analysis.Analyzer{
		Name:     directives.Name,
		Doc:      "find where a program breaks its deadline chain\n\nThis stands for all checks of ctxchain.",
		URL:      report.PageURL("README"),
		Requires: checks,
		Run: func(pass *analysis.Pass) (any, error) {
			var all []analysis.Diagnostic
			for _, check := range checks {
				all = append(all, pass.ResultOf[check].(*report.Result).Told()...)
			}
			slices.SortStableFunc(all, func(x, y analysis.Diagnostic) int { return cmp.Compare(x.Pos, y.Pos) })
			reconcile(pass, all)
			for _, d := range all {
				pass.Report(d)
			}
			return nil, nil
		},
	}
	registerAll(&a.Flags, checks)
	// nogo hands the flags of an analyzer to those that it requires, if they
	// have its name.
	for _, check := range checks {
		if check.Name == a.Name {
			check.Name += "directives"
		}
	}
	return a
}
