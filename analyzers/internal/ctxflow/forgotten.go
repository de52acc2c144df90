package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Forgotten is a goroutine that nobody waits for, and that works on a context
// which ends when the function that starts it returns.
type Forgotten struct {
	Use
	Start   *ast.CallExpr // what starts it
	Go      token.Pos     // of its go statement, NoPos where a library starts it
	Request bool          // the context ends with the request that a handler answers; else it is cancelled
	Limit   *ast.CallExpr // that gives the context a deadline in the goroutine, or nil
	Cancel  analysisRange // the deferred cancel function, for the latter
	Func    Func
}

// Forgottens returns the goroutines of the package that are started and
// forgotten on a context that ends with their starter, in source order. One that
// listens to the context's end, or goes on until something ends it, is a helper
// of its starter and is meant to end with it.
func (r *Result) Forgottens() []*Forgotten {
	if r.e == nil {
		return nil
	}
	var all []*Forgotten
	for _, t := range r.e.tasks() {
		if x := r.e.forgottenUse(t); x != nil {
			all = append(all, x)
		}
	}
	return all
}

// forgottenUse returns the first use of a context by a task that comes too late,
// nil if there is none.
func (e *engine) forgottenUse(t *task) *Forgotten {
	call := e.callExpr(t.start)
	if call == nil || t.row != nil && t.row.Attr("joined") != "none" || t.row != nil && t.row.Attr("callback") != "" {
		return nil
	}
	var found *Forgotten
	e.eachTaskUse(t, func(u *use) {
		if found != nil || !e.works(u) {
			return
		}
		request := e.requestScoped(e.argument(u), u.val)
		var cancel *ssa.Defer
		if !request {
			cancel = e.cancelledOnReturn(u, t.in)
			if cancel == nil || !dominates(cancel, t.start) && !e.endedOnWayOut(e.endsContextOf(cancel), t.start).IsValid() {
				return
			}
		}
		x := &Forgotten{Use: e.useExpr(u, nil), Start: call, Request: request, Func: e.describe(topOf(t.in), t.start)}
		if t.fn != nil && t.fn.Parent() != nil {
			x.Limit = e.ownLimit(u, t.fn)
		}
		if cancel != nil {
			x.Cancel = e.rangeAt(cancel.Pos())
		}
		if _, ok := t.start.(*ssa.Go); ok {
			x.Go = t.start.Pos()
		}
		if x.Expr != nil {
			found = x
		}
	})
	if found == nil || !e.forgotten(t) {
		return nil
	}
	return found
}

// argument returns the value that a use hands on, or nil.
func (e *engine) argument(u *use) ssa.Value {
	c, ok := u.instr.(ssa.CallInstruction)
	if !ok || u.arg < 0 {
		return nil
	}
	return c.Common().Args[u.arg]
}

// eachTaskUse calls f for the uses of contexts by a task: those that a go
// statement hands to its function, and those in the body of a literal.
func (e *engine) eachTaskUse(t *task, f func(*use)) {
	if _, ok := t.start.(*ssa.Go); ok {
		for _, u := range e.usesOf(t.in) {
			if u.instr == ssa.Instruction(t.start) {
				f(u)
			}
		}
	}
	if t.fn != nil && t.fn.Parent() != nil {
		e.eachOwnUse(t.fn, f)
	}
}

// works reports whether a use is a call that may fail because its context is
// over: one that isn't known to only read values, or is seen to look at the end.
func (e *engine) works(u *use) bool { return e.callWorks(u, map[*ssa.Function]bool{}) }

func (e *engine) callWorks(u *use, seen map[*ssa.Function]bool) bool {
	switch {
	case u.arg < 0 || u.kind != UseCall && u.kind != UseRetain && u.kind != UseStart:
		return false
	case u.out == "" && !e.types.context(e.argument(u).Type()):
		return false
	case u.cl.fn == nil:
		return u.cl.obj != nil && (len(u.cl.rows) == 0 || u.out != "")
	case seen[u.cl.fn]:
		return false
	}
	seen[u.cl.fn] = true
	works := false
	e.eachUse(u.cl.fn, func(in *use) {
		for _, o := range in.val {
			if !works && o.param != nil && o.param.Parent() == u.cl.fn && paramIndex(o.param) == u.cl.index(u.arg) {
				works = in.kind == UseInspect && in.cl.name() == "Err" || e.callWorks(in, seen)
			}
		}
	})
	return works
}

// forgotten reports whether a task is left to itself: its starter neither waits
// for it nor hears from it, and goes on to return. What listens for an end of its
// own is a helper.
func (e *engine) forgotten(t *task) bool {
	if e.joinedTask(t) || e.busyAfter(t.start) {
		return false
	}
	if t.fn == nil {
		return true
	}
	return !e.endless(t.fn) && !e.helps(t.fn, map[*ssa.Function]bool{}) && !e.tellsStarter(t)
}

