package ctxflow

import (
	"go/ast"
	"go/token"
)

// A CleanUp is a deferred call that ends something on the caller's context, and
// so comes to nothing just when the caller has given up.
type CleanUp struct {
	Use
	Known bool          // the tables know that it wants a live context; else its name says that it ends something
	Limit *ast.CallExpr // that gives the context a deadline when the deferred literal runs, or nil
	Func  Func
}

// CleanUps returns the deferred clean-ups of the package on a caller's context,
// in source order.
func (r *Result) CleanUps() []*CleanUp {
	ask := func(u *use) *CleanUp { return r.e.cleanUpUse(u) }
	return gatherUses(r, ask, func(x *CleanUp) token.Pos { return x.Expr.Pos() })
}

func (e *engine) cleanUpUse(u *use) *CleanUp {
	if u.kind != UseCall || !u.val.Only(Caller) || e.deferOf(u) == nil {
		return nil
	}
	x := &CleanUp{}
	for _, row := range u.cl.rows {
		x.Known = x.Known || row.Has("clean-up") && row.Ctx == u.cl.index(u.arg)
	}
	if !x.Known && (!IsCleanUp(u.cl.name()) || !e.harms(u)) {
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
