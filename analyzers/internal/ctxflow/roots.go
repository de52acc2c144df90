package ctxflow

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Reason names why a root is right, or why nothing is known against it. The
// empty reason means that nothing speaks for it.
type Reason string

// The reasons.
const (
	ReasonNone      Reason = ""
	ReasonUnused    Reason = "goes into no call"
	ReasonNilGuard  Reason = "nil guard"
	ReasonAfterDone Reason = "after done"
	ReasonLifecycle Reason = "lifecycle"
	ReasonRetained  Reason = "retained by what outlives the call"
	ReasonShared    Reason = "shared work"
	ReasonMerged    Reason = "made with the caller's context at hand"
	ReasonCancelled Reason = "cancelled at once"
	ReasonExit      Reason = "goes into the end of the process"
)

// A root is one fresh or detached context and where it goes.
type root struct {
	call ssa.CallInstruction
	prov Provenance
	uses []*use
	todo bool // context.TODO(), by which the author says that it isn't right yet
}

// rootsIn returns the fresh and detached roots that the uses in fn (declared
// functions and the package's init; literals are part of them) go back to, in
// the order in which they are first used.
func (e *engine) rootsIn(fn *ssa.Function) []*root {
	if rs, ok := e.roots[fn]; ok {
		return rs
	}
	byCall := map[ssa.CallInstruction]*root{}
	var rs []*root
	e.eachUse(fn, func(u *use) {
		seen := map[ssa.CallInstruction]bool{}
		for _, o := range u.val {
			if o.call == nil || o.Prov != Fresh && o.Prov != Detached || seen[o.call] {
				continue
			}
			seen[o.call] = true
			r := byCall[o.call]
			if r == nil {
				r = &root{call: o.call, prov: o.Prov, todo: e.callee(o.call.Common()).name() == "TODO"}
				byCall[o.call] = r
				rs = append(rs, r)
			}
			r.uses = append(r.uses, u)
		}
	})
	e.roots[fn] = rs
	return rs
}

// sinks returns the uses that can wait on the root.
func (r *root) sinks() []*use {
	var us []*use
	for _, u := range r.uses {
		if r.waits(u) {
			us = append(us, u)
		}
	}
	return us
}

// waits reports whether what the root goes into at u can wait on it. What only
// starts goroutines with it has a life of its own, unless the author is in doubt.
func (r *root) waits(u *use) bool {
	return u.kind == UseCall || u.kind == UseOwn || u.kind == UseStart && r.todo
}

// bounded reports whether the root has a deadline of its own wherever it goes, or
// may have one that is configured: if limit > 0 { ctx, cancel = WithTimeout(ctx, limit) }.
func (r *root) bounded() bool {
	some := false
	for _, u := range r.sinks() {
		of := slices.DeleteFunc(slices.Clone(u.val), func(o *Origin) bool { return o.call != r.call })
		switch {
		case u.cl.bounded(), slices.ContainsFunc(of, func(o *Origin) bool { return o.Deadline.Bounded }):
			some = true
		case len(of) > 0:
			return false
		}
	}
	return some
}

// endsProcess reports whether all that the root goes into are functions of this
// package that end the process: whoever asked for that is gone with it.
func (e *engine) endsProcess(sinks []*use) bool {
	for _, u := range sinks {
		if u.cl.fn == nil || !e.exitsProcess(u.cl.fn) {
			return false
		}
	}
	return len(sinks) > 0
}

// exitsProcess reports whether fn, or a literal in it, calls os.Exit.
func (e *engine) exitsProcess(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok {
				if f := c.Common().StaticCallee(); f != nil && f.Pkg != nil && f.Pkg.Pkg.Path() == "os" && f.Name() == "Exit" {
					return true
				}
			}
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, e.exitsProcess)
}

// reason says why a root is right as far as the flow alone shows it.
func (e *engine) reason(r *root) Reason {
	sinks := r.sinks()
	switch {
	case e.nilGuarded(r.call):
		return ReasonNilGuard
	case e.handedOut(r), e.endsWith(r.call):
		return ReasonLifecycle
	case len(sinks) == 0:
		for _, u := range r.uses {
			if u.kind == UseRetain || u.kind == UseStart {
				return ReasonRetained
			}
		}
		return ReasonUnused
	}
	for _, u := range r.uses {
		if u.kind == UseRetain || u.kind == UseStart && !r.todo || u.kind == UseField || u.kind == UseGlobal {
			return ReasonRetained
		}
	}
	bounded := r.bounded()
	if e.afterDone(r.call, bounded, maxDepth) || e.afterDone(sinks[0].instr, bounded, maxDepth) {
		return ReasonAfterDone
	}
	if e.merged(r) {
		return ReasonMerged
	}
	if e.cancelledAtOnce(r, sinks) {
		return ReasonCancelled
	}
	if e.endsProcess(sinks) {
		return ReasonExit
	}
	if e.sharedWork(sinks[0].fn) || e.sharedWork(r.call.Parent()) {
		return ReasonShared
	}
	return ReasonNone
}

