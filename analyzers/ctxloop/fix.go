package ctxloop

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"golang.org/x/tools/go/analysis"
)

// leaveLoop offers to give the break a label, so that it leaves the loop. There is
// none where nothing follows the loop, so that the function would lack a return.
func (r *run) leaveLoop(s *ctxflow.Spin) *analysis.SuggestedFix {
	loop, ok := s.Loop.(*ast.ForStmt)
	body := bodyOf(s.Inner)
	if !ok || body == nil || !r.mayEnd(s.Inner, loop) {
		return nil
	}
	if label := labelOf(body, loop); label != "" {
		return &analysis.SuggestedFix{Message: "Break out of the loop", TextEdits: []analysis.TextEdit{
			{Pos: s.Break.End(), End: s.Break.End(), NewText: []byte(" " + label)},
		}}
	}
	at := r.pass.Fset.Position(loop.Pos())
	label := freshLabel(body, loop)
	indent := strings.Repeat("\t", at.Column-1)
	return &analysis.SuggestedFix{Message: "Break out of the loop", TextEdits: []analysis.TextEdit{
		{Pos: loop.Pos(), End: loop.Pos(), NewText: []byte(label + ":\n" + indent)},
		{Pos: s.Break.End(), End: s.Break.End(), NewText: []byte(" " + label)},
	}}
}

// mayEnd reports whether the function compiles if the loop may end: it has a
// condition, or the function needs no return at its end.
func (r *run) mayEnd(fn ast.Node, loop *ast.ForStmt) bool {
	if loop.Cond != nil {
		return true
	}
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		return fn.Type.Results.NumFields() == 0
	case *ast.FuncLit:
		return fn.Type.Results.NumFields() == 0
	}
	return false
}

func bodyOf(fn ast.Node) *ast.BlockStmt {
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		return fn.Body
	case *ast.FuncLit:
		return fn.Body
	}
	return nil
}

// labelOf returns the label of a loop, "" if it has none.
func labelOf(body *ast.BlockStmt, loop ast.Stmt) string {
	label := ""
	ast.Inspect(body, func(n ast.Node) bool {
		if l, ok := n.(*ast.LabeledStmt); ok && l.Stmt == loop {
			label = l.Label.Name
		}
		return label == ""
	})
	return label
}

// freshLabel returns a label that the function doesn't have, another one for
// each loop without a label.
func freshLabel(body *ast.BlockStmt, loop ast.Node) string {
	used := map[string]bool{}
	n := 1
	ast.Inspect(body, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.LabeledStmt:
			used[x.Label.Name] = true
		case *ast.ForStmt:
			if x.Pos() < loop.Pos() && spinsByBreak(x) {
				n++
			}
		}
		return true
	})
	for ; ; n++ {
		label := "loop"
		if n > 1 {
			label = fmt.Sprintf("loop%d", n)
		}
		if !used[label] {
			return label
		}
	}
}

// spinsByBreak reports whether a loop has a select with an unlabelled break
// directly in a case, for which there may be a fix with a label as well.
func spinsByBreak(loop *ast.ForStmt) bool {
	found := false
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		c, ok := n.(*ast.CommClause)
		if !ok || len(c.Body) == 0 {
			return !found
		}
		br, ok := c.Body[len(c.Body)-1].(*ast.BranchStmt)
		found = found || ok && br.Tok == token.BREAK && br.Label == nil
		return !found
	})
	return found
}
