package ctxflow

import (
	"go/ast"
	"go/types"
)

// placeHeld fills in the context of an object, or of a function around it, for a wait
// that no caller's context is to end, unless the wait is right by that one.
func (e *engine) placeHeld(w *Wait) {
	src := w.Source
	if src != nil && (w.Reason != ReasonOwnLife || !e.inKeptLiteral(w.instr.Parent(), src.owner(w.instr.Parent()))) {
		return
	}
	held := e.inHand(w)
	if held == nil {
		return
	}
	w.Source = held
	if e.waitReason(w) == ReasonNone {
		w.Held = held
	}
	w.Source = src
}

// inHand returns the context with which the function of a wait has worked before, though
// no caller gave it and no variable of its own holds it: one that it reads from an object
// or has from a function around it, and has handed to a call. Nil where there's none.
func (e *engine) inHand(w *Wait) *Source {
	sc := e.innermost(w.Node.Pos())
	if sc == nil {
		return nil
	}
	for _, u := range e.usesOf(w.instr.Parent()) {
		if len(u.val) == 0 || u.val.Has(Fresh) || u.val.Has(Detached) || u.val.Has(Nil) || u.kind != UseCall && u.kind != UseStart || !dominates(u.instr, w.instr) {
			continue
		}
		x := e.useExpr(u, nil).Expr
		if x == nil || !e.types.context(e.pass.TypesInfo.TypeOf(x)) {
			continue
		}
		v := e.rootVar(x)
		if v == nil {
			continue
		}
		if _, o := sc.LookupParent(v.Name(), w.Node.Pos()); o == types.Object(v) {
			name := types.ExprString(x)
			return &Source{Name: name, Label: name, Obj: v, Value: u.val}
		}
	}
	return nil
}

// rootVar returns the variable that an expression made of selectors begins with, or nil.
func (e *engine) rootVar(x ast.Expr) *types.Var {
	for {
		switch y := ast.Unparen(x).(type) {
		case *ast.SelectorExpr:
			x = y.X
		case *ast.Ident:
			v, _ := e.pass.TypesInfo.Uses[y].(*types.Var)
			return v
		default:
			return nil
		}
	}
}
