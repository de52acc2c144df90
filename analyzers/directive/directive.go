package directive

import (
	_ "embed"
	"fmt"
	"go/token"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/internal/checkdoc"
	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
)

//go:embed doc.go
var doc string

const category = "directive"

// New returns an analyzer that looks at the directives of a package after the
// given checks, fresh ones made for the same set. An analyzer that isn't one
// of ctxchain's checks is left out.
func New(checks ...*analysis.Analyzer) *analysis.Analyzer {
	p := &pass{check: report.NewCheck(directives.Name, report.Category{
		Name:     category,
		Default:  true,
		Severity: report.Warning,
		Summary:  "a directive that has no effect or no reason",
		Fix:      "remove what suppresses nothing",
	})}
	p.checks = []*report.Check{p.check}
	a := &analysis.Analyzer{
		Name:       directives.Name,
		Doc:        checkdoc.Doc(doc, directives.Name),
		URL:        report.PageURL(directives.Name),
		Run:        p.run,
		Requires:   []*analysis.Analyzer{directives.Analyzer},
		ResultType: reflect.TypeFor[*report.Result](),
	}
	for _, check := range checks {
		if c := report.Of(check); c != nil {
			a.Requires = append(a.Requires, check)
			p.checks = append(p.checks, c)
		}
	}
	p.check.Register(&a.Flags)
	return a
}

// pass is what an analyzer knows before it sees a package.
type pass struct {
	check  *report.Check   // the analyzer's own
	checks []*report.Check // all, its own included
}

func (p *pass) run(ap *analysis.Pass) (any, error) {
	set := ap.ResultOf[directives.Analyzer].(*directives.Set)
	used := make(map[*directives.Directive]bool)
	results := report.Results(ap)
	for _, d := range set.All() {
		used[d] = slices.ContainsFunc(results, func(r *report.Result) bool { return r.Used(d) })
	}

	// A directive may be of use against a finding about another one. That is
	// settled before any of them is said to suppress nothing.
	var open []*directives.Directive
	for _, d := range set.All() {
		if message, _ := p.fault(d, used[d]); message == "" {
			continue
		}
		if by := p.answer(set, d); by != nil {
			used[by] = true
			continue
		}
		open = append(open, d)
	}

	var findings []report.Finding
	for _, d := range open {
		message, useless := p.fault(d, used[d])
		if message == "" {
			continue
		}
		f := report.Finding{Category: category, Range: place{d}, Message: message}
		if useless {
			f.Fix = removal(ap, d)
		}
		findings = append(findings, f)
	}
	// No directives: those that answer these findings are dealt with.
	return p.check.Report(ap, nil, findings), nil
}

// place is the range of a directive.
type place struct{ *directives.Directive }

func (p place) Pos() token.Pos { return p.Directive.Pos }
func (p place) End() token.Pos { return p.Directive.End }

// answer returns the directive, other than d, that keeps a finding about d from
// being told, or nil.
func (p *pass) answer(set *directives.Set, d *directives.Directive) *directives.Directive {
	for _, by := range set.Matches(d.Pos, p.check.Name(), category) {
		if by != d && (by.Kind != directives.Nolint || p.check.Nolint()) {
			return by
		}
	}
	return nil
}

// fault returns what is wrong with d, or "", and whether that is that it
// suppresses nothing. Where several things are wrong, it is the one that has to
// be put right first.
func (p *pass) fault(d *directives.Directive, used bool) (message string, useless bool) {
	switch {
	case d.Kind == directives.Unknown:
		return fmt.Sprintf("unknown directive //%s:%s; known are ignore, root and detached", directives.Name, d.Verb), false
	case d.Kind == directives.Ignore && len(d.Names) == 0:
		return fmt.Sprintf("//%s:ignore names no check; name one, such as ctxroot, or ctxchain for all", directives.Name), false
	case d.Kind == directives.Nolint && !p.check.Nolint():
		return "", false // the driver looks at it, and so does its own linter
	}
	names := p.names(d)
	switch {
	case names.unknown != "":
		return fmt.Sprintf("unknown check or category %s in %s", names.unknown, names.text), false
	case !names.on:
		return "", false
	case !used && !names.off:
		return names.text + " suppresses nothing; remove it", true
	case d.Reason == "":
		return names.text + " gives no reason", false
	}
	return "", false
}
