package ctxflow

import (
	"go/types"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"
)

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
			if ok && isCancelType(x.Type()) && e.escapes(x, map[ssa.Value]bool{}) {
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
// it, or into a closure that isn't just deferred there. What was seen already
// has nothing to add.
func (e *engine) escapes(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
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
			if e.escapes(in, seen) {
				return true
			}
		case *ssa.Phi:
			if e.escapes(in, seen) {
				return true
			}
		case *ssa.MakeClosure:
			return true
		case *ssa.Store:
			if in.Val == v && e.storeEscapes(in, seen) {
				return true
			}
		}
	}
	return false
}

// storeEscapes follows a cancel function into the variable it is stored in.
func (e *engine) storeEscapes(st *ssa.Store, seen map[ssa.Value]bool) bool {
	switch a := st.Addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		if seen[a] {
			return false
		}
		seen[a] = true
		for _, in := range *a.Referrers() {
			if load, ok := in.(*ssa.UnOp); ok && e.escapes(load, seen) {
				return true
			}
		}
		for _, fv := range e.capturesOf(a) {
			if e.deferredOnly(fv.Parent()) || e.endsEarlier(st.Addr, fv) {
				continue
			}
			return true
		}
		return false
	}
	return true // a field, a package variable, an element
}

// endsEarlier reports whether the literal that captures a cancel function only ends
// earlier what ends with its function anyway: the cancel function is deferred there,
// and the literal is a goroutine that calls it, and waits neither for a context, a
// signal, nor what others may know of. Such a context is no lifecycle's.
func (e *engine) endsEarlier(addr ssa.Value, fv *ssa.FreeVar) bool {
	if !e.deferredVariable(addr, map[ssa.Value]bool{}) || !e.startedOnly(fv.Parent()) {
		return false
	}
	for _, in := range *fv.Referrers() {
		load, ok := in.(*ssa.UnOp)
		if !ok {
			return false
		}
		for _, in := range *load.Referrers() {
			if c, ok := in.(ssa.CallInstruction); !ok || c.Common().Value != load {
				return false
			}
		}
	}
	return !e.hearsOthers(fv.Parent())
}

// hearsOthers reports whether a literal receives from the channel of a context, of
// signals, or from one that isn't made in sight: a field, a parameter.
func (e *engine) hearsOthers(fn *ssa.Function) bool {
	return receives(fn, func(ch ssa.Value) bool {
		v := e.held(ch)
		_, param := v.(*ssa.Parameter)
		return param || e.isDone(ch) || carriesSignals(ch.Type()) || heldIn(v) != nil
	})
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

// inKeptLiteral reports whether f, a literal inside fn, may run after fn has
// returned: it, or one that it stands in, is returned or put away.
func (e *engine) inKeptLiteral(f, fn *ssa.Function) bool {
	for ; f != nil && f != fn; f = f.Parent() {
		for _, mk := range e.makes(f) {
			if kept(mk, 4) {
				return true
			}
		}
		if e.registered(f, false) {
			return true
		}
	}
	return false
}

// isRegistered reports whether f, a literal inside fn, or one that it stands in, is
// handed to what keeps it.
func (e *engine) isRegistered(f, fn *ssa.Function) bool {
	for ; f != nil && f != fn; f = f.Parent() {
		if e.registered(f, true) {
			return true
		}
	}
	return false
}

// registerWords begin the names of functions of other packages that keep a function
// which takes nothing, to call it later.
var registerWords = []string{"register", "atexit", "on", "add", "set", "schedule", "subscribe", "every", "new"}

// registered reports whether a literal that takes nothing is handed to a function
// that keeps it, to call it later: one of this package that puts it away, or one of
// another package by its name, such as atexit.Register, if names shall count.
func (e *engine) registered(lit *ssa.Function, names bool) bool {
	if lit.Signature.Params().Len() > 0 {
		return false
	}
	for _, s := range e.sites[lit] {
		if c, ok := s.Instr.(ssa.CallInstruction); ok && e.keepsArgument(c, lit, names) {
			return true
		}
		mk, ok := s.Instr.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		for _, r := range *mk.Referrers() {
			if c, ok := r.(ssa.CallInstruction); ok && e.keepsArgument(c, mk, names) {
				return true
			}
		}
	}
	return false
}

// keepsArgument reports whether v is an argument of the call that the callee keeps.
func (e *engine) keepsArgument(c ssa.CallInstruction, v ssa.Value, names bool) bool {
	for i, a := range c.Common().Args {
		if cl := e.callee(c.Common()); a == v && (cl.fn != nil || names) && e.keeps(cl, i) {
			return true
		}
	}
	return false
}

// keeps reports whether a callee keeps the function that is its argument i.
func (e *engine) keeps(cl callee, i int) bool {
	if cl.fn != nil {
		return i < len(cl.fn.Params) && kept(cl.fn.Params[i], 4)
	}
	if cl.obj == nil || cl.invoke || len(cl.rows) > 0 {
		return false
	}
	name := cl.obj.Name()
	for _, w := range registerWords {
		if n := len(w); len(name) >= n && strings.EqualFold(name[:n], w) && (len(name) == n || unicode.IsUpper(rune(name[n]))) {
			return true
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
