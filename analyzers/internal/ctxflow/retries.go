package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A Retrier is a call of a library that tries again and again, with pauses
// between, and that isn't given the caller's context though it is in scope.
type Retrier struct {
	Call   *ast.CallExpr
	Use    string // what hands a context to it, such as "backoff.WithContext"
	Source *Source
	Func   Func
	Around []ast.Node // loops and go statements around it
}

// Retriers returns the calls of retriers without a context, in source order.
func (r *Result) Retriers() []*Retrier {
	return gather(r, (*engine).retrier, func(x *Retrier) token.Pos { return x.Call.Pos() })
}

func (e *engine) retrier(in ssa.Instruction) *Retrier {
	c, ok := in.(*ssa.Call)
	if !ok {
		return nil
	}
	cl := e.callee(c.Common())
	row := cl.role(ctxapi.Retry)
	if row == nil || row.Ctx >= 0 || row.Attr("use") == "" {
		return nil
	}
	call := e.callExpr(c)
	src := best(e.InScope(c.Parent(), c.Pos()))
	if call == nil || src == nil || !src.FromCaller() {
		return nil
	}
	w := &Wait{instr: c, Source: src, Loop: call}
	if e.left(c, maxDepth) || e.ownLife(w) {
		return nil
	}
	given := &givenPath{e: e}
	for _, a := range c.Call.Args {
		if _, task := a.Type().Underlying().(*types.Signature); task && !given.option(a) {
			if e.taskLooks(a) {
				return nil // it stops by itself
			}
			continue
		}
		if given.context(a, 12) != without {
			return nil
		}
	}
	if c.Call.IsInvoke() && given.context(c.Call.Value, 12) != without {
		return nil
	}
	return &Retrier{Call: call, Use: row.Attr("use"), Source: src, Func: e.describe(topOf(c.Parent()), c), Around: e.around(c.Pos())}
}

// taskLooks reports whether the function that a retrier calls asks a context
// itself whether it is done.
func (e *engine) taskLooks(task ssa.Value) bool {
	fn := e.funcValue(task, maxClosures)
	return fn == nil || slices.ContainsFunc(e.usesOf(fn), func(u *use) bool { return u.kind == UseInspect })
}

// Whether a value hands a context to a retrier.
type given uint8

const (
	unsure given = iota
	with
	without
)

// A givenPath asks how a policy, an option or an executor was made.
type givenPath struct {
	e *engine
}

// context tells whether v was made with a context. Only what the library itself
// makes, from nothing but constants and the like, is sure to be without.
func (p *givenPath) context(v ssa.Value, depth int) given {
	if depth == 0 {
		return unsure
	}
	switch v := p.e.held(v).(type) {
	case *ssa.Const, *ssa.Function, *ssa.MakeClosure:
		return without
	case *ssa.MakeInterface:
		return p.context(v.X, depth-1)
	case *ssa.ChangeInterface:
		return p.context(v.X, depth-1)
	case *ssa.ChangeType:
		return p.context(v.X, depth-1)
	case *ssa.Convert:
		return p.context(v.X, depth-1)
	case *ssa.Slice:
		return p.context(v.X, depth-1)
	case *ssa.Call:
		return p.call(v, depth-1)
	case *ssa.Alloc:
		return p.stored(v, depth-1)
	case *ssa.BinOp:
		return without
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			return p.stored(a, depth-1)
		}
		if !p.holdsContext(v.Type()) {
			return without
		}
	case *ssa.Parameter:
		if !p.holdsContext(v.Type()) {
			return without
		}
	}
	return unsure
}

// holdsContext reports whether a value of this type may have a context in it: a
// number or a string can't.
func (p *givenPath) holdsContext(t types.Type) bool {
	_, basic := t.Underlying().(*types.Basic)
	return !basic
}

// call tells it of the result of a call: of the library, or of a function here
// that returns what the library makes.
func (p *givenPath) call(c *ssa.Call, depth int) given {
	cl := p.e.callee(c.Common())
	for _, row := range cl.rows {
		if row.Has("passes ctx") || row.Role == ctxapi.Retry && row.Ctx >= 0 {
			return with
		}
	}
	if cl.fn != nil {
		return p.returned(cl.fn, depth)
	}
	if !p.holdsContext(c.Type()) {
		return without
	}
	if cl.obj == nil || cl.obj.Pkg() == nil || !p.e.api.Knows(cl.obj.Pkg().Path()) {
		return unsure
	}
	if len(p.e.types.contextParams(c.Call.Signature())) > 0 {
		return with
	}
	args := c.Call.Args
	if c.Call.IsInvoke() {
		args = append([]ssa.Value{c.Call.Value}, args...)
	}
	for _, a := range args {
		if g := p.context(a, depth); g != without {
			return g
		}
	}
	return without
}