// endsWith reports whether the function that makes a root is given a channel
// that signals, so that the root ends with its owner: contextFrom(s.quit).
func (e *engine) endsWith(call ssa.CallInstruction) bool {
	return e.givesContext(call) && slices.ContainsFunc(call.Common().Args, func(a ssa.Value) bool { return isQuit(a.Type()) })
}

// merged reports whether some call takes the root and a caller's context
// together: it copies values over, or links the two, so the root is meant.
func (e *engine) merged(r *root) bool {
	for _, u := range r.uses {
		c, ok := u.instr.(ssa.CallInstruction)
		if !ok || u.kind == UseInspect {
			continue
		}
		for i, a := range c.Common().Args {
			if i == u.arg {
				continue
			}
			if e.types.context(a.Type()) && e.value(a).Only(Caller) || u.kind == UseDerive && e.readFromCaller(a) {
				return true
			}
		}
	}
	return false
}

// readFromCaller reports whether a value was read from a caller's context: by
// its Value, or by a function that gets it and gives no context, as in
// WithTenant(root, TenantOf(ctx)).
func (e *engine) readFromCaller(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Extract:
		return e.readFromCaller(x.Tuple)
	case *ssa.TypeAssert:
		return e.readFromCaller(x.X)
	case *ssa.MakeInterface:
		return e.readFromCaller(x.X)
	case *ssa.Call:
		if x.Call.IsInvoke() {
			return x.Call.Method.Name() == "Value" && e.types.context(x.Call.Value.Type()) && e.value(x.Call.Value).Only(Caller)
		}
		return len(x.Call.Args) == 1 && e.types.context(x.Call.Args[0].Type()) && !e.givesContext(x) && e.value(x.Call.Args[0]).Only(Caller)
	}
	return false
}

// sharedWork reports whether a literal, or a method that is handed on as a value, is
// run once for all its callers: by singleflight, sync.Once or their kind.
func (e *engine) sharedWork(fn *ssa.Function) bool {
	for f := fn; f != nil && f.Parent() != nil; f = f.Parent() {
		if e.passedInto(f, isShared) {
			return true
		}
	}
	return e.passedInto(fn, isShared) // once.Do(s.load)
}

// sharedByAll reports whether a literal is run once and for good. Those who wait for a
// flight could still give it their context without its cancellation.
func (e *engine) sharedByAll(fn *ssa.Function) bool { return e.passedInto(fn, isOnce) }

// passedInto reports whether fn is an argument of a call of such a function.
func (e *engine) passedInto(fn *ssa.Function, such func(callee) bool) bool {
	return slices.ContainsFunc(e.sites[fn], func(s Site) bool {
		c := passedTo(s.Instr)
		return s.Kind == SiteValue && c != nil && such(e.callee(c.Common()))
	})
}

// passedTo returns the call that a function value is an argument of.
func passedTo(in ssa.Instruction) ssa.CallInstruction {
	switch in := in.(type) {
	case ssa.CallInstruction:
		return in
	case *ssa.MakeClosure:
		return onlyArgument(in)
	case *ssa.ChangeType:
		return onlyArgument(in)
	}
	return nil
}

func onlyArgument(v ssa.Value) ssa.CallInstruction {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case ssa.CallInstruction:
			if r.Common().Value != v {
				return r
			}
		case *ssa.ChangeType:
			return onlyArgument(r)
		case *ssa.MakeInterface:
			return onlyArgument(r)
		}
	}
	return nil
}

// isOnce reports whether a function of package sync runs another once.
func isOnce(cl callee) bool {
	return cl.obj != nil && cl.obj.Pkg() != nil && cl.obj.Pkg().Path() == "sync" && (strings.HasPrefix(cl.obj.Name(), "Once") || cl.obj.Name() == "Do")
}

func isShared(cl callee) bool {
	for _, row := range cl.rows {
		if row.Has("shared-work") {
			return true
		}
	}
	if cl.obj == nil || cl.obj.Pkg() == nil {
		return false
	}
	if isOnce(cl) {
		return true
	}
	n := named(recvType(cl.obj))
	return n != nil && strings.Contains(strings.ToLower(n.Obj().Name()+cl.obj.Pkg().Path()), "singleflight")
}

// ownRoot returns the first use of a root that fn starts for nobody who could
// bound it, or nil.
func (e *engine) ownRoot(fn *ssa.Function) *use {
	for _, r := range e.rootsIn(fn) {
		if r.prov != Fresh {
			continue
		}
		if e.reason(r) == ReasonNone {
			return r.sinks()[0]
		}
	}
	return nil
}
