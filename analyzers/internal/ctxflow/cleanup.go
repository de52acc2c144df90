package ctxflow

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A CleanUp is a call that ends something on the caller's context, and so comes to
// nothing just when the caller has given up: it is deferred, or answers a failure.
type CleanUp struct {
	Use
	Known bool          // the tables know that it wants a live context; else its name says that it ends something
	Limit *ast.CallExpr // that gives the context a deadline when the deferred literal runs, or nil
	Alike *ast.CallExpr // for one that isn't deferred: the same call on a context of its own
	Func  Func
}

// CleanUps returns the clean-ups of the package on a caller's context, in source order.
func (r *Result) CleanUps() []*CleanUp {
	ask := func(u *use) *CleanUp { return r.e.cleanUpUse(u) }
	return gatherUses(r, ask, func(x *CleanUp) token.Pos { return x.Expr.Pos() })
}

func (e *engine) cleanUpUse(u *use) *CleanUp {
	if u.kind != UseCall {
		return nil
	}
	if e.deferOf(u) == nil {
		return e.answersFailure(u)
	}
	if !u.val.Only(Caller) {
		return nil
	}
	x := &CleanUp{}
	for _, row := range u.cl.rows {
		x.Known = x.Known || row.Has("clean-up") && row.Ctx == u.cl.index(u.arg)
	}
	if !x.Known && (!IsCleanUp(e.calleeName(u)) || !e.harms(u)) {
		return nil
	}
	d := e.deferOf(u)
	for _, o := range u.val {
		if o.param != nil && !within(d.Parent(), o.param.Parent()) {
			return nil // the context of whoever calls the literal
		}
	}
	x.Use = e.useExpr(u, nil)
	if x.Call == nil || x.Expr == nil {
		return nil
	}
	if u.fn != d.Parent() {
		x.Limit = e.ownLimit(u, u.fn)
	}
	x.Func = e.describe(topOf(u.fn), u.instr)
	return x
}

// answersFailure returns a clean-up that is done after a failure, where its function
// shows that it wants another context than the caller's: it does the same on one of
// its own.
func (e *engine) answersFailure(u *use) *CleanUp {
	if u.cl.fn == nil && u.cl.obj == nil || !mayEnd(u.val) || !e.onErrorPath(u.instr) || !e.harms(u) {
		return nil
	}
	var alike *use
	for _, other := range e.usesOf(u.fn) {
		if alike == nil && other.kind == UseCall && e.sameCall(u, other) && (other.val.Only(Fresh) || other.val.Only(Detached)) {
			alike = other
		}
	}
	if alike == nil {
		return nil
	}
	x := &CleanUp{Use: e.useExpr(u, nil), Alike: e.useExpr(alike, nil).Call, Func: e.describe(topOf(u.fn), u.instr)}
	if x.Call == nil || x.Expr == nil || x.Alike == nil {
		return nil
	}
	return x
}

// sameCall reports whether two uses are calls of the same function on the same object.
func (e *engine) sameCall(a, b *use) bool {
	if a.cl.fn != b.cl.fn || a.cl.obj != b.cl.obj || a.arg != b.arg {
		return false
	}
	c, isCall := a.instr.(ssa.CallInstruction)
	d, isCallToo := b.instr.(ssa.CallInstruction)
	if !isCall || !isCallToo {
		return false
	}
	r, s := a.cl.receiver(c.Common()), b.cl.receiver(d.Common())
	return r == s || r != nil && s != nil && e.held(r) == e.held(s)
}

// mayEnd reports whether a context is the caller's, or one that can be cancelled.
func mayEnd(v Value) bool {
	for _, o := range v {
		if o.Prov != Caller && len(o.derive) == 0 {
			return false
		}
	}
	return len(v) > 0 && !v.Has(Fresh) && !v.Has(Detached)
}
