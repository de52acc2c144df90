package ctxflow

import (
	"go/ast"
	"go/types"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// outerUses returns where a task uses a context that isn't the group's though
// it is of the same chain: the caller's, as a rule. What ends something runs on
// any context that is still alive, and is left out.
func (e *engine) outerUses(g *group, t *task, ctx *types.Var) []GroupUse {
	if t.fn == nil || t.fn.Parent() == nil {
		return nil // its contexts are given to it
	}
	var us []GroupUse
	heard := false
	e.eachOwnUse(t.fn, func(u *use) {
		if e.ofGroup(g, u.val) {
			heard = heard || isDoneCall(u)
			return
		}
		if !e.besideGroup(g, u.val) || e.spares(u) {
			return
		}
		x := e.groupUse(u, ctx)
		x.Inline = e.inlineTask(t)
		if x.Expr != nil && (u.kind == UseCall || isDoneCall(u)) {
			us = append(us, x)
		}
	})
	if !heard {
		return us
	}
	// Where the group's end is listened to, so may the caller's be.
	rest := us[:0]
	for _, u := range us {
		if u.Call != nil && len(u.Call.Args) > 0 {
			rest = append(rest, u)
		}
	}
	return rest
}

// inlineTask reports whether a task is a literal that is written where it is
// started, so that nobody else can run it.
func (e *engine) inlineTask(t *task) bool {
	lit, ok := t.fn.Syntax().(*ast.FuncLit)
	call := e.callExpr(t.start)
	return ok && call != nil && call.Pos() <= lit.Pos() && lit.End() <= call.End()
}

// eachOwnUse calls f for the uses of contexts that are part of a task.
func (e *engine) eachOwnUse(fn *ssa.Function, f func(*use)) {
	for _, u := range e.usesOf(fn) {
		f(u)
	}
	for _, a := range fn.AnonFuncs {
		if !e.runsElsewhere(a) {
			e.eachOwnUse(a, f)
		}
	}
}

// ofGroup reports whether a value may come from the group's context.
func (e *engine) ofGroup(g *group, v Value) bool {
	for _, o := range v {
		for _, d := range o.derive {
			if g.with != nil && d == ssa.CallInstruction(g.with) {
				return true
			}
		}
	}
	return false
}

// besideGroup reports whether a value is for sure of the chain that the group
// belongs to, or of a caller's where the group has no context.
func (e *engine) besideGroup(g *group, v Value) bool {
	if g.with == nil {
		return v.Only(Caller)
	}
	cl := e.callee(g.with.Common())
	ps := e.types.contextParams(g.with.Common().Signature())
	parent := e.value(cl.param(g.with.Common(), ps[0]))
	some := false
	for _, o := range v {
		if o.Prov == Nil {
			continue
		}
		if o.Prov == Unknown || len(o.derive) >= maxDerive || !allFrom(parent, o) {
			return false
		}
		some = true
	}
	return some
}

// allFrom reports whether all of v comes from where o comes from.
func allFrom(v Value, o *Origin) bool {
	for _, p := range v {
		if p.Prov != o.Prov || p.param != o.param || p.call != o.call || p.obj != o.obj || p.base != o.base {
			return false
		}
	}
	return len(v) > 0
}

// spares reports whether a use is about an end that has to come in any case:
// something is closed or rolled back, by a deferred call or after a failure.
func (e *engine) spares(u *use) bool {
	return isDefer(u.instr) || IsCleanUp(u.cl.name()) || e.onErrorPath(u.instr) || e.afterDone(u.instr, true, 0)
}

// isDoneCall reports whether a use is a call of the context's Done.
func isDoneCall(u *use) bool { return u.kind == UseInspect && u.cl.name() == "Done" }

// groupUse describes a use to the checks.
func (e *engine) groupUse(u *use, ctx *types.Var) GroupUse {
	r := e.useExpr(u, nil)
	x := GroupUse{Expr: r.Expr, Call: r.Call, Waits: e.mayWait(u), Done: isDoneCall(u)}
	if sel := receiverOf(r.Call); sel != nil && u.kind == UseInspect {
		x.Expr = sel
	}
	if x.Expr == nil {
		return x
	}
	if id, ok := ast.Unparen(x.Expr).(*ast.Ident); ok {
		x.Obj, _ = e.pass.TypesInfo.Uses[id].(*types.Var)
	}
	if ctx != nil {
		if sc := e.innermost(x.Expr.Pos()); sc != nil {
			_, o := sc.LookupParent(ctx.Name(), x.Expr.Pos())
			x.Named = o == types.Object(ctx)
		}
	}
	return x
}

// receiverOf returns what a method is called on, or nil.
func receiverOf(call *ast.CallExpr) ast.Expr {
	if call == nil {
		return nil
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return sel.X
	}
	return nil
}

// mayWait reports whether a call can wait on the context that it is given. Only
// of functions that can be looked into is it known that they can't.
func (e *engine) mayWait(u *use) bool {
	if u.kind != UseCall {
		return isDoneCall(u)
	}
	return e.paramWaits(u.cl, u.cl.index(u.arg), map[*ssa.Function]bool{})
}

func (e *engine) paramWaits(cl callee, param int, seen map[*ssa.Function]bool) bool {
	if cl.fn == nil || seen[cl.fn] {
		return cl.fn == nil
	}
	seen[cl.fn] = true
	waits := false
	e.eachUse(cl.fn, func(u *use) {
		for _, o := range u.val {
			if o.param == nil || o.param.Parent() != cl.fn || paramIndex(o.param) != param {
				continue
			}
			switch u.kind {
			case UseCall:
				waits = waits || e.paramWaits(u.cl, u.cl.index(u.arg), seen)
			case UseInspect:
				waits = waits || isDoneCall(u)
			case UseRetain, UseField, UseGlobal, UseReturn, UseOther:
				waits = true
			}
		}
	})
	return waits
}

// usesAfter returns where the group's context is used when a Wait has ended it.
func (e *engine) usesAfter(g *group, ctx *types.Var) []GroupUse {
	if g.ctx == nil {
		return nil
	}
	top := g.made.Parent()
	var us []GroupUse
	e.eachUse(top, func(u *use) {
		if u.kind != UseCall && !e.limits(u) || e.tellsOnly(u) || !e.onlyOfGroup(g, u.val) || !e.afterWait(g, u.instr, top) || e.toldBefore(g, u.val, top) {
			return
		}
		if x := e.groupUse(u, ctx); x.Expr != nil {
			us = append(us, x)
		}
	})
	return us
}

// tellsOnly reports whether a call is about an error that has happened, as far
// as that can be seen: it is made on the way out with one, or is given one, and
// isn't known to leave the process or to end something.
func (e *engine) tellsOnly(u *use) bool {
	if u.out != "" || IsCleanUp(u.cl.name()) {
		return false
	}
	if c, ok := u.instr.(ssa.CallInstruction); ok {
		for _, a := range c.Common().Args {
			if isErrorType(a.Type()) {
				return true
			}
		}
	}
	return e.onErrorPath(u.instr)
}

// limits reports whether a use makes another context that ends as the first
// does, and isn't only made for its values.
func (e *engine) limits(u *use) bool {
	row := u.cl.role(ctxapi.Derive)
	return u.kind == UseDerive && row != nil && (row.Adds("cancel") || row.Adds("deadline"))
}

// toldBefore reports whether a context was made of the group's when that had
// ended: the place to tell.
func (e *engine) toldBefore(g *group, v Value, top *ssa.Function) bool {
	for _, o := range v {
		for _, d := range o.derive {
			row := e.callee(d.Common()).role(ctxapi.Derive)
			if row != nil && (row.Adds("cancel") || row.Adds("deadline")) && d != ssa.CallInstruction(g.with) && within(d.Parent(), top) && e.afterWait(g, d, top) {
				return true
			}
		}
	}
	return false
}

// within reports whether fn is top or a literal in it.
func within(fn, top *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if fn == top {
			return true
		}
	}
	return false
}

// onlyOfGroup reports whether a value comes from the group's context for sure.
func (e *engine) onlyOfGroup(g *group, v Value) bool {
	some := false
	for _, o := range v {
		if o.Prov == Nil {
			continue
		}
		of := false
		for _, d := range o.derive {
			of = of || d == ssa.CallInstruction(g.with)
		}
		if !of {
			return false
		}
		some = true
	}
	return some
}

// afterWait reports whether an instruction of top, or of a literal in it that
// is made in one place, runs only when one of the group's waits has returned.
func (e *engine) afterWait(g *group, in ssa.Instruction, top *ssa.Function) bool {
	for {
		fn := in.Parent()
		for _, w := range g.waits {
			if c, ok := w.(*ssa.Call); ok && c.Parent() == fn && c != in && dominates(c, in) {
				return true
			}
		}
		if fn == top {
			return false
		}
		mks := e.makes(fn)
		if len(mks) != 1 {
			return false
		}
		in = mks[0]
	}
}
