package ctxflow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A syntaxIndex finds what SSA knows only the position of.
type syntaxIndex struct {
	nodes  map[token.Pos]ast.Node // receives, sends, selects, returns, comparisons and the like, by the position that SSA gives them
	around []ast.Node             // loops, go statements and function literals, outer ones first
}

// syntax returns the index over the package's files.
func (e *engine) syntax() *syntaxIndex {
	if e.index != nil {
		return e.index
	}
	x := &syntaxIndex{nodes: map[token.Pos]ast.Node{}}
	e.index = x
	for _, f := range e.pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.UnaryExpr:
				if n.Op == token.ARROW {
					x.nodes[n.OpPos] = n
				}
			case *ast.SendStmt:
				x.nodes[n.Arrow] = n
			case *ast.SelectStmt:
				x.nodes[n.Select] = n
			case *ast.DeferStmt:
				x.nodes[n.Defer] = n
			case *ast.ReturnStmt:
				x.nodes[n.Return] = n
			case *ast.KeyValueExpr:
				x.nodes[n.Colon] = n
			case *ast.BinaryExpr:
				x.nodes[n.OpPos] = n
			case *ast.AssignStmt:
				for _, lhs := range n.Lhs {
					switch lhs := ast.Unparen(lhs).(type) {
					case *ast.SelectorExpr:
						x.nodes[lhs.Sel.Pos()] = n
					case *ast.IndexExpr:
						x.nodes[lhs.Lbrack] = n
					case *ast.StarExpr:
						x.nodes[lhs.Star] = n
					}
				}
			case *ast.RangeStmt:
				x.nodes[n.For] = n
				x.around = append(x.around, n)
			case *ast.ForStmt, *ast.GoStmt, *ast.FuncLit:
				x.around = append(x.around, n)
			}
			return true
		})
	}
	return x
}

// nodeAt returns the statement or expression of the index at a position, or nil.
func (e *engine) nodeAt(pos token.Pos) ast.Node {
	if n, ok := e.syntax().nodes[pos]; ok {
		return n
	}
	return nil
}

// channelOf returns the channel of a receive, send or range, nil for others.
func channelOf(n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		return n.X
	case *ast.SendStmt:
		return n.Chan
	case *ast.RangeStmt:
		return n.X
	}
	return nil
}

// enclosing returns the loops, go statements and literals around a position,
// the innermost first. What a loop does once, before it turns, isn't in it.
func (e *engine) enclosing(pos token.Pos) []ast.Node {
	var ns []ast.Node
	for _, n := range e.syntax().around {
		if n.Pos() > pos || pos >= n.End() {
			continue
		}
		switch n := n.(type) {
		case *ast.ForStmt:
			if n.Init != nil && n.Init.Pos() <= pos && pos < n.Init.End() {
				continue
			}
		case *ast.RangeStmt:
			// Each turn receives, at the position of the statement itself.
			if n.X.Pos() <= pos && pos < n.X.End() {
				continue
			}
		}
		ns = append([]ast.Node{n}, ns...)
	}
	return ns
}

// around returns the loops and go statements around a position.
func (e *engine) around(pos token.Pos) []ast.Node {
	var ns []ast.Node
	for _, n := range e.enclosing(pos) {
		if _, lit := n.(*ast.FuncLit); !lit {
			ns = append(ns, n)
		}
	}
	return ns
}

// loopOf returns the innermost loop of a wait.
func (e *engine) loopOf(fn *ssa.Function, w *Wait) ast.Node {
	return e.loopFrom(fn, w.Node.Pos())
}

// loopAt returns the innermost loop that an instruction runs in, or nil.
func (e *engine) loopAt(in ssa.Instruction) ast.Node {
	return e.loopFrom(in.Parent(), in.Pos())
}

// loopFrom returns the innermost loop around a position of fn: of the function
// itself, or, for a literal that is called where it is made, of the one that it
// stands in.
func (e *engine) loopFrom(fn *ssa.Function, pos token.Pos) ast.Node {
	for _, n := range e.enclosing(pos) {
		switch n := n.(type) {
		case *ast.FuncLit:
			if !e.calledInPlace(fn) {
				return nil
			}
			fn = fn.Parent()
		case *ast.ForStmt, *ast.RangeStmt:
			return n
		}
		if fn == nil {
			return nil
		}
	}
	return nil
}

// calledInPlace reports whether a literal is only called by the function that
// it stands in.
func (e *engine) calledInPlace(fn *ssa.Function) bool {
	for _, s := range e.sites[fn] {
		if s.Kind != SiteCall || s.In != fn.Parent() {
			return false
		}
	}
	return len(e.sites[fn]) > 0
}

// turns returns how often a loop turns at most, as its constants tell: for i := 0;
// i < 3; i++, and range 3. It returns 0 for all others.
func (e *engine) turns(loop ast.Node) int64 {
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		if t := e.pass.TypesInfo.TypeOf(loop.X); t != nil {
			if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
				return e.constantOf(loop.X)
			}
			if a, ok := t.Underlying().(*types.Array); ok {
				return a.Len()
			}
		}
	case *ast.ForStmt:
		cmp, ok := loop.Cond.(*ast.BinaryExpr)
		if !ok || loop.Post == nil {
			return 0
		}
		if inc, ok := loop.Post.(*ast.IncDecStmt); !ok || inc.Tok != token.INC {
			return 0
		}
		n := e.constantOf(cmp.Y)
		switch cmp.Op {
		case token.LSS:
			return n
		case token.LEQ:
			return n + 1
		}
	}
	return 0
}

// constantOf returns the value of a constant integer expression, 0 for others.
func (e *engine) constantOf(x ast.Expr) int64 {
	tv := e.pass.TypesInfo.Types[x]
	if tv.Value == nil {
		return 0
	}
	n, _ := constant.Int64Val(constant.ToInt(tv.Value))
	return n
}
