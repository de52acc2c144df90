// Package probe has an analyzer that asks the engine everything that there is
// to ask about a package, for tests of how it bears up. The checks ask less.
package probe

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
)

// Category is that of all diagnostics that say what the engine answers. They
// are there to be compared, not read.
const Category = "probe"

// New returns the analyzer.
func New() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "probe",
		Doc:      "ask the engine everything",
		Requires: []*analysis.Analyzer{ctxflow.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			p := prober{pass, ctxflow.Of(pass)}
			p.calls()
			p.roots()
			p.stored()
			p.summaries()
			return nil, nil
		},
	}
}

type prober struct {
	pass *analysis.Pass
	flow *ctxflow.Result
}

func (p prober) tell(at analysis.Range, format string, args ...any) {
	p.pass.Report(analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Category: Category, Message: fmt.Sprintf(format, args...)})
}

func (p prober) calls() {
	for _, c := range p.flow.ContextCalls() {
		p.tell(c.Expr, "%s is %s, %s, %d", c.Callee, c.Value, c.Life, c.Kind)
	}
	for _, c := range p.flow.RootedCalls() {
		p.tell(c.Call, "%v is rooted at %v with %s (%v, %v)", c.Callee, c.Root, source(c.Source), c.Bounded, p.flow.SameModule(c.Callee))
	}
}

func (p prober) roots() {
	for _, r := range p.flow.Roots() {
		p.tell(r.Call, "%v root, %q, carrier %v, bounded %v, escapes %v, mixed %v, with %s", r.Prov, r.Reason, r.Carrier, r.Bounded, r.Escapes, r.Mixed, source(r.Source))
		p.tell(r.First.Expr, "first used in %s", told(r.Func))
	}
}

func (p prober) stored() {
	for _, s := range p.flow.Stored() {
		p.tell(s.Expr, "%v is stored, receiver %v, %q, with %s, in %s", s.Obj, s.Receiver, s.Reason, source(s.Source), told(s.Func))
	}
}

// summaries asks about all functions of the package and those that it uses.
func (p prober) summaries() {
	for _, f := range p.pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if fn, ok := p.pass.TypesInfo.ObjectOf(id).(*types.Func); ok {
					if s := p.flow.Summary(fn); s != nil {
						p.tell(id, "%v", s)
					}
				}
			}
			return true
		})
	}
}

func source(s *ctxflow.Source) string {
	if s == nil {
		return "nothing"
	}
	return fmt.Sprintf("%q %q param %v outer %v caller %v %s", s.Name, s.Label, s.Param, s.Outer, s.FromCaller(), s.Value)
}

func told(f ctxflow.Func) string {
	return fmt.Sprintf("%s main %v wraps %q fixed %q called %q %q job %v, %d literals", f.Name, f.Main, f.Wraps, f.Interface, f.CallerName, f.Callee, f.Job, len(f.Literals))
}
