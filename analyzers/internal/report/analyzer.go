package report

import (
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
)

var resultType = reflect.TypeFor[*Result]()

// Analyzer returns the check's analyzer, with the check's flags, documentation
// and page. Find says what is wrong in a package, in any order; it may ask for
// the results of needs and of directives.Analyzer.
//
// Behind it is a second analyzer, which collects the findings and tells nobody.
// Two checks can give way to each other since what both wait for are these; see
// [Link].
func (c *Check) Analyzer(doc string, find func(*analysis.Pass) []Finding, needs ...*analysis.Analyzer) *analysis.Analyzer {
	c.collector = &analysis.Analyzer{
		Name:       c.name + "findings",
		Doc:        "collect what " + c.name + " finds, for it and for the checks that give way to it",
		URL:        PageURL(c.name),
		Requires:   append([]*analysis.Analyzer{directives.Analyzer}, needs...),
		ResultType: resultType,
		Run: func(pass *analysis.Pass) (any, error) {
			set := pass.ResultOf[directives.Analyzer].(*directives.Set)
			return c.Collect(pass, set, alone(pass, find)), nil
		},
	}
	a := &analysis.Analyzer{
		Name:       c.name,
		Doc:        doc,
		URL:        PageURL(c.name),
		Requires:   append([]*analysis.Analyzer{c.collector}, needs...), // needs for nogo, which sets their flags, too
		ResultType: resultType,
		Run: func(pass *analysis.Pass) (any, error) {
			return pass.ResultOf[c.collector].(*Result).Emit(pass), nil
		},
	}
	c.Register(&a.Flags)
	return a
}

// alone calls find while no other check asks those results that can be locked.
// Drivers run the checks of a package at the same time, and what is behind a
// result may work out an answer only when it is asked.
func alone(pass *analysis.Pass, find func(*analysis.Pass) []Finding) []Finding {
	for _, need := range pass.Analyzer.Requires {
		if result, ok := pass.ResultOf[need].(sync.Locker); ok {
			result.Lock()
			defer result.Unlock()
		}
	}
	return find(pass)
}

// Link makes the checks of a set know of each other's findings, so that one
// fault is told once. It is for who makes the set, before anything runs; a
// check alone speaks for itself.
func Link(checks ...*analysis.Analyzer) {
	for _, a := range checks {
		for _, b := range checks {
			if other := Of(b).collector; !slices.Contains(a.Requires, other) {
				a.Requires = append(a.Requires, other)
			}
		}
	}
}
