package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"time"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// WaitKind says how a function waits.
type WaitKind uint8

// The kinds of waits.
const (
	WaitSleep   WaitKind = iota // a call that sleeps
	WaitTimer                   // a bare receive from the channel of a timer or ticker
	WaitSelect                  // a select without a default
	WaitChannel                 // a bare send or receive on another channel
	WaitRoot                    // a call that waits on a root, only among the Lingerings
)

// The reasons for which a wait is right, besides [ReasonAfterDone].
const (
	ReasonDrained Reason = "drains a timer that was not stopped in time"
	ReasonOwnLife Reason = "in work that lives apart from the caller"
	ReasonHeard   Reason = "ends when the caller leaves"
)

// A Wait is a place where a function waits, for time to pass or for somebody else.
type Wait struct {
	Kind  WaitKind
	Node  ast.Node      // the call, the receive or send, the range or select statement
	Timer ast.Expr      // of a select: the receive from a timer, nil if it has none
	Chan  ast.Expr      // of a receive or send: the channel, as written
	Pause time.Duration // the longest that it takes by itself, Unbounded where that isn't constant
	Loop  ast.Node      // the innermost loop that it stands in, nil outside of one
	Turns int64         // how often the loop turns, 0 where that isn't constant
	Looks bool          // the loop looks at a caller's context, or hands one on, each turn

	Retry   bool // the loop tries an outgoing call until it succeeds
	Backoff bool // a select waits for a pause between attempts, or the context, and its function never asks for the deadline

	Reason  Reason
	Source  *Source         // the caller's context that is in scope, or nil
	Held    *Source         // a context that the function works with, where Source isn't to end the wait; or nil
	Func    Func            // the declared function
	Inner   ast.Node        // the function or literal that it stands in
	Started bool            // that literal is run by a go statement
	Around  []ast.Node      // loops and go statements around it, the innermost first
	Calls   []*ast.CallExpr // outgoing calls in the loop

	instr  ssa.Instruction
	beside bool // the source is one that another select waits for
}

// Unbounded is the pause of what may take any time.
const Unbounded = time.Duration(1<<63 - 1)

// Waits returns the places of the package that wait, in source order.
func (r *Result) Waits() []*Wait {
	return gather(r, (*engine).wait, func(w *Wait) token.Pos { return w.Node.Pos() })
}

// gather asks the engine about each instruction of the package, and returns the
// answers that aren't nil in source order.
func gather[T any](r *Result, ask func(*engine, ssa.Instruction) *T, pos func(*T) token.Pos) []*T {
	if r.e == nil {
		return nil
	}
	var all []*T
	for _, fn := range r.e.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if x := ask(r.e, in); x != nil {
					all = append(all, x)
				}
			}
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return pos(all[i]) < pos(all[j]) })
	return all
}

// gatherUses asks the engine about each use of a context in the package, and
// returns the answers that aren't nil in source order.
func gatherUses[T any](r *Result, ask func(*use) *T, pos func(*T) token.Pos) []*T {
	if r.e == nil {
		return nil
	}
	var all []*T
	for _, fn := range r.e.fns {
		for _, u := range r.e.usesOf(fn) {
			if x := ask(u); x != nil {
				all = append(all, x)
			}
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return pos(all[i]) < pos(all[j]) })
	return all
}

// wait describes an instruction that waits; nil for others, and for those that
// have no syntax.
func (e *engine) wait(in ssa.Instruction) *Wait {
	w := &Wait{Pause: Unbounded, instr: in}
	switch in := in.(type) {
	case *ssa.Call:
		if !e.sleepingCall(in, w) {
			return nil
		}
	case *ssa.UnOp:
		if in.Op != token.ARROW || e.isDone(in.X) {
			return nil
		}
		w.Kind = WaitChannel
		if e.timerChan(in.X) {
			w.Kind, w.Pause = WaitTimer, e.timerPause(in.X)
		}
		w.Node = e.nodeAt(in.Pos())
	case *ssa.Send:
		w.Kind, w.Node = WaitChannel, e.nodeAt(in.Pos())
	case *ssa.Select:
		if !in.Blocking || len(in.States) == 0 {
			return nil
		}
		w.Kind, w.Node = WaitSelect, e.nodeAt(in.Pos())
		e.selectTimer(in, w)
	default:
		return nil
	}
	if w.Node == nil {
		return nil
	}
	w.Chan = channelOf(w.Node)
	e.placeWait(w)
	return w
}

