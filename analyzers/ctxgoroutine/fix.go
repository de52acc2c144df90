package ctxgoroutine

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"golang.org/x/tools/go/analysis"
)

// fixOuter offers to write the group's context in place of the outer one, where
// both are variables that can be seen there.
func (r *run) fixOuter(g *ctxflow.Group, u ctxflow.GroupUse) *analysis.SuggestedFix {
	id, ok := ast.Unparen(u.Expr).(*ast.Ident)
	if !ok || !u.Named || !u.Inline {
		return nil
	}
	name := g.Ctx.Name()
	return &analysis.SuggestedFix{Message: "Use " + name, TextEdits: []analysis.TextEdit{replace(id, name)}}
}

func replace(n ast.Node, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}
}

// fixAfter offers to use the context that the group was made with. Where it has
// lost its name to the group's, that one gets a name of its own, up to Wait.
func (r *run) fixAfter(g *ctxflow.Group) *analysis.SuggestedFix {
	outer := r.parent(g)
	if outer == nil || g.Ctx == nil {
		return nil
	}
	if outer.Name() != g.Ctx.Name() {
		var edits []analysis.TextEdit
		for _, u := range g.After {
			id, ok := ast.Unparen(u.Expr).(*ast.Ident)
			if !ok || u.Obj != g.Ctx || r.lookup(outer.Name(), id.Pos()) != outer {
				return nil
			}
			edits = append(edits, replace(id, outer.Name()))
		}
		return &analysis.SuggestedFix{Message: "Use " + outer.Name(), TextEdits: edits}
	}
	body := r.body(g.Made)
	if outer != g.Ctx || body == nil || g.Wait.Pos() < g.Made.End() {
		return nil // the new variable ends with its block
	}
	name := fresh(body, r.pass.TypesInfo)
	if name == "" {
		return nil
	}
	lhs := r.assigned(g)
	if lhs == nil {
		return nil
	}
	return &analysis.SuggestedFix{
		Message:   "Call the group's context " + name,
		TextEdits: append([]analysis.TextEdit{replace(lhs, name)}, r.renames(body, outer, name, g.Made.End(), g.Wait.Pos())...),
	}
}

// fixWithout offers to give the group a context, and its tasks that context.
func (r *run) fixWithout(g *ctxflow.Group) *analysis.SuggestedFix {
	var edits []analysis.TextEdit
	outer := g.Outer[0].Obj
	if g.Made != nil {
		outer = r.parent(g)
	}
	body := r.body(g.Decl)
	if outer == nil || body == nil || r.lookup(outer.Name(), g.Decl.Pos()) != outer || !r.onlyCalled(body, g) {
		return nil
	}
	name := fresh(body, r.pass.TypesInfo)
	if name == "" {
		return nil
	}
	if g.Made != nil {
		lhs := r.assigned(g)
		if lhs == nil {
			return nil
		}
		edits = append(edits, replace(lhs, name))
	} else {
		maker := r.maker(g)
		edit, ok := r.declaration(body, g, name+" := "+maker+"("+outer.Name()+")")
		if !ok || maker == "" {
			return nil
		}
		edits = append(edits, edit)
	}
	for _, u := range g.Outer {
		if u.Obj != outer || !u.Inline {
			return nil // a context made of it, say
		}
		edits = append(edits, replace(u.Expr, name))
	}
	return &analysis.SuggestedFix{Message: "Use the group's context in its tasks", TextEdits: edits}
}

// maker writes the function that makes a group with a context as the file of
// the group's declaration has to, or "" where the file can't name it.
func (r *run) maker(g *ctxflow.Group) string {
	_, fn, _ := strings.Cut(g.Maker, ".")
	t := g.Var.Type()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	for _, spec := range r.flow.File(g.Decl.Pos()).Imports {
		name := r.pass.TypesInfo.PkgNameOf(spec)
		if name != nil && name.Imported() == named.Obj().Pkg() && r.scoped(name.Name(), g.Decl.Pos()) == types.Object(name) {
			return name.Name() + "." + fn
		}
	}
	return ""
}

// parent returns the variable that the group's context was made of, or nil.
func (r *run) parent(g *ctxflow.Group) *types.Var {
	if g.Made == nil || len(g.Made.Args) != 1 {
		return nil
	}
	id, ok := ast.Unparen(g.Made.Args[0]).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := r.pass.TypesInfo.Uses[id].(*types.Var)
	return v
}