// helps reports whether a function waits for what happens: it receives or
// selects, by itself or in a function of this package that it calls.
func (e *engine) helps(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	helps := false
	e.eachOwn(fn, func(in ssa.Instruction) {
		switch in := in.(type) {
		case *ssa.UnOp:
			helps = helps || in.Op == token.ARROW && !e.isTimer(in.X)
		case *ssa.Select:
			helps = true
		case *ssa.Call:
			if cl := e.callee(in.Common()); cl.fn != nil && !helps {
				helps = e.helps(cl.fn, seen) || e.endless(cl.fn)
			}
		}
	})
	return helps
}

// tellsStarter reports whether a task tells somebody in its starter something:
// on a channel, a WaitGroup, a pipe or by a call of a function that lives there.
func (e *engine) tellsStarter(t *task) bool {
	tells := false
	own := func(v ssa.Value) bool {
		v = e.home(t.outside(v))
		if in, ok := v.(ssa.Instruction); ok {
			return in.Parent() != t.fn
		}
		_, param := v.(*ssa.Parameter)
		return param
	}
	e.eachOwn(t.fn, func(in ssa.Instruction) {
		if v := e.tells(in); v != nil && own(v) {
			tells = true
		}
		if sel, ok := in.(*ssa.Select); ok {
			for _, st := range sel.States {
				tells = tells || st.Dir == types.SendOnly && own(st.Chan)
			}
		}
		if c, ok := in.(ssa.CallInstruction); ok {
			cl := e.callee(c.Common())
			n := named(recvTypeOf(cl))
			tells = tells || n != nil && (n.Obj().Name() == "PipeWriter" || n.Obj().Name() == "Cond")
		}
	})
	return tells
}

func recvTypeOf(cl callee) types.Type {
	if cl.obj == nil {
		return types.Typ[types.Invalid]
	}
	return recvType(cl.obj)
}

// busyAfter reports whether a function waits for something after it has started
// a task, which then may help it meanwhile.
func (e *engine) busyAfter(start ssa.Instruction) bool {
	for _, b := range start.Parent().Blocks {
		for _, in := range b.Instrs {
			if in != start && e.lasts(in) && reaches(start, in) {
				return true
			}
		}
	}
	return false
}

// lasts reports whether an instruction waits for what others do, or serves
// somebody until he leaves.
func (e *engine) lasts(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op == token.ARROW
	case *ssa.Select:
		return true
	case *ssa.Call:
		cl := e.callee(in.Common())
		name := strings.ToLower(cl.name())
		for _, w := range []string{"wait", "serve", "run", "copy", "join", "loop", "listen", "read", "recv", "stream", "pump", "accept"} {
			if strings.HasPrefix(name, w) || strings.HasSuffix(name, w) {
				return true
			}
		}
		return cl.fn != nil && e.helps(cl.fn, map[*ssa.Function]bool{})
	}
	return false
}

// cancelledOnReturn returns the defer statement of fn by which the context of a
// use is cancelled when fn returns, nil where some of its origins may live on.
func (e *engine) cancelledOnReturn(u *use, fn *ssa.Function) *ssa.Defer {
	if made := e.givenBy(u); made != nil {
		if d := e.deferredEnd(fn, func(m *ssa.Call) bool { return m == made }); d != nil {
			return d
		}
	}
	var found *ssa.Defer
	for _, o := range u.val {
		if o.Prov == Nil {
			continue
		}
		d := e.deferredCancel(o, fn)
		if d == nil {
			return nil
		}
		found = d
	}
	return found
}

// givenBy returns the call whose result is the very context of a use, or nil.
func (e *engine) givenBy(u *use) *ssa.Call {
	v := e.argument(u)
	if st, ok := u.instr.(*ssa.Store); ok {
		v = st.Val
	}
	if v == nil {
		return nil
	}
	x, ok := e.held(v).(*ssa.Extract)
	if !ok {
		return nil
	}
	c, _ := x.Tuple.(*ssa.Call)
	return c
}

func (e *engine) deferredCancel(o *Origin, fn *ssa.Function) *ssa.Defer {
	return e.deferredEnd(fn, func(made *ssa.Call) bool {
		for _, x := range o.derive {
			if x == ssa.CallInstruction(made) {
				return true
			}
		}
		return o.call == ssa.CallInstruction(made)
	})
}

// deferredEnd returns the defer statement of fn that ends a context made by a call
// of fn which is asked for.
func (e *engine) deferredEnd(fn *ssa.Function, asked func(*ssa.Call) bool) *ssa.Defer {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			d, ok := in.(*ssa.Defer)
			if !ok {
				continue
			}
			if made := e.endsContextOf(d); made != nil && made.Parent() == fn && dominates(made, d) && asked(made) {
				return d
			}
		}
	}
	return nil
}