// sleepingCall fills in a call of a sleeper: one of the tables, or a function
// that sleeps itself and could not be told of a context. Literals are looked at
// where they stand.
func (e *engine) sleepingCall(c *ssa.Call, w *Wait) bool {
	cl := e.callee(c.Common())
	w.Kind = WaitSleep
	if row := cl.role(ctxapi.Sleep); row != nil {
		if row.Has("ctx-aware") {
			return false
		}
		w.Pause = e.sleepArgument(c.Common())
	} else {
		if cl.obj == nil || e.elsewhere(cl) || e.hearsSignature(cl.obj.Signature()) || IsCleanUp(cl.name()) {
			return false
		}
		s := e.summaryOf(cl)
		if s == nil || s.SleepsFor == 0 || len(s.Outgoing) > 0 {
			return false // none, or told there
		}
		w.Pause = s.SleepsFor
	}
	if call := e.callExpr(c); call != nil {
		w.Node = call
	}
	return true
}

// placeWait fills in where a wait stands and what speaks for it.
func (e *engine) placeWait(w *Wait) {
	fn := w.instr.Parent()
	top := topOf(fn)
	pos := w.Node.Pos()
	w.Inner = fn.Syntax()
	w.Started = e.startedOnly(fn)
	w.Around = e.around(pos)
	w.Loop = e.loopOf(fn, w)
	if w.Loop != nil {
		w.Turns = e.turns(w.Loop)
		w.Looks = e.looks(w.Loop, top)
		w.Calls = e.outgoingIn(w.Loop, top)
		w.Retry = (len(w.Calls) > 0 || e.triesGiven(w)) && e.retrying(w)
		w.Backoff = e.backsOff(w, top)
	}
	srcs := e.InScope(fn, pos)
	if src := best(srcs); src != nil && src.FromCaller() {
		w.Source = src
	} else if src := e.own(srcs, fn); src != nil {
		w.Source = src
		w.Looks = w.Loop != nil && e.usesAny(w.Loop, fn)
	} else if sel, ok := w.instr.(*ssa.Select); ok {
		w.Source = e.doneBeside(sel)
		w.beside = w.Source != nil
	}
	w.Func = e.describe(top, w.instr)
	w.Reason = e.waitReason(w)
	if w.Source == nil && w.Reason == ReasonNone || w.Reason == ReasonOwnLife {
		e.placeHeld(w)
	}
}

// waitReason says why a wait is right, as far as the flow shows it.
func (e *engine) waitReason(w *Wait) Reason {
	switch {
	case e.left(w.instr, maxDepth):
		return ReasonAfterDone
	case w.Kind == WaitTimer && e.drained(w.instr):
		return ReasonDrained
	case e.onlyCancels(w):
		return ReasonNone
	case w.Source != nil && e.ownLife(w):
		return ReasonOwnLife
	}
	switch w.Kind {
	case WaitSelect:
		if e.selectHears(w.instr.(*ssa.Select), w) {
			return ReasonHeard
		}
	case WaitChannel:
		return e.channelReason(w)
	}
	return ReasonNone
}

// left reports whether the instruction runs only when a caller has left, or
// somebody has told to stop: a wait there is meant. In contrast to afterDone, the
// cancel function of a context of one's own, as each turn of a retry loop calls it, doesn't count.
func (e *engine) left(in ssa.Instruction, depth int) bool {
	fn := in.Parent()
	for _, m := range e.marks(fn) {
		if _, called := m.after.(*ssa.Call); called || m.weak && m.cases != nil || !m.covers(in) {
			continue
		}
		if m.of == nil || e.ofCaller(m.of) {
			return true
		}
	}
	sites := e.sites[fn]
	if depth == 0 || len(sites) == 0 || fn.Parent() == nil && token.IsExported(fn.Name()) {
		return false
	}
	for _, s := range sites {
		if s.In == fn || !e.left(s.Instr, depth-1) {
			return false
		}
	}
	return true
}

