// Package analyzers lists ctxchain's checks.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/ctxbudget"
	"github.com/ctxchain/ctxchain/analyzers/ctxdeadline"
	"github.com/ctxchain/ctxchain/analyzers/ctxgoroutine"
	"github.com/ctxchain/ctxchain/analyzers/ctxhop"
	"github.com/ctxchain/ctxchain/analyzers/ctxhover"
	"github.com/ctxchain/ctxchain/analyzers/ctxignored"
	"github.com/ctxchain/ctxchain/analyzers/ctxlifetime"
	"github.com/ctxchain/ctxchain/analyzers/ctxloop"
	"github.com/ctxchain/ctxchain/analyzers/ctxmap"
	"github.com/ctxchain/ctxchain/analyzers/ctxroot"
	"github.com/ctxchain/ctxchain/analyzers/ctxwait"
	"github.com/ctxchain/ctxchain/analyzers/directive"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
)

// New returns a fresh set of the checks, in order, with the pass that looks
// after directives last. Each set has flags of its own, and tells one fault once.
func New() []*analysis.Analyzer {
	return with()
}

// NewForCommand returns the checks with what the command needs besides: ctxmap, to
// show the way of a request, and ctxhover, to tell an editor about contexts.
func NewForCommand() []*analysis.Analyzer {
	return with(ctxmap.New(), ctxhover.New())
}

// with returns the checks, and others that share their engine.
func with(others ...*analysis.Analyzer) []*analysis.Analyzer {
	checks := []*analysis.Analyzer{
		ctxroot.New(),
		ctxignored.New(),
		ctxwait.New(),
		ctxloop.New(),
		ctxgoroutine.New(),
		ctxdeadline.New(),
		ctxlifetime.New(),
		ctxbudget.New(),
		ctxhop.New(),
	}
	report.Link(checks...)
	ctxflow.Equip(append(others, checks...)...)
	return append(append(checks, directive.New(checks...)), others...)
}

// A Category is a kind of finding: the check it belongs to, its name, whether
// the default preset has it on, and its severity.
type Category = report.Category

// Categories returns all categories of the checks, check by check, in the
// order in which their documentation lists them.
func Categories() []Category {
	var cs []Category
	for _, a := range New() {
		cs = append(cs, report.Of(a).Categories()...)
	}
	return cs
}

// Described reports whether a package is known without a look at it: the checks
// say nothing about it and leave no facts, so that a driver needs but its types
// where it is a dependency. That holds for the standard library. Module is the
// path of the package's module, "" if it has none.
func Described(pkg, module string) bool { return ctxflow.Described(pkg, module) }
