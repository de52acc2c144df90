package ctxflow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// doneBeside returns the context of another select of the function, read from a field,
// if that select waits for it beside all the channels that sel receives from: there
// whoever wrote it saw that they don't end the wait when the context does. It is nil
// where there's no such select, or sel waits for a context itself.
func (e *engine) doneBeside(sel *ssa.Select) *Source {
	if len(receivedFrom(sel)) == 0 || e.doneOf(sel) != nil {
		return nil
	}
	for _, b := range sel.Parent().Blocks {
		for _, in := range b.Instrs {
			other, ok := in.(*ssa.Select)
			if !ok || !other.Blocking || !e.receivesAll(other, sel) {
				continue
			}
			if done := e.doneOf(other); done != nil {
				return e.kept(done)
			}
		}
	}
	return nil
}

// doneOf returns the call that gives the first Done channel among a select's cases, or nil.
func (e *engine) doneOf(sel *ssa.Select) *ssa.Call {
	for _, ch := range receivedFrom(sel) {
		if e.isDone(ch) {
			return e.held(ch).(*ssa.Call)
		}
	}
	return nil
}

// receivesAll reports whether a select receives from all the channels that another
// one receives from, each of them held in the same field, variable or value.
func (e *engine) receivesAll(all, of *ssa.Select) bool {
	for _, ch := range receivedFrom(of) {
		found := false
		for _, x := range receivedFrom(all) {
			obj := heldIn(ch)
			found = found || obj != nil && obj == heldIn(x) || e.held(ch) == e.held(x)
		}
		if !found {
			return false
		}
	}
	return true
}

// kept returns the context whose Done is called, if that is read from a field of what
// the function is given, so that it can be named anywhere in it.
func (e *engine) kept(done *ssa.Call) *Source {
	ctx := done.Call.Value
	if !done.Call.IsInvoke() {
		ctx = done.Call.Args[0]
	}
	call := e.callExpr(done)
	if call == nil {
		return nil
	}
	fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	x, ok := ast.Unparen(fun.X).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	id, ok := x.X.(*ast.Ident)
	field, isVar := e.pass.TypesInfo.Uses[x.Sel].(*types.Var)
	if !ok || !isVar || !field.IsField() {
		return nil
	}
	if of, ok := e.pass.TypesInfo.Uses[id].(*types.Var); !ok || e.paramOf(of) == nil {
		return nil
	}
	name := id.Name + "." + x.Sel.Name
	return &Source{Name: name, Label: name, Obj: field, Value: e.value(ctx)}
}
