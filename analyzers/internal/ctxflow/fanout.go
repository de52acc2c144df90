package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A FanOut is a set of goroutines that a function starts by hand and waits for,
// for calls that can fail, and in which no failure stops the others.
type FanOut struct {
	Start  *ast.CallExpr // of the first: the call of the go statement, or of the WaitGroup
	Go     token.Pos     // that go statement, if it is one
	Source *Source       // the caller's context where it starts
	Func   Func

	CleanUp bool // they end something
}

// FanOuts returns the fan-outs of the package, in the order in which they start.
func (r *Result) FanOuts() []*FanOut {
	if r.e == nil {
		return nil
	}
	var fs []*FanOut
	byEnd := map[ssa.Value][]*task{}
	var order []ssa.Value
	for _, t := range r.e.tasks() {
		end := r.e.sharedEnd(t)
		if end == nil || !r.e.failsOutside(t) || !r.e.waitsOnCaller(t) || !r.e.joinedTask(t) {
			continue
		}
		if byEnd[end] == nil {
			order = append(order, end)
		}
		byEnd[end] = append(byEnd[end], t)
	}
	for _, end := range order {
		ts := byEnd[end]
		if f := r.e.fanOut(ts[0]); f != nil && (len(ts) > 1 || reaches(ts[0].start, ts[0].start)) {
			fs = append(fs, f)
		}
	}
	return fs
}

// fanOut describes a fan-out by its first task; nil where no caller's context is at hand.
func (e *engine) fanOut(t *task) *FanOut {
	f := &FanOut{Start: e.callExpr(t.start)}
	if f.Start == nil {
		return nil
	}
	if g, ok := t.start.(*ssa.Go); ok {
		f.Go = g.Pos()
	}
	f.Source = best(e.InScope(t.in, f.Start.Pos()))
	if f.Source == nil || !f.Source.FromCaller() {
		return nil
	}
	f.Func = e.describe(topOf(t.in), t.start)
	f.CleanUp = IsCleanUp(topOf(t.in).Name())
	return f
}

// sharedEnd returns the WaitGroup or the channel by which a task and its
// siblings are waited for; nil for none, and for a group that knows of errors.
func (e *engine) sharedEnd(t *task) ssa.Value {
	if t.fn == nil || t.row != nil && t.fn.Signature.Results().Len() > 0 {
		return nil
	}
	ends := e.endsOf(t)
	if t.group != nil {
		if end := e.home(t.group); ends[end] {
			return end
		}
	}
	var first ssa.Value
	for end := range ends { // the first WaitGroup, else the first channel
		switch {
		case first == nil, isWaitGroup(end) && !isWaitGroup(first):
			first = end
		case isWaitGroup(end) == isWaitGroup(first) && end.Pos() < first.Pos():
			first = end
		}
	}
	return first
}

// isWaitGroup reports whether v is the address of a sync.WaitGroup, or one of its kind.
func isWaitGroup(v ssa.Value) bool {
	t := v.Type()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n := named(t)
	return n != nil && n.Obj().Name() == "WaitGroup"
}

// failsOutside reports whether a task puts an error where others find it: into a
// channel, or a variable of who started it.
func (e *engine) failsOutside(t *task) bool {
	found := false
	e.eachOwn(t.fn, func(in ssa.Instruction) {
		switch in := in.(type) {
		case *ssa.Send:
			found = found || holdsError(in.X.Type())
		case *ssa.Store:
			_, captured := in.Addr.(*ssa.FreeVar)
			found = found || holdsError(in.Val.Type()) && (captured || outside(in.Addr) && !ofCall(in.Addr) && !e.ownAddress(in.Addr, t))
		}
	})
	return found
}

// ownAddress reports whether an address is in a variable of the task itself.
func (e *engine) ownAddress(addr ssa.Value, t *task) bool {
	for range maxClosures {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		case *ssa.Alloc:
			return within(a.Parent(), t.fn)
		default:
			return false
		}
	}
	return false
}

// holdsError reports whether t is error, a slice of errors, or a struct with an error in it.
func holdsError(t types.Type) bool {
	if isErrorType(t) {
		return true
	}
	if s, ok := t.Underlying().(*types.Slice); ok {
		return isErrorType(s.Elem())
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if st, ok := t.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			if isErrorType(f.Type()) {
				return true
			}
		}
	}
	return false
}

// waitsOnCaller reports whether a task makes a call that may wait, on a context
// of the caller's that its starter can't cancel.
func (e *engine) waitsOnCaller(t *task) bool {
	waits := false
	e.eachOwnUse(t.fn, func(u *use) {
		if u.kind != UseCall || !u.val.Only(Caller) || e.spares(u) || !e.mayWait(u) {
			return
		}
		for _, o := range u.val {
			for _, d := range o.derive {
				if c, ok := d.(*ssa.Call); ok && e.callee(c.Common()).adds("cancel") && !within(c.Parent(), t.fn) {
					return
				}
			}
			if o.param != nil && within(o.param.Parent(), t.fn) {
				return // given to it: by whom isn't asked
			}
		}
		waits = true
	})
	return waits
}

// adds reports whether a callee derives a context and adds that to it.
func (c callee) adds(what string) bool {
	row := c.role(ctxapi.Derive)
	return row != nil && row.Adds(what)
}
