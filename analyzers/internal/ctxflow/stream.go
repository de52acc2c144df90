package ctxflow

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A StreamSend is a send on a stream to the caller, in a loop that looks neither
// at the stream's context nor at whether the send has failed.
type StreamSend struct {
	Call   *ast.CallExpr
	Loop   ast.Node
	Source *Source // the context of the caller who gets the stream
	Func   Func
	Around []ast.Node
}

// StreamSends returns the sends of the package that nobody looks at, in source order.
func (r *Result) StreamSends() []*StreamSend {
	return gather(r, (*engine).streamSend, func(s *StreamSend) token.Pos { return s.Call.Pos() })
}

func (e *engine) streamSend(in ssa.Instruction) *StreamSend {
	c, ok := in.(*ssa.Call)
	if !ok {
		return nil
	}
	cl := e.callee(c.Common())
	if n := cl.name(); n != "Send" && n != "SendMsg" {
		return nil
	}
	recv := cl.receiver(c.Common())
	loop := e.loopAt(c)
	if recv == nil || loop == nil || !isErrorType(c.Type()) || !e.ofCallerStream(recv) {
		return nil
	}
	if e.errorUsed(c, func(br *ssa.If) bool { return e.branchMatters(br, c.Block()) }) {
		return nil
	}
	top := topOf(c.Parent())
	call := e.callExpr(c)
	src := best(e.InScope(c.Parent(), c.Pos()))
	if call == nil || src == nil || !src.FromCaller() || e.looks(loop, top) || e.left(c, maxDepth) {
		return nil
	}
	return &StreamSend{Call: call, Loop: loop, Source: src, Func: e.describe(top, c), Around: e.around(c.Pos())}
}

// ofCallerStream reports whether a value is a stream that was given as a
// parameter: what one can send on, and has a context or comes with one.
func (e *engine) ofCallerStream(v ssa.Value) bool {
	p, ok := e.held(v).(*ssa.Parameter)
	if !ok || method(p.Type(), "Send", 1, 1) == nil && method(p.Type(), "SendMsg", 1, 1) == nil {
		return false
	}
	if e.types.carrier(p.Type()) {
		return true
	}
	n := named(p.Type())
	return n != nil && (n.Obj().Name() == "ServerStream" || n.Obj().Name() == "BidiStream")
}

// errorUsed reports whether something depends on the error that a call returns:
// all that may be done with it is to log it, or to compare it with nil where the
// branch doesn't matter.
func (e *engine) errorUsed(c *ssa.Call, matters func(*ssa.If) bool) bool {
	for _, in := range *c.Referrers() {
		switch in := in.(type) {
		case *ssa.BinOp:
			for _, r := range *in.Referrers() {
				if br, ok := r.(*ssa.If); !ok || matters(br) {
					return true
				}
			}
		case *ssa.MakeInterface, *ssa.ChangeInterface:
			if !e.onlyLogged(in.(ssa.Value), 4) {
				return true
			}
		case *ssa.Call:
			if !idle(e.callee(in.Common())) && !(in.Call.IsInvoke() && in.Call.Value == ssa.Value(c)) {
				return true
			}
		case *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}

// branchMatters reports whether the two ways of a branch differ in more than what
// they log: one leaves the loop, does something else, or gives a variable another value.
func (e *engine) branchMatters(br *ssa.If, loop *ssa.BasicBlock) bool {
	yes, no := br.Block().Succs[0], br.Block().Succs[1]
	for _, b := range []*ssa.BasicBlock{yes, no} {
		if !inCycle(b, loop) {
			return true
		}
	}
	return e.sidesDiffer(br)
}

// sidesDiffer reports whether one of the two ways of a branch does more than to log.
func (e *engine) sidesDiffer(br *ssa.If) bool {
	yes, no := br.Block().Succs[0], br.Block().Succs[1]
	side, join := yes, no
	if len(side.Preds) > 1 {
		side, join = no, yes
	}
	if len(side.Succs) != 1 || side.Succs[0] != join && len(join.Succs) != 1 {
		return true
	}
	for _, in := range side.Instrs {
		switch in := in.(type) {
		case *ssa.Call:
			if !idle(e.callee(in.Common())) && !(in.Call.IsInvoke() && in.Call.Method.Name() == "Error") {
				return true
			}
		case *ssa.Store:
			if _, arg := in.Addr.(*ssa.IndexAddr); !arg {
				return true
			}
		case *ssa.Send, *ssa.Go, *ssa.Defer, *ssa.MapUpdate:
			return true
		}
	}
	for _, in := range side.Succs[0].Instrs {
		if phi, ok := in.(*ssa.Phi); ok && e.differs(phi, side, br.Block(), join) {
			return true
		}
	}
	return false
}

// differs reports whether a phi has another value by way of side than without it.
func (e *engine) differs(phi *ssa.Phi, side, head, join *ssa.BasicBlock) bool {
	var by, without ssa.Value
	for i, p := range phi.Block().Preds {
		switch p {
		case side:
			by = phi.Edges[i]
		case head, join:
			without = phi.Edges[i]
		}
	}
	return by != without
}

// onlyLogged reports whether a value only goes into calls that format or log.
func (e *engine) onlyLogged(v ssa.Value, depth int) bool {
	if depth == 0 || v.Referrers() == nil {
		return false
	}
	for _, in := range *v.Referrers() {
		switch in := in.(type) {
		case *ssa.Store: // into the arguments of a variadic function
			ia, ok := in.Addr.(*ssa.IndexAddr)
			if !ok || !e.argumentsOfIdle(ia.X) {
				return false
			}
		case *ssa.Call:
			if !idle(e.callee(in.Common())) {
				return false
			}
		case *ssa.ChangeInterface:
			if !e.onlyLogged(in, depth-1) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// argumentsOfIdle reports whether an array holds the arguments of calls that
// format or log.
func (e *engine) argumentsOfIdle(array ssa.Value) bool {
	for _, in := range *array.Referrers() {
		s, ok := in.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, r := range *s.Referrers() {
			c, ok := r.(*ssa.Call)
			if !ok || !idle(e.callee(c.Common())) {
				return false
			}
		}
	}
	return true
}
