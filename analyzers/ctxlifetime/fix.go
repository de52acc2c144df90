package ctxlifetime

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"golang.org/x/tools/go/analysis"
)

// detach offers to make the context of a call of context.WithTimeout and its kind
// of one that doesn't end, so that the timeout that is there already is all that
// limits it. It needs Go 1.21.
func (r *run) detach(limit *ast.CallExpr) *analysis.SuggestedFix {
	if limit == nil || len(limit.Args) < 2 {
		return nil
	}
	sel, ok := ast.Unparen(limit.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	pkg, ok := sel.X.(*ast.Ident)
	if !ok {
		return nil
	}
	p, ok := r.pass.TypesInfo.Uses[pkg].(*types.PkgName)
	if !ok || p.Imported().Path() != "context" || !strings.HasPrefix(sel.Sel.Name, "WithTimeout") {
		return nil
	}
	if !r.flow.Since(limit.Pos(), "go1.21") {
		return nil
	}
	parent := limit.Args[0]
	return &analysis.SuggestedFix{Message: "Use context.WithoutCancel", TextEdits: []analysis.TextEdit{
		{Pos: parent.Pos(), End: parent.Pos(), NewText: []byte(pkg.Name + ".WithoutCancel(")},
		{Pos: parent.End(), End: parent.End(), NewText: []byte(")")},
	}}
}

// fixNested offers a new variable for each turn. Nothing else may be changed by
// that: the variable is set in each turn, used in the loop afterwards only, and not
// when the loop is over.
func (r *run) fixNested(n *ctxflow.Nested) *analysis.SuggestedFix {
	a := n.Assign
	if a == nil || n.Var == nil || a.Tok != token.ASSIGN || len(a.Lhs) != 1 || n.Loop == nil {
		return nil
	}
	if !inList(bodyOf(n.Loop), a) {
		return nil
	}
	ok := true
	ast.Inspect(r.flow.File(a.Pos()), func(x ast.Node) bool {
		id, isID := x.(*ast.Ident)
		if !isID || r.pass.TypesInfo.Uses[id] != types.Object(n.Var) || id == a.Lhs[0] {
			return true
		}
		if id.Pos() > n.Loop.End() || n.Loop.Pos() <= id.Pos() && id.Pos() < a.Pos() {
			ok = false
		}
		return ok
	})
	if !ok {
		return nil
	}
	return &analysis.SuggestedFix{Message: "Use a new variable in each turn", TextEdits: []analysis.TextEdit{
		{Pos: a.TokPos, End: a.TokPos + 1, NewText: []byte(":=")},
	}}
}

// fixDeferLoop offers to put the rest of the turn, from where its context is made,
// into a function literal, so that the deferred call ends it. That changes nothing
// else where the rest neither leaves the turn nor defers more.
func (r *run) fixDeferLoop(d *ctxflow.DeferLoop) *analysis.SuggestedFix {
	body := bodyOf(d.Loop)
	if body == nil || !inList(body, d.Defer) {
		return nil
	}
	var from ast.Stmt
	for _, s := range body.List {
		if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && len(a.Rhs) == 1 && ast.Unparen(a.Rhs[0]) == d.Made {
			from = s
		}
		if from != nil && s != ast.Stmt(d.Defer) && leaves(s) {
			return nil
		}
	}
	if from == nil || r.line(body.List[len(body.List)-1].End()) == r.line(body.Rbrace) {
		return nil
	}
	in := strings.Repeat("\t", r.pass.Fset.Position(body.Rbrace).Column-1)
	return &analysis.SuggestedFix{Message: "End the context with its turn", TextEdits: []analysis.TextEdit{
		{Pos: from.Pos(), End: from.Pos(), NewText: []byte("func() {\n" + in + "\t")},
		{Pos: body.Rbrace, End: body.Rbrace, NewText: []byte("\t}()\n" + in)},
	}}
}

func (r *run) line(pos token.Pos) int { return r.pass.Fset.Position(pos).Line }

// leaves reports whether a statement may go elsewhere than to the next one, or
// defers something. Breaks and continues of its own loops count as well.
func leaves(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt, *ast.ReturnStmt, *ast.DeferStmt, *ast.LabeledStmt:
			found = true
		}
		return !found
	})
	return found
}

// bodyOf returns the body of a loop, or nil.
func bodyOf(loop ast.Node) *ast.BlockStmt {
	switch loop := loop.(type) {
	case *ast.ForStmt:
		return loop.Body
	case *ast.RangeStmt:
		return loop.Body
	}
	return nil
}

// inList reports whether a statement stands directly in a block.
func inList(b *ast.BlockStmt, s ast.Stmt) bool {
	if b == nil {
		return false
	}
	for _, x := range b.List {
		if x == s {
			return true
		}
	}
	return false
}