// assigned returns the identifier that the group's context is assigned to, or
// the blank where it is thrown away.
func (r *run) assigned(g *ctxflow.Group) *ast.Ident {
	var found *ast.Ident
	ast.Inspect(r.flow.File(g.Made.Pos()), func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if ok && len(a.Lhs) == 2 && len(a.Rhs) == 1 && a.Rhs[0] == ast.Expr(g.Made) && a.Tok == token.DEFINE {
			found, _ = a.Lhs[1].(*ast.Ident)
		}
		return found == nil
	})
	return found
}

// declaration returns the edit that turns the declaration of a group into text,
// with the group's own name in front.
func (r *run) declaration(body *ast.BlockStmt, g *ctxflow.Group, text string) (analysis.TextEdit, bool) {
	var at ast.Node
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeclStmt: // var g errgroup.Group
			d := n.Decl.(*ast.GenDecl)
			if d.Tok != token.VAR || len(d.Specs) != 1 || d.Lparen.IsValid() {
				return true
			}
			spec := d.Specs[0].(*ast.ValueSpec)
			if len(spec.Names) == 1 && spec.Names[0] == g.Decl && (len(spec.Values) == 0 || r.empty(spec.Values[0])) {
				at = n
			}
		case *ast.AssignStmt: // g := new(errgroup.Group)
			if n.Tok == token.DEFINE && len(n.Lhs) == 1 && n.Lhs[0] == ast.Expr(g.Decl) && r.empty(n.Rhs[0]) {
				at = n
			}
		}
		return at == nil
	})
	if at == nil {
		return analysis.TextEdit{}, false
	}
	return replace(at, g.Decl.Name+", "+text), true
}

// empty reports whether an expression makes a group and nothing else: T{}, &T{} or new(T).
func (r *run) empty(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.CompositeLit:
		return len(x.Elts) == 0
	case *ast.UnaryExpr:
		return x.Op == token.AND && r.empty(x.X)
	case *ast.CallExpr:
		id, ok := ast.Unparen(x.Fun).(*ast.Ident)
		return ok && r.pass.TypesInfo.Uses[id] == types.Universe.Lookup("new")
	}
	return false
}

// onlyCalled reports whether a group is used for calls of its methods alone, and
// for none but those that start tasks when it has been waited for: from then on,
// its context is done.
func (r *run) onlyCalled(body *ast.BlockStmt, g *ctxflow.Group) bool {
	called := map[*ast.Ident]bool{}
	ok, waits := true, 0
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, isID := ast.Unparen(n.X).(*ast.Ident); isID && r.pass.TypesInfo.Uses[id] == types.Object(g.Var) {
				called[id] = true
				if n.Sel.Name == "Wait" {
					waits++
				} else if waits > 0 {
					ok = false
				}
			}
		case *ast.Ident:
			if r.pass.TypesInfo.Uses[n] == types.Object(g.Var) && !called[n] {
				ok = false
			}
		}
		return true
	})
	return ok && waits == 1
}

// renames returns the edits that give the uses of a variable between two places
// another name.
func (r *run) renames(body *ast.BlockStmt, v *types.Var, name string, from, to token.Pos) []analysis.TextEdit {
	var edits []analysis.TextEdit
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && from <= id.Pos() && id.Pos() < to && r.pass.TypesInfo.Uses[id] == types.Object(v) {
			edits = append(edits, replace(id, name))
		}
		return true
	})
	return edits
}

// fresh returns a name for a group's context that nothing in the function has, or "".
func fresh(body *ast.BlockStmt, info *types.Info) string {
	taken := map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			taken[id.Name] = true
		}
		return true
	})
	for _, name := range []string{"gctx", "groupCtx", "egCtx"} {
		if !taken[name] {
			return name
		}
	}
	return ""
}

// body returns the body of the innermost function around a node, or nil.
func (r *run) body(n ast.Node) *ast.BlockStmt {
	var body *ast.BlockStmt
	ast.Inspect(r.flow.File(n.Pos()), func(x ast.Node) bool {
		if x == nil || n.Pos() < x.Pos() || x.End() < n.End() {
			return false
		}
		switch x := x.(type) {
		case *ast.FuncDecl:
			body = x.Body
		case *ast.FuncLit:
			body = x.Body
		}
		return true
	})
	return body
}

// lookup returns the variable that a name means at a place, or nil.
func (r *run) lookup(name string, pos token.Pos) *types.Var {
	v, _ := r.scoped(name, pos).(*types.Var)
	return v
}

// scoped returns what a name means at a place, or nil.
func (r *run) scoped(name string, pos token.Pos) types.Object {
	sc := r.pass.Pkg.Scope().Innermost(pos)
	if sc == nil {
		return nil
	}
	_, obj := sc.LookupParent(name, pos)
	return obj
}
