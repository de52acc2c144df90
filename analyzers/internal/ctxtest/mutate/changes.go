package mutate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// stmts returns the statements that stand in lists, in the order of the text.
func (p *Program) stmts() []ast.Stmt {
	var all []ast.Stmt
	ast.Inspect(p.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			all = append(all, n.List...)
		case *ast.CaseClause:
			all = append(all, n.Body...)
		case *ast.CommClause:
			all = append(all, n.Body...)
		}
		return true
	})
	return all
}

// exprs returns the expressions that have a value, in the order of the text.
func (p *Program) exprs() []ast.Expr {
	var all []ast.Expr
	ast.Inspect(p.File, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok && p.valueOf(x) != nil {
			all = append(all, x)
		}
		return true
	})
	return all
}

// valueOf returns the type of an expression's value, or nil. Names that are
// just declared have none.
func (p *Program) valueOf(x ast.Expr) types.Type {
	tv, ok := p.Info.Types[x]
	if !ok || !tv.IsValue() || tv.Type == nil {
		return nil
	}
	if b, ok := tv.Type.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		return nil
	}
	return tv.Type
}

// alike returns the other expressions of x's type.
func (p *Program) alike(x ast.Expr) []ast.Expr {
	var all []ast.Expr
	for _, y := range p.exprs() {
		if !within(x, y) && types.Identical(p.valueOf(x), p.valueOf(y)) {
			all = append(all, y)
		}
	}
	return all
}

// decls returns the declarations that aren't imports.
func (p *Program) decls() []ast.Decl {
	var all []ast.Decl
	for _, d := range p.File.Decls {
		if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
			all = append(all, d)
		}
	}
	return all
}

func (m *mutator) deleteStmt() []edit {
	s := pick(m, m.program.stmts())
	if s == nil {
		return nil
	}
	return []edit{m.program.replaced(s, "")}
}

// doubleStmt puts a copy of a statement below it, half of the time in a block
// of its own, where it may declare the same names again.
func (m *mutator) doubleStmt() []edit {
	s := pick(m, m.program.stmts())
	if s == nil {
		return nil
	}
	text := "\n" + m.program.source(s) + "\n"
	if m.choose(2) == 1 {
		text = "\n{" + text + "}\n"
	}
	_, end := m.program.span(s)
	return []edit{{end, end, text}}
}

func (m *mutator) swapStmts() []edit {
	all := m.program.stmts()
	a, b := pick(m, all), pick(m, all)
	if a == nil || within(a, b) {
		return nil
	}
	return []edit{m.program.replaced(a, m.program.source(b)), m.program.replaced(b, m.program.source(a))}
}

// copyStmt puts a copy of a statement above any other.
func (m *mutator) copyStmt() []edit {
	all := m.program.stmts()
	a, b := pick(m, all), pick(m, all)
	if a == nil {
		return nil
	}
	at, _ := m.program.span(b)
	return []edit{{at, at, m.program.source(a) + "\n"}}
}

// wraps are statements that another one, written %s, can stand in.
var wraps = []string{
	"go func() {\n%s\n}()",
	"defer func() {\n%s\n}()",
	"func() {\n%s\n}()",
	"{\n%s\n}",
	"for {\n%s\n}",
	"for range 2 {\n%s\nbreak\n}",
	"if len(\"\") == 0 {\n%s\n}",
	"if f := func() {\n%s\n}; true {\nf()\n}",
	"switch {\ncase true:\n%s\nfallthrough\ndefault:\n}",
	"select {\ncase <-make(chan int):\n%s\ndefault:\n}",
	"for f := range func(yield func(func()) bool) { yield(func() {\n%s\n}) } {\ngo f()\n}",
}

func (m *mutator) wrapStmt() []edit {
	s := pick(m, m.program.stmts())
	if s == nil {
		return nil
	}
	text := strings.Replace(wraps[m.choose(len(wraps))], "%s", m.program.source(s), 1)
	return []edit{m.program.replaced(s, text)}
}

// replaceExpr puts a copy of an expression in place of another of its type.
func (m *mutator) replaceExpr() []edit {
	x := pick(m, m.program.exprs())
	if x == nil {
		return nil
	}
	y := pick(m, m.program.alike(x))
	if y == nil {
		return nil
	}
	return []edit{m.program.replaced(x, m.program.operand(y))}
}

func (m *mutator) swapExprs() []edit {
	x := pick(m, m.program.exprs())
	if x == nil {
		return nil
	}
	y := pick(m, m.program.alike(x))
	if y == nil {
		return nil
	}
	return []edit{m.program.replaced(x, m.program.operand(y)), m.program.replaced(y, m.program.operand(x))}
}

// operand returns the text of an expression as it can stand anywhere.
func (p *Program) operand(x ast.Expr) string {
	switch x.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.BasicLit, *ast.ParenExpr, *ast.IndexExpr:
		return p.source(x)
	}
	return "(" + p.source(x) + ")"
}

func (m *mutator) deleteDecl() []edit {
	d := pick(m, m.program.decls())
	if d == nil {
		return nil
	}
	return []edit{m.program.replaced(d, "")}
}

// doubleDecl puts a copy of a declaration, of things with other names, below it.
func (m *mutator) doubleDecl() []edit {
	p := m.program
	d := pick(m, p.decls())
	if d == nil {
		return nil
	}
	start, end := p.span(d)
	renames := p.renames(d, fmt.Sprintf("D%d", m.names), func(obj types.Object) bool {
		return obj.Pkg() == p.Pkg && d.Pos() <= obj.Pos() && obj.Pos() < d.End() && (obj.Parent() == p.Pkg.Scope() || isMethod(obj))
	})
	for i := range renames {
		renames[i].from -= start
		renames[i].to -= start
	}
	text, ok := apply(p.Text[start:end], renames)
	if !ok {
		return nil
	}
	return []edit{{end, end, "\n\n" + string(text) + "\n"}}
}

func isMethod(obj types.Object) bool {
	f, ok := obj.(*types.Func)
	return ok && f.Signature().Recv() != nil
}

// renames returns the edits that give all objects in a node for which that is
// wanted names with a suffix. A field that is embedded goes by its type's name.
func (p *Program) renames(n ast.Node, suffix string, wanted func(types.Object) bool) []edit {
	var edits []edit
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || id.Name == "_" || id.Name == "init" {
			return true
		}
		obj := p.Info.Uses[id]
		if obj == nil {
			obj = p.Info.Defs[id]
		}
		if v, ok := obj.(*types.Var); ok && v.IsField() && v.Embedded() {
			obj = typeName(v.Type())
		}
		if obj != nil && wanted(obj) {
			_, end := p.span(id)
			edits = append(edits, edit{end, end, suffix})
		}
		return true
	})
	return edits
}

// typeName returns the declaration of a named type, or of what one points to.
func typeName(t types.Type) types.Object {
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	switch t := t.(type) {
	case *types.Named:
		return t.Obj()
	case *types.Alias:
		return t.Obj()
	}
	return nil
}
