package ctxflow

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
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
)

// A root is one fresh or detached context and where it goes.
type root struct {
	call ssa.CallInstruction
	prov Provenance
	uses []*use
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
				r = &root{call: o.call, prov: o.Prov}
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
		if u.kind == UseCall {
			us = append(us, u)
		}
	}
	return us
}

// bounded reports whether the root has a deadline of its own wherever it goes.
func (r *root) bounded() bool {
	some := false
	for _, u := range r.sinks() {
		if u.cl.bounded() {
			some = true
			continue
		}
		for _, o := range u.val {
			if o.call == r.call {
				if !o.Deadline.Bounded {
					return false
				}
				some = true
			}
		}
	}
	return some
}

// reason says why a root is right as far as the flow alone shows it.
func (e *engine) reason(r *root) Reason {
	sinks := r.sinks()
	switch {
	case e.nilGuarded(r.call):
		return ReasonNilGuard
	case e.handedOut(r):
		return ReasonLifecycle
	case len(sinks) == 0:
		for _, u := range r.uses {
			if u.kind == UseRetain {
				return ReasonRetained
			}
		}
		return ReasonUnused
	}
	for _, u := range r.uses {
		if u.kind == UseRetain || u.kind == UseField || u.kind == UseGlobal {
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
	if e.sharedWork(sinks[0].fn) || e.sharedWork(r.call.Parent()) {
		return ReasonShared
	}
	return ReasonNone
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
			if i != u.arg && e.types.context(a.Type()) && e.value(a).Only(Caller) {
				return true
			}
		}
	}
	return false
}

// derives returns the calls that derive from the root and add a cancel function.
func (r *root) derives() []*ssa.Call {
	var cs []*ssa.Call
	for _, u := range r.uses {
		if u.kind == UseDerive {
			if c, ok := u.instr.(*ssa.Call); ok {
				cs = append(cs, c)
			}
		}
	}
	if c, ok := r.call.(*ssa.Call); ok {
		cs = append(cs, c) // a function that returns a root with its cancel
	}
	return cs
}

// handedOut reports whether a cancel function of the root goes to somebody
// else: stored, returned, passed on, or called by a callback or goroutine. The
// root then is a lifecycle context, or its cancellation is wired by hand.
func (e *engine) handedOut(r *root) bool {
	for _, c := range r.derives() {
		for _, in := range *c.Referrers() {
			x, ok := in.(*ssa.Extract)
			if ok && isCancelType(x.Type()) && e.escapes(x, 6) {
				return true
			}
		}
	}
	return false
}

// isCancelType reports whether t is a func() or a func(error).
func isCancelType(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	return ok && sig.Results().Len() == 0 && sig.Params().Len() <= 1
}

// escapes reports whether a cancel function gets out of the function that made
// it, or into a closure that isn't just deferred there.
func (e *engine) escapes(v ssa.Value, depth int) bool {
	if depth == 0 || v.Referrers() == nil {
		return false
	}
	for _, in := range *v.Referrers() {
		switch in := in.(type) {
		case ssa.CallInstruction:
			if in.Common().Value != v {
				return true // passed on
			}
			if _, ok := in.(*ssa.Go); ok {
				return true
			}
		case *ssa.Return, *ssa.MapUpdate, *ssa.Send, *ssa.MakeInterface:
			return true
		case *ssa.ChangeType:
			if e.escapes(in, depth-1) {
				return true
			}
		case *ssa.Phi:
			if e.escapes(in, depth-1) {
				return true
			}
		case *ssa.MakeClosure:
			return true
		case *ssa.Store:
			if in.Val == v && e.storeEscapes(in, depth) {
				return true
			}
		}
	}
	return false
}

// storeEscapes follows a cancel function into the variable it is stored in.
func (e *engine) storeEscapes(st *ssa.Store, depth int) bool {
	switch a := st.Addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		for _, in := range *a.Referrers() {
			if load, ok := in.(*ssa.UnOp); ok && e.escapes(load, depth-1) {
				return true
			}
		}
		for _, fv := range e.capturesOf(a) {
			if e.deferredOnly(fv.Parent()) {
				continue
			}
			return true
		}
		return false
	}
	return true // a field, a package variable, an element
}

// deferredOnly reports whether a literal is only deferred or called where it is made.
func (e *engine) deferredOnly(fn *ssa.Function) bool {
	for _, s := range e.sites[fn] {
		if s.Kind != SiteDefer && s.Kind != SiteCall || s.In != fn.Parent() {
			return false
		}
	}
	return len(e.sites[fn]) > 0
}

// cancelledAtOnce reports whether the root's cancel function is called before
// the root is used.
func (e *engine) cancelledAtOnce(r *root, sinks []*use) bool {
	for _, d := range r.derives() {
		for _, in := range *d.Referrers() {
			x, ok := in.(*ssa.Extract)
			if !ok || !isCancelType(x.Type()) {
				continue
			}
			for _, u := range *x.Referrers() {
				c, ok := u.(*ssa.Call)
				if ok && c.Call.Value == x && c.Parent() == sinks[0].fn && dominates(c, sinks[0].instr) {
					return true
				}
			}
		}
	}
	return false
}