// ofCaller reports whether a context isn't one that has a shorter deadline than
// its caller's.
func (e *engine) ofCaller(ctx ssa.Value) bool {
	for _, o := range e.value(ctx) {
		if o.Prov == Caller && o.Deadline.Bounded {
			return false
		}
	}
	return true
}

// drained reports whether a receive from a timer's channel only runs because
// Stop or Reset said that it has fired: if !t.Stop() { <-t.C }.
func (e *engine) drained(in ssa.Instruction) bool {
	for d := in.Block(); d != nil; d = d.Idom() {
		if len(d.Preds) != 1 {
			continue
		}
		br, ok := d.Preds[0].Instrs[len(d.Preds[0].Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond := br.Cond
		if not, ok := cond.(*ssa.UnOp); ok {
			cond = not.X
		}
		if c, ok := cond.(*ssa.Call); ok {
			if n := e.callee(c.Common()).name(); n == "Stop" || n == "Reset" {
				return true
			}
		}
	}
	return false
}

// ownLife reports whether a wait stands in a literal that lives apart from the
// function that has the context: in a goroutine that nobody waits for, unless it
// uses the context, or in a callback that is put away.
func (e *engine) ownLife(w *Wait) bool {
	fn := w.instr.Parent()
	owner := w.Source.owner(fn)
	if owner == fn {
		return false
	}
	if e.inKeptLiteral(fn, owner) {
		return true
	}
	g := e.goroutine(w.instr, owner)
	if !g.started || g.joined {
		return false
	}
	for f := fn; f != nil && f != owner; f = f.Parent() {
		if e.looks(f.Syntax(), owner) {
			return w.Loop == nil && w.Kind != WaitSelect // a delayed step of its own
		}
	}
	return true
}

// looks reports whether a node, of the declared function or literal fn, looks
// at a caller's context or hands it on to somebody who can.
func (e *engine) looks(n ast.Node, fn *ssa.Function) bool {
	return n != nil && e.usesWithin(n, fn, UseInspect, UseCall, UseDerive, UseRetain)
}

// usesAny reports whether a node of fn looks at some context or hands one on.
func (e *engine) usesAny(n ast.Node, fn *ssa.Function) bool {
	return slices.ContainsFunc(e.usesOf(fn), func(u *use) bool {
		p := u.instr.Pos()
		return n.Pos() <= p && p < n.End() && (u.kind == UseInspect || u.kind == UseCall)
	})
}

// usesWithin reports whether a node has a use of a caller's context of one of the kinds.
func (e *engine) usesWithin(n ast.Node, fn *ssa.Function, kinds ...UseKind) bool {
	found := false
	e.eachUse(fn, func(u *use) {
		if p := u.instr.Pos(); !found && p >= n.Pos() && p < n.End() {
			found = slices.Contains(kinds, u.kind) && u.val.Has(Caller)
		}
	})
	return found
}

// outgoingIn returns the calls in a node that leave the process.
func (e *engine) outgoingIn(n ast.Node, fn *ssa.Function) []*ast.CallExpr {
	var calls []*ast.CallExpr
	e.eachInstr(fn, func(in ssa.Instruction) {
		c, ok := in.(*ssa.Call)
		if !ok || c.Pos() < n.Pos() || c.Pos() >= n.End() {
			return
		}
		cl := e.callee(c.Common())
		kind, _ := e.outgoing(c, cl)
		if kind == "" {
			if s := e.summaryOf(cl); s == nil || len(s.Outgoing) == 0 {
				return
			}
		}
		if call := e.callExpr(c); call != nil {
			calls = append(calls, call)
		}
	})
	return calls
}

// hearsSignature reports whether a function is given something by which it can
// hear that the caller leaves: a context, what carries one, or a channel.
func (e *engine) hearsSignature(sig *types.Signature) bool {
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if _, ok := t.Underlying().(*types.Chan); ok || e.types.carrier(t) {
			return true
		}
	}
	return sig.Recv() != nil && e.types.carrier(sig.Recv().Type())
}

// topOf returns the declared function that fn is or stands in.
func topOf(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}