// returned tells it of a function that has one return.
func (p *givenPath) returned(fn *ssa.Function, depth int) given {
	var ret *ssa.Return
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if ret != nil {
				return unsure
			}
			ret = r
		}
	}
	if ret == nil || len(ret.Results) != 1 {
		return unsure
	}
	return p.context(ret.Results[0], depth)
}

// stored tells it of a local variable: of all that is put into it.
func (p *givenPath) stored(a *ssa.Alloc, depth int) given {
	for _, in := range *a.Referrers() {
		var addr ssa.Value
		switch in := in.(type) {
		case *ssa.IndexAddr:
			addr = in
		case *ssa.FieldAddr:
			addr = in
		case *ssa.Store:
			if in.Addr == a {
				if g := p.context(in.Val, depth); g != without {
					return g
				}
			}
			continue
		default:
			continue
		}
		for _, in := range *addr.Referrers() {
			if st, ok := in.(*ssa.Store); ok && st.Addr == addr {
				if g := p.context(st.Val, depth); g != without {
					return g
				}
			}
		}
	}
	return without
}

// option reports whether a function value is an option of a library, and not
// the task that is tried: a call of the library made it.
func (p *givenPath) option(v ssa.Value) bool {
	c, ok := p.e.held(v).(*ssa.Call)
	if !ok {
		return false
	}
	cl := p.e.callee(c.Common())
	return cl.obj != nil && cl.obj.Pkg() != nil && p.e.api.Knows(cl.obj.Pkg().Path())
}

// retrying reports whether the loop of a wait ends when what it tries succeeds:
// it has a way out or a condition, isn't driven by a ticker, and no context or
// channel ends it.
func (e *engine) retrying(w *Wait) bool {
	loop, ok := w.Loop.(*ast.ForStmt)
	if _, ranges := w.Loop.(*ast.RangeStmt); ranges {
		if _, ticks := w.Node.(*ast.RangeStmt); ticks {
			return false
		}
	} else if !ok || loop.Cond == nil && !e.exits(loop) {
		return false
	}
	fn := topOf(w.instr.Parent())
	stops := false
	e.eachInstr(fn, func(in ssa.Instruction) {
		if p := in.Pos(); p < w.Loop.Pos() || p >= w.Loop.End() {
			return
		}
		switch in := in.(type) {
		case *ssa.Select:
			stops = true
		case *ssa.Call:
			stops = stops || e.isErr(in)
		case *ssa.UnOp:
			stops = stops || in.Op == token.ARROW && !e.timerChan(in.X)
		}
	})
	return !stops
}

// triesGiven reports whether the loop of a wait calls a function that its own function
// was given to try, and that can fail, but can't be told of a context.
func (e *engine) triesGiven(w *Wait) bool {
	fn := w.instr.Parent()
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || c.Pos() < w.Loop.Pos() || c.Pos() >= w.Loop.End() || c.Call.IsInvoke() {
				continue
			}
			p, ok := e.held(c.Call.Value).(*ssa.Parameter)
			sig := c.Call.Signature()
			n := sig.Results().Len()
			if ok && p.Parent() == fn && n > 0 && isErrorType(sig.Results().At(n-1).Type()) && !e.hearsSignature(sig) {
				return true
			}
		}
	}
	return false
}

// backsOff reports whether a wait is a select that waits for a pause of a retry
// loop and for a context, in a function that never asks for a deadline.
func (e *engine) backsOff(w *Wait, top *ssa.Function) bool {
	sel, ok := w.instr.(*ssa.Select)
	if !ok || w.Timer == nil || !e.exits(w.Loop) {
		return false
	}
	done, once := false, false
	for _, st := range sel.States {
		if e.timerChan(st.Chan) {
			once = once || e.setOnce(st.Chan)
		} else {
			done = done || e.isDone(st.Chan)
		}
	}
	if !done || !once || len(w.Calls) == 0 && !e.usesWithin(w.Loop, top, UseCall) {
		return false
	}
	asks := false
	e.eachUse(top, func(u *use) { asks = asks || u.kind == UseInspect && u.cl.name() == "Deadline" })
	return !asks
}

// setOnce reports whether a timer channel is that of a single pause, made in the
// function, and not of a ticker.
func (e *engine) setOnce(ch ssa.Value) bool {
	v := e.held(ch)
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if fa, ok := load.X.(*ssa.FieldAddr); ok {
			v = e.held(fa.X)
		}
	}
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	n := e.callee(c.Common()).name()
	return n == "After" || n == "NewTimer"
}