// sharedWork reports whether a literal is run once for all its callers: by
// singleflight, sync.Once or their kind.
func (e *engine) sharedWork(fn *ssa.Function) bool {
	for ; fn != nil && fn.Parent() != nil; fn = fn.Parent() {
		for _, s := range e.sites[fn] {
			c := passedTo(s.Instr)
			if c == nil {
				continue
			}
			cl := e.callee(c.Common())
			if isShared(cl) {
				return true
			}
		}
	}
	for _, s := range e.sites[fn] { // once.Do(s.load)
		if c := passedTo(s.Instr); s.Kind == SiteValue && c != nil && isShared(e.callee(c.Common())) {
			return true
		}
	}
	return false
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

func isShared(cl callee) bool {
	for _, row := range cl.rows {
		if row.Has("shared-work") {
			return true
		}
	}
	if cl.obj == nil || cl.obj.Pkg() == nil {
		return false
	}
	if cl.obj.Pkg().Path() == "sync" {
		return strings.HasPrefix(cl.obj.Name(), "Once") || cl.obj.Name() == "Do"
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

// wraps returns the name of the context-taking sibling that fn, which takes no
// context, only forwards to; "" if it does something else.
func (e *engine) wraps(fn *ssa.Function) string {
	if fn.Parent() != nil || fn.Object() == nil || len(e.types.contextParams(fn.Signature)) > 0 {
		return ""
	}
	var call ssa.CallInstruction
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			cl := e.callee(c.Common())
			if cl.role(ctxapi.Root) != nil || cl.role(ctxapi.Derive) != nil || e.isCancel(c.Common().Value) || cl.role(ctxapi.Logger) != nil {
				continue
			}
			if len(e.types.contextParams(c.Common().Signature())) > 0 {
				if call != nil {
					return ""
				}
				call = c
			}
		}
	}
	if call == nil {
		return ""
	}
	cl := e.callee(call.Common())
	if cl.obj == nil || !related(fn.Name(), cl.obj.Name()) || !e.sibling(fn, cl.obj) || !e.forwards(fn, call) {
		return ""
	}
	return cl.obj.Name()
}

// sibling reports whether callers of fn could as well call a context-taking
// form of it: f itself, for functions; for methods, one of the same receiver.
func (e *engine) sibling(fn *ssa.Function, f *types.Func) bool {
	recv := fn.Signature.Recv()
	if recv == nil {
		return f.Signature().Recv() == nil && f.Pkg() == e.pass.Pkg
	}
	for sel := range types.NewMethodSet(recv.Type()).Methods() {
		m, ok := sel.Obj().(*types.Func)
		if ok && m != fn.Object() && related(fn.Name(), m.Name()) && len(e.types.contextParams(m.Signature())) > 0 {
			return true
		}
	}
	return false
}

// related reports whether the names are those of siblings: one is the other
// with something like Context, Ctx, With or an option added.
func related(plain, withCtx string) bool {
	a, b := strings.ToLower(plain), strings.ToLower(withCtx)
	if a == b {
		return true
	}
	for _, w := range []string{"withcontext", "withctx", "context", "ctx"} {
		b = strings.ReplaceAll(b, w, "")
	}
	return a == b || len(a) > 2 && (strings.HasPrefix(b, a) || strings.HasSuffix(b, a)) || len(b) > 2 && (strings.HasPrefix(a, b) || strings.HasSuffix(a, b))
}

// forwards reports whether the call passes on all of fn's parameters.
func (e *engine) forwards(fn *ssa.Function, call ssa.CallInstruction) bool {
	if len(fn.Blocks) > 8 {
		return false
	}
	args := map[ssa.Value]bool{}
	for _, a := range call.Common().Args {
		args[a] = true
	}
	if call.Common().IsInvoke() {
		args[call.Common().Value] = true
	}
	first := 0
	if fn.Signature.Recv() != nil {
		first = 1
	}
	for _, p := range fn.Params[first:] {
		if refs := p.Referrers(); !args[p] && refs != nil && len(*refs) == 0 {
			return false
		}
	}
	return true
}

// A goroutine says how an instruction comes to run beside the function asked about.
type goroutine struct {
	started bool
	joined  bool      // the one that started it waits for it
	pos     token.Pos // the go statement, or the call of a spawner
}

// inGoroutine reports whether the instruction runs in a goroutine started
// inside fn: it is a go statement, or its literal is started by one or by a spawner.
func (e *engine) inGoroutine(in ssa.Instruction, fn *ssa.Function) bool {
	return e.goroutine(in, fn).started
}

// goroutine also says where it starts, and whether the one that started it
// waits for it. A literal that is put away, into a field, a slice or a channel,
// runs beside the function just as well.
func (e *engine) goroutine(in ssa.Instruction, fn *ssa.Function) goroutine {
	if g, ok := in.(*ssa.Go); ok {
		return goroutine{true, e.joined(g, nil), g.Pos()}
	}
	for f := in.Parent(); f != nil && f != fn; f = f.Parent() {
		for _, s := range e.sites[f] {
			if s.Kind == SiteGo {
				return goroutine{true, e.joined(s.Instr, f), s.Instr.Pos()}
			}
			if s.Kind == SiteValue {
				if g := e.spawned(f, s); g.started {
					return g
				}
			}
		}
	}
	return goroutine{}
}

// spawned looks at a literal that is used as a value.
func (e *engine) spawned(f *ssa.Function, s Site) goroutine {
	c := passedTo(s.Instr)
	if c == nil {
		return goroutine{started: putAway(s.Instr)}
	}
	row := e.callee(c.Common()).role(ctxapi.Spawn)
	if row == nil {
		return goroutine{}
	}
	by := row.Attr("joined")
	g := goroutine{started: true, joined: by == "itself" || strings.Contains(by, "Wait") && e.waits(f.Parent(), s.Instr)}
	if call := e.callExpr(c); call != nil {
		g.pos = call.Pos()
	}
	return g
}

// putAway reports whether a function value is only stored where somebody else
// finds it later.
func putAway(in ssa.Instruction) bool {
	switch in := in.(type) { // a literal that captures nothing is no value of its own
	case *ssa.Send, *ssa.MapUpdate:
		return true
	case *ssa.Store:
		return outside(in.Addr)
	}
	v, ok := in.(ssa.Value)
	if !ok || v.Referrers() == nil || len(*v.Referrers()) == 0 {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Send, *ssa.MapUpdate:
		case *ssa.Store:
			if !outside(r.Addr) {
				return false
			}
		case *ssa.ChangeType:
			if !putAway(r) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// inKeptLiteral reports whether f, a literal inside fn, may run after fn has
// returned: it, or one that it stands in, is returned or put away.
func (e *engine) inKeptLiteral(f, fn *ssa.Function) bool {
	for ; f != nil && f != fn; f = f.Parent() {
		for _, mk := range e.makes(f) {
			if kept(mk, 4) {
				return true
			}
		}
	}
	return false
}

// kept reports whether a value is returned, or stored outside of local variables.
func kept(v ssa.Value, depth int) bool {
	if depth == 0 || v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Return, *ssa.MapUpdate, *ssa.Send:
			return true
		case *ssa.Store:
			if r.Val == v && outside(r.Addr) {
				return true
			}
		case *ssa.ChangeType:
			if kept(r, depth-1) {
				return true
			}
		case *ssa.MakeInterface:
			if kept(r, depth-1) {
				return true
			}
		}
	}
	return false
}

// outside reports whether an address is not that of a local variable.
func outside(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global:
		return true
	}
	return false
}

