package ctxflow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// variable returns the local variable that addr is the address of, through
// any number of closures; nil when addr is something else.
func (e *engine) variable(addr ssa.Value) *ssa.Alloc {
	for range maxClosures {
		switch a := addr.(type) {
		case *ssa.Alloc:
			return a
		case *ssa.FreeVar:
			addr = nil
			for _, mk := range e.makes(a.Parent()) {
				addr = bindingOf(mk, a)
				break
			}
		default:
			return nil
		}
	}
	return nil
}

const maxClosures = 16

// makes returns the instructions that make a closure of fn.
func (e *engine) makes(fn *ssa.Function) []*ssa.MakeClosure {
	return e.closures[fn]
}

// bindingOf returns what the closure binds to its free variable.
func bindingOf(mk *ssa.MakeClosure, v *ssa.FreeVar) ssa.Value {
	for i, fv := range mk.Fn.(*ssa.Function).FreeVars {
		if fv == v && i < len(mk.Bindings) {
			return mk.Bindings[i]
		}
	}
	return nil
}

// reachingStores returns the values that a load of *addr at the instruction
// may see, and whether it may see the zero value. addr is a local variable, or
// a captured one.
func (e *engine) reachingStores(addr ssa.Value, at ssa.Instruction) (vals []ssa.Value, zero bool) {
	// A closure that is called in several places is made in one that may be
	// called in several places as well, and so on: remembering keeps the number
	// of walks to that of the places.
	l := load{addr, at}
	r, ok := e.loads[l]
	if !ok {
		r = e.walkBack(l)
		e.loads[l] = r
	}
	return r.vals, r.zero
}

// A load is a place where a variable is read.
type load struct {
	addr ssa.Value
	at   ssa.Instruction
}

// reached is what a load may see.
type reached struct {
	vals []ssa.Value
	zero bool
}

func (e *engine) walkBack(l load) reached {
	addr, at := l.addr, l.at
	w := newStoreWalk(e, -1)
	w.back(addr, at.Block(), indexOf(at)-1)
	for _, c := range e.capturesOf(addr) {
		w.all(c)
	}
	if fv, ok := addr.(*ssa.FreeVar); ok && w.entry {
		w.entry = false
		w.parent(fv)
	}
	return reached{w.list, w.entry}
}

// held returns what a local variable holds for sure where v loads it, also
// through variables that were set to one another, and v where it is no load or
// the variable may hold several things, or only ever holds itself.
func (e *engine) held(v ssa.Value) ssa.Value {
	for range maxClosures {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.UnOp:
			if x.Op == token.MUL && e.variable(x.X) != nil {
				if vals, _ := e.reachingStores(x.X, x); len(vals) == 1 {
					v = vals[0]
					continue
				}
			}
		}
		break
	}
	return v
}

// storeWalk collects stored values, each once, in the order found.
type storeWalk struct {
	e     *engine
	seen  map[*ssa.BasicBlock]bool
	vals  map[ssa.Value]bool
	list  []ssa.Value
	entry bool // the function's entry was reached without a store
	field int  // walk for stores to this field of the variable, -1 for the variable itself
	whole bool // walking for a field, a store of the whole variable was reached
}

func newStoreWalk(e *engine, field int) *storeWalk {
	return &storeWalk{e: e, seen: map[*ssa.BasicBlock]bool{}, vals: map[ssa.Value]bool{}, field: field}
}

// stores reports whether the instruction is a store that the walk looks for.
func (w *storeWalk) stores(st *ssa.Store, addr ssa.Value) bool {
	if w.field < 0 {
		return st.Addr == addr
	}
	fa, ok := st.Addr.(*ssa.FieldAddr)
	return ok && fa.X == addr && fa.Field == w.field
}

func (w *storeWalk) add(v ssa.Value) {
	if !w.vals[v] {
		w.vals[v] = true
		w.list = append(w.list, v)
	}
}

// back walks from instruction i of b up to the stores of addr that reach it.
func (w *storeWalk) back(addr ssa.Value, b *ssa.BasicBlock, i int) {
	for ; i >= 0; i-- {
		switch in := b.Instrs[i].(type) {
		case *ssa.Store:
			if w.stores(in, addr) {
				w.add(in.Val)
				return
			}
			if in.Addr == addr {
				w.whole = true
				return
			}
		case *ssa.Alloc:
			if in == addr {
				w.entry = true
				return
			}
		}
	}
	if len(b.Preds) == 0 {
		w.entry = true
		return
	}
	for _, p := range b.Preds {
		if !w.seen[p] {
			w.seen[p] = true
			w.back(addr, p, len(p.Instrs)-1)
		}
	}
}

// all adds every store to addr in its function and in the closures that capture it.
func (w *storeWalk) all(addr ssa.Value) {
	for _, in := range *addr.Referrers() {
		if st, ok := in.(*ssa.Store); ok && st.Addr == addr {
			w.add(st.Val)
		}
	}
	for _, c := range w.e.capturesOf(addr) {
		w.all(c)
	}
}

