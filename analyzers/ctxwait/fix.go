package ctxwait

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"golang.org/x/tools/go/analysis"
)

// fix offers to wait for the context as well, and to return its error then.
// There is none where the function's results can't be made up: its last one
// isn't an error though it has some.
func (r *run) fix(w *ctxflow.Wait) *analysis.SuggestedFix {
	ret, ok := r.leave(w)
	if !ok || w.Source.Name == "" {
		return nil
	}
	msg := "Wait for " + w.Source.Name + ".Done() as well"
	if sel, ok := w.Node.(*ast.SelectStmt); ok {
		return r.addCase(sel, msg, w.Source.Name, ret)
	}
	s := r.statement(w)
	if s == nil {
		return nil
	}
	switch n := w.Node.(type) {
	case *ast.CallExpr: // time.Sleep(d)
		return r.newTimer(w, s, n, n.Pos(), msg, ret)
	case *ast.UnaryExpr:
		switch x := ast.Unparen(n.X).(type) {
		case *ast.CallExpr: // <-time.After(d)
			return r.newTimer(w, s, x, n.Pos(), msg, ret)
		case *ast.SelectorExpr: // <-t.C
			return r.ofTimer(s, x, msg, w.Source.Name, ret)
		}
	}
	return nil
}

// A place is a statement that stands on lines of its own.
type place struct {
	stmt   ast.Stmt
	block  ast.Node // what it is directly in
	indent string
}

// addCase adds a case to a select.
func (r *run) addCase(sel *ast.SelectStmt, msg, ctx, ret string) *analysis.SuggestedFix {
	at := r.pass.Fset.Position(sel.Pos())
	first := sel.Body.List[0]
	if r.pass.Fset.Position(first.Pos()).Line == at.Line || r.pass.Fset.Position(first.Pos()).Column != r.column(sel) {
		return nil
	}
	in := strings.Repeat("\t", r.column(sel)-1)
	text := fmt.Sprintf("\n%scase <-%s.Done():\n%s\t%s", in, ctx, in, ret)
	return &analysis.SuggestedFix{Message: msg, TextEdits: []analysis.TextEdit{{Pos: sel.Body.Lbrace + 1, End: sel.Body.Lbrace + 1, NewText: []byte(text)}}}
}

func (r *run) column(n ast.Node) int { return r.pass.Fset.Position(n.Pos()).Column }

// newTimer replaces a call of time.Sleep or time.After, which starts at from,
// by one that makes a timer, and adds the select that waits for it.
func (r *run) newTimer(w *ctxflow.Wait, s *place, call *ast.CallExpr, from token.Pos, msg, ret string) *analysis.SuggestedFix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	pkg, ok := sel.X.(*ast.Ident)
	if !ok {
		return nil
	}
	if p, ok := r.pass.TypesInfo.Uses[pkg].(*types.PkgName); !ok || p.Imported().Path() != "time" {
		return nil
	}
	body := bodyOf(w.Inner)
	if hasGoto(body) {
		return nil // it must not jump over the new variable
	}
	name := r.freshName(body, s)
	text := r.selectText(s.indent, w.Source.Name, name, "<-"+name+".C", ret)
	return &analysis.SuggestedFix{Message: msg, TextEdits: []analysis.TextEdit{
		{Pos: from, End: call.Fun.End(), NewText: []byte(name + " := " + pkg.Name + ".NewTimer")},
		{Pos: s.stmt.End(), End: s.stmt.End(), NewText: []byte("\n" + s.indent + text)},
	}}
}

// ofTimer wraps the receive from a local timer's channel in a select.
func (r *run) ofTimer(s *place, ch *ast.SelectorExpr, msg, ctx, ret string) *analysis.SuggestedFix {
	id, ok := ch.X.(*ast.Ident)
	if !ok || ch.Sel.Name != "C" {
		return nil
	}
	v, ok := r.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Parent() == nil || v.Parent() == r.pass.Pkg.Scope() {
		return nil
	}
	text := r.selectText(s.indent, ctx, id.Name, "<-"+id.Name+".C", ret)
	return &analysis.SuggestedFix{Message: msg, TextEdits: []analysis.TextEdit{{Pos: s.stmt.Pos(), End: s.stmt.End(), NewText: []byte(text)}}}
}