// joined reports whether the function that starts a goroutine waits for it:
// with a WaitGroup that the goroutine marks, or on a channel they share.
func (e *engine) joined(start ssa.Instruction, body *ssa.Function) bool {
	if body == nil {
		return false
	}
	marks := false
	shared := map[ssa.Value]bool{}
	for _, b := range body.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok {
				if cl := e.callee(c.Common()); cl.obj != nil && cl.obj.Name() == "Done" && cl.obj.Pkg() != nil && cl.obj.Pkg().Path() == "sync" {
					marks = true
				}
			}
			if s, ok := in.(*ssa.Send); ok {
				shared[e.channel(s.Chan)] = true
			}
		}
	}
	if marks && e.waits(start.Parent(), start) {
		return true
	}
	delete(shared, nil)
	return len(shared) > 0 && e.receives(start.Parent(), start, shared)
}

// channel returns the variable that a channel is held in, or the value itself.
func (e *engine) channel(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if a := e.variable(load.X); a != nil {
			return a
		}
	}
	return v
}

// waits reports whether fn calls a Wait after the instruction.
func (e *engine) waits(fn *ssa.Function, after ssa.Instruction) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			cl := e.callee(c.Common())
			if cl.obj != nil && cl.obj.Name() == "Wait" && (reaches(after, in) || isDefer(in)) {
				return true
			}
		}
	}
	return false
}

func isDefer(in ssa.Instruction) bool { _, ok := in.(*ssa.Defer); return ok }

// receives reports whether fn receives from one of the channels after the instruction.
func (e *engine) receives(fn *ssa.Function, after ssa.Instruction, chans map[ssa.Value]bool) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				if in.Op == token.ARROW && chans[e.channel(in.X)] && reaches(after, in) {
					return true
				}
			case *ssa.Select:
				for _, st := range in.States {
					if chans[e.channel(st.Chan)] && reaches(after, in) {
						return true
					}
				}
			}
		}
	}
	return false
}