// parent goes on in the function that made the closure: what reaches the
// places where it is called or started; or, when it goes elsewhere, the place
// where it is made, and what is stored later while it may run.
func (w *storeWalk) parent(fv *ssa.FreeVar) {
	for _, mk := range w.e.makes(fv.Parent()) {
		addr := bindingOf(mk, fv)
		if addr == nil {
			continue
		}
		runs := callsOf(mk)
		kept := runs == nil
		if kept {
			runs = []ssa.Instruction{mk}
		}
		for _, at := range runs {
			vals, zero := w.e.reachingStores(addr, at)
			for _, v := range vals {
				w.add(v)
			}
			w.entry = w.entry || zero
		}
		if kept {
			w.later(addr, mk)
		}
	}
}

// later adds the stores to addr that can run after the instruction.
func (w *storeWalk) later(addr ssa.Value, after ssa.Instruction) {
	for _, in := range *addr.Referrers() {
		if st, ok := in.(*ssa.Store); ok && st.Addr == addr && reaches(after, st) {
			w.add(st.Val)
		}
	}
}

// callsOf returns the calls and go statements of a closure, if it is used for
// nothing else; what a deferred one sees is not fixed before the function ends.
func callsOf(mk *ssa.MakeClosure) []ssa.Instruction {
	var calls []ssa.Instruction
	for _, in := range *mk.Referrers() {
		switch in := in.(type) {
		case *ssa.Call:
			if in.Call.Value != mk {
				return nil
			}
			calls = append(calls, in)
		case *ssa.Go:
			if in.Call.Value != mk {
				return nil
			}
			calls = append(calls, in)
		case *ssa.DebugRef:
		default:
			return nil
		}
	}
	return calls
}

// capturesOf returns the free variables through which closures see *addr.
func (e *engine) capturesOf(addr ssa.Value) []*ssa.FreeVar {
	var fvs []*ssa.FreeVar
	if addr.Referrers() == nil {
		return nil
	}
	for _, in := range *addr.Referrers() {
		mk, ok := in.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		for i, b := range mk.Bindings {
			if b == addr {
				fvs = append(fvs, mk.Fn.(*ssa.Function).FreeVars[i])
			}
		}
	}
	return fvs
}

// fieldStoresAt returns what a load at the instruction may see in a field of
// the struct variable, if the variable isn't set as a whole in between; where
// closures share the variable, all that is stored.
func (e *engine) fieldStoresAt(root *ssa.Alloc, field int, at ssa.Instruction) []ssa.Value {
	if at.Parent() == root.Parent() && len(e.capturesOf(root)) == 0 {
		w := newStoreWalk(e, field)
		w.back(root, at.Block(), indexOf(at)-1)
		if w.whole || len(w.list) > 0 {
			return w.list
		}
	}
	return e.fieldStores(root, field)
}

// fieldStores returns what is stored into field i of the struct variable, by
// its function or the closures that capture it, and nothing where the whole
// struct is also set by value.
func (e *engine) fieldStores(root ssa.Value, field int) []ssa.Value {
	var vals []ssa.Value
	if root.Referrers() == nil {
		return nil
	}
	for _, in := range *root.Referrers() {
		fa, ok := in.(*ssa.FieldAddr)
		if !ok || fa.Field != field {
			continue
		}
		for _, r := range *fa.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == fa {
				vals = append(vals, st.Val)
			}
		}
	}
	for _, c := range e.capturesOf(root) {
		vals = append(vals, e.fieldStores(c, field)...)
	}
	return vals
}

// copiedField returns what was stored into field i of the local structs that
// the values are copies of, as a composite literal is copied into its variable.
func (e *engine) copiedField(whole []ssa.Value, field int) []ssa.Value {
	var vals []ssa.Value
	for _, v := range whole {
		if load, ok := v.(*ssa.UnOp); ok {
			if a := e.variable(load.X); a != nil {
				vals = append(vals, e.fieldStores(a, field)...)
			}
		}
	}
	return vals
}

// indexOf returns the position of an instruction in its block.
func indexOf(in ssa.Instruction) int {
	for i, x := range in.Block().Instrs {
		if x == in {
			return i
		}
	}
	return 0
}

// dominates reports whether a runs before b whenever b runs; both are in one function.
func dominates(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return indexOf(a) < indexOf(b)
	}
	return a.Block().Dominates(b.Block())
}

// reaches reports whether b can run after a in the same function.
func reaches(a, b ssa.Instruction) bool {
	if a.Parent() != b.Parent() {
		return true
	}
	if a.Block() == b.Block() && indexOf(a) < indexOf(b) {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(*ssa.BasicBlock) bool
	walk = func(x *ssa.BasicBlock) bool {
		for _, s := range x.Succs {
			if s == b.Block() {
				return true
			}
			if !seen[s] {
				seen[s] = true
				if walk(s) {
					return true
				}
			}
		}
		return false
	}
	return walk(a.Block())
}
