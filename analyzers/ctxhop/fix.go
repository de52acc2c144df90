package ctxhop

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"golang.org/x/tools/go/analysis"
)

// floor offers to send at least 1 of a number of units.
func (r *run) floor(s *ctxflow.SentDeadline) *analysis.SuggestedFix {
	if !s.Number || s.Absolute || !r.integer(s.Value) || !r.hasMax(s.Value.Pos()) {
		return nil
	}
	return &analysis.SuggestedFix{Message: "Send at least 1", TextEdits: []analysis.TextEdit{
		{Pos: s.Value.Pos(), End: s.Value.Pos(), NewText: []byte("max(1, ")},
		{Pos: s.Value.End(), End: s.Value.End(), NewText: []byte(")")},
	}}
}

// integer reports whether an expression is a number without a fraction, and not one that
// prints as a duration.
func (r *run) integer(x ast.Expr) bool {
	t := r.pass.TypesInfo.TypeOf(x)
	if t == nil {
		return false
	}
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// hasMax reports whether max is the language's own at a position.
func (r *run) hasMax(pos token.Pos) bool {
	if !r.flow.Since(pos, "go1.21") {
		return false
	}
	scope := r.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	_, obj := scope.LookupParent("max", pos)
	return obj == types.Universe.Lookup("max")
}

// clone offers to clone the request as the first thing that a RoundTripper does. There
// is none where the request has no name, or where it is copied already, in a way that
// isn't enough.
func (r *run) clone(m *ctxflow.Mutation) *analysis.SuggestedFix {
	if m.Shared || m.Param == nil || len(m.Body.List) == 0 {
		return nil
	}
	first := r.pass.Fset.Position(m.Body.List[0].Pos())
	if first.Line == r.pass.Fset.Position(m.Body.Lbrace).Line {
		return nil
	}
	req := m.Param.Name
	indent := strings.Repeat("\t", first.Column-1)
	return &analysis.SuggestedFix{Message: "Clone the request first", TextEdits: []analysis.TextEdit{
		{Pos: m.Body.List[0].Pos(), End: m.Body.List[0].Pos(), NewText: []byte(req + " = " + req + ".Clone(" + req + ".Context())\n" + indent)},
	}}
}
