package ctxflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// generates returns the channel that a task feeds in a loop and its starter
// returns, if it has room for nothing: who is given it may stop to receive, as its
// context is done, and the task then sends for ever. It is nil where the callers of
// an unexported starter are all seen to receive until the channel is closed.
func (e *engine) generates(t *task) *ssa.MakeChan {
	if t.fn == nil || t.row != nil {
		return nil
	}
	for _, fn := range e.bodyOf(t) {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				send, ok := in.(*ssa.Send)
				if !ok || e.loopAt(send) == nil || e.usesWithin(e.loopAt(send), topOf(fn), UseInspect) {
					continue // whoever looks at the context in the loop has thought of it
				}
				mk := e.madeHere(t.outside(send.Chan))
				if mk != nil && mk.Parent() == t.in && hasNoRoom(mk) && e.returned(mk) && !e.emptied(t.in) {
					return mk
				}
			}
		}
	}
	return nil
}

// bodyOf returns the function of a task and the literals beside it that nobody
// else calls.
func (e *engine) bodyOf(t *task) []*ssa.Function {
	fns := []*ssa.Function{t.fn}
	for _, lit := range t.in.AnonFuncs {
		only := lit != t.fn
		called := false
		for _, s := range e.sites[lit] {
			if e.onlyCalled(s) {
				continue
			}
			only = only && s.Kind == SiteCall && s.In == t.fn
			called = true
		}
		if only && called {
			fns = append(fns, lit)
		}
	}
	return fns
}

// returned reports whether a channel is a result of the function that makes it.
func (e *engine) returned(mk *ssa.MakeChan) bool {
	for _, x := range e.aliases(mk) {
		for _, in := range *x.Referrers() {
			if ret, ok := in.(*ssa.Return); ok && ret.Parent() == mk.Parent() {
				return true
			}
		}
	}
	return false
}

// emptied reports whether all callers of an unexported function are seen to
// receive from the channel that it returns until that is closed.
func (e *engine) emptied(fn *ssa.Function) bool {
	if fn.Parent() == nil && token.IsExported(fn.Name()) || len(e.sites[fn]) == 0 {
		return false
	}
	for _, s := range e.sites[fn] {
		c, ok := s.Instr.(*ssa.Call)
		if !ok || s.Kind != SiteCall || !e.emptiesResult(c) {
			return false
		}
	}
	return true
}

// emptiesResult reports whether the channel that a call gives is received from in
// a loop without a way out, and goes nowhere else.
func (e *engine) emptiesResult(c *ssa.Call) bool {
	some := false
	for i := range c.Common().Signature().Results().Len() {
		v := resultOf(c, i)
		if v == nil {
			continue
		}
		if _, ok := v.Type().Underlying().(*types.Chan); !ok {
			continue
		}
		for _, x := range e.aliases(v) {
			for _, in := range *x.Referrers() {
				switch in := in.(type) {
				case *ssa.UnOp:
					if in.Op == token.ARROW {
						loop := e.loopAt(in)
						if loop == nil || e.exits(loop) {
							return false
						}
						some = true
					}
				case *ssa.Store, *ssa.ChangeType, *ssa.DebugRef:
				default:
					return false
				}
			}
		}
	}
	return some
}