// selectText returns the select statement, without the indentation of its first line.
func (r *run) selectText(in, ctx, timer, receive, ret string) string {
	return strings.Join([]string{
		"select {",
		in + "case <-" + ctx + ".Done():",
		in + "\t" + timer + ".Stop()",
		in + "\t" + ret,
		in + "case " + receive + ":",
		in + "}",
	}, "\n")
}

// statement returns the place of the statement that only waits, nil if there is
// none: if the value received is used, say.
func (r *run) statement(w *ctxflow.Wait) *place {
	var found *place
	body := bodyOf(w.Inner)
	if body == nil {
		return nil
	}
	ast.Inspect(body, func(n ast.Node) bool {
		list, start := statements(n)
		for i, s := range list {
			x, ok := s.(*ast.ExprStmt)
			if !ok || ast.Unparen(x.X) != w.Node {
				continue
			}
			before := start
			if i > 0 {
				before = list[i-1].End()
			}
			line := func(p token.Pos) int { return r.pass.Fset.Position(p).Line }
			if line(before) < line(s.Pos()) {
				found = &place{s, n, strings.Repeat("\t", r.column(s)-1)}
			}
		}
		return found == nil
	})
	return found
}

// statements returns the statements directly in a node, and where they start.
func statements(n ast.Node) ([]ast.Stmt, token.Pos) {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List, n.Lbrace
	case *ast.CaseClause:
		return n.Body, n.Colon
	case *ast.CommClause:
		return n.Body, n.Colon
	}
	return nil, token.NoPos
}

// freshName returns a name for a timer that means nothing in the function, and
// that no other fix in the same block takes.
func (r *run) freshName(body *ast.BlockStmt, s *place) string {
	used := map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
		return true
	})
	n := 1
	list, _ := statements(s.block)
	for _, other := range list {
		if other == s.stmt {
			break
		}
		if pauses(other) {
			n++
		}
	}
	for {
		name := "timer"
		if n > 1 {
			name = fmt.Sprintf("timer%d", n)
		}
		if !used[name] {
			return name
		}
		n++
	}
}

// pauses reports whether a statement looks like one that a fix turns into a timer.
func pauses(s ast.Stmt) bool {
	x, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(x.X).(*ast.CallExpr)
	if recv, isRecv := ast.Unparen(x.X).(*ast.UnaryExpr); isRecv {
		call, ok = ast.Unparen(recv.X).(*ast.CallExpr)
	}
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && (sel.Sel.Name == "Sleep" || sel.Sel.Name == "After")
}

func hasGoto(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		b, ok := n.(*ast.BranchStmt)
		found = found || ok && b.Tok == token.GOTO
		return !found
	})
	return found
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

// leave returns the statement by which the function of a wait gives up: with
// zero values and, last, the context's error. A literal without results that is
// no goroutine only leaves itself, which isn't enough.
func (r *run) leave(w *ctxflow.Wait) (string, bool) {
	var typ *ast.FuncType
	switch fn := w.Inner.(type) {
	case *ast.FuncDecl:
		typ = fn.Type
	case *ast.FuncLit:
		typ = fn.Type
	}
	if typ == nil {
		return "", false
	}
	if typ.Results.NumFields() == 0 {
		_, decl := w.Inner.(*ast.FuncDecl)
		return "return", decl || w.Started
	}
	var zeros []string
	for _, f := range typ.Results.List {
		for range max(1, len(f.Names)) {
			z, ok := r.zero(f.Type)
			if !ok {
				return "", false
			}
			zeros = append(zeros, z)
		}
	}
	last := typ.Results.List[len(typ.Results.List)-1]
	if !isError(r.pass.TypesInfo.TypeOf(last.Type)) {
		return "", false
	}
	zeros[len(zeros)-1] = w.Source.Name + ".Err()"
	return "return " + strings.Join(zeros, ", "), true
}

func isError(t types.Type) bool {
	return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
}

// zero returns the zero value of a type as an expression.
func (r *run) zero(x ast.Expr) (string, bool) {
	t := r.pass.TypesInfo.TypeOf(x)
	if t == nil {
		return "", false
	}
	var text bytes.Buffer
	if err := format.Node(&text, r.pass.Fset, x); err != nil {
		return "", false
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return "*new(" + text.String() + ")", true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false", true
		case u.Info()&types.IsString != 0:
			return `""`, true
		case u.Info()&types.IsNumeric != 0:
			return "0", true
		case u.Kind() == types.UnsafePointer:
			return "nil", true
		}
	case *types.Struct, *types.Array:
		return text.String() + "{}", true
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return "nil", true
	}
	return "", false
}
