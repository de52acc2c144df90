package mutate

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// maxRepairs is how often a program is mended: what is mended may show more.
const maxRepairs = 3

// repaired returns the program of a text, with what a change commonly leaves
// behind mended, or nil if it doesn't compile.
func (m *mutator) repaired(text []byte) *Program {
	for range maxRepairs {
		p, faults := m.check(text)
		if p == nil {
			return nil
		}
		if len(faults) == 0 {
			return p
		}
		var edits []edit
		for _, fault := range faults {
			e, ok := p.mend(fault)
			if !ok {
				return nil
			}
			edits = append(edits, e)
		}
		var ok bool
		slices.SortFunc(edits, func(x, y edit) int { return x.from - y.from })
		if text, ok = apply(text, slices.Compact(edits)); !ok {
			return nil
		}
	}
	return nil
}

// mend returns the edit against an error, if there is one.
func (p *Program) mend(fault error) (edit, bool) {
	var err types.Error
	if !errors.As(fault, &err) || p.Fset.File(err.Pos) != p.Fset.File(p.File.FileStart) {
		return edit{}, false
	}
	path := p.enclosing(err.Pos)
	switch {
	case strings.HasPrefix(err.Msg, "declared and not used: "):
		name := strings.TrimPrefix(err.Msg, "declared and not used: ")
		if at := useful(path); at.IsValid() {
			return edit{p.offset(at), p.offset(at), "\n_ = " + name + "\n"}, true
		}
	case strings.HasSuffix(err.Msg, " and not used"):
		for i, n := range path {
			spec, ok := n.(*ast.ImportSpec)
			if !ok {
				continue
			}
			if g := path[i-1].(*ast.GenDecl); !g.Lparen.IsValid() {
				return p.replaced(g, ""), true
			}
			return p.replaced(spec, ""), true
		}
	case err.Msg == "missing return":
		return edit{p.offset(err.Pos), p.offset(err.Pos), "\npanic(0)\n"}, true
	}
	return edit{}, false
}

// enclosing returns the nodes that hold a position, the outermost first.
func (p *Program) enclosing(pos token.Pos) []ast.Node {
	var path []ast.Node
	ast.Inspect(p.File, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || n.End() <= pos {
			return false
		}
		path = append(path, n)
		return true
	})
	return path
}

// useful returns the first position at which what is declared at the end of the
// path can be used in a statement.
func useful(path []ast.Node) token.Pos {
	for i := len(path) - 1; i > 0; i-- {
		switch n := path[i].(type) {
		case *ast.IfStmt:
			return n.Body.Lbrace + 1
		case *ast.ForStmt:
			return n.Body.Lbrace + 1
		case *ast.RangeStmt:
			return n.Body.Lbrace + 1
		case *ast.SwitchStmt:
			return firstCase(n.Body)
		case *ast.TypeSwitchStmt:
			return firstCase(n.Body)
		case *ast.CommClause:
			return n.Colon + 1
		case *ast.AssignStmt, *ast.DeclStmt:
			switch up := path[i-1].(type) {
			case *ast.BlockStmt, *ast.CaseClause:
				return n.End()
			case *ast.CommClause:
				if up.Comm != n {
					return n.End()
				}
			}
		}
	}
	return token.NoPos
}

// firstCase returns the start of the first clause's statements.
func firstCase(body *ast.BlockStmt) token.Pos {
	if len(body.List) == 0 {
		return token.NoPos
	}
	return body.List[0].(*ast.CaseClause).Colon + 1
}
