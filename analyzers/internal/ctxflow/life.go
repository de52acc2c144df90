package ctxflow

import (
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// Life says how long a context lives, as seen from one place.
type Life uint8

// The lives of contexts.
const (
	Alive        Life = iota // nothing is known to end it here
	DiesAtReturn             // its cancel function is deferred in this function
	Dead                     // cancelled or done on every path that comes here
)

func (l Life) String() string { return [...]string{"alive", "dies at return", "dead"}[l] }

// life returns how long the context v lives, seen from the instruction.
func (e *engine) life(v ssa.Value, at ssa.Instruction) Life {
	val := e.value(v)
	if len(val) == 0 {
		return Alive
	}
	dead, dies, some := true, true, false
	for _, o := range val {
		if o.Prov == Nil {
			continue
		}
		some = true
		dead = dead && e.dead(o, at)
		dies = dies && e.diesAtReturn(o, at.Parent())
	}
	switch {
	case dead && some:
		return Dead
	case dies && some:
		return DiesAtReturn
	}
	return Alive
}

// dead reports whether the origin, or one that it derives from, is done at the
// instruction: a mark that covers it is about it.
func (e *engine) dead(o *Origin, at ssa.Instruction) bool {
	for _, m := range e.marks(at.Parent()) {
		if m.weak || m.of == nil || !m.covers(at) {
			continue
		}
		for _, parent := range e.value(m.of) {
			if descends(o, parent) {
				return true
			}
		}
	}
	return false
}

// descends reports whether o is parent or derived from it.
func descends(o, parent *Origin) bool {
	if o.Prov == Unknown || o.Prov != parent.Prov || o.param != parent.param || o.call != parent.call || o.obj != parent.obj ||
		len(parent.derive) > len(o.derive) {
		return false
	}
	return sameDerive(o.derive[:len(parent.derive)], parent.derive)
}

// diesAtReturn reports whether fn defers the cancel function of one of the
// derivations of the origin.
func (e *engine) diesAtReturn(o *Origin, fn *ssa.Function) bool {
	for _, d := range o.derive {
		c, ok := d.(*ssa.Call)
		if !ok || c.Parent() != fn {
			continue
		}
		for _, in := range *c.Referrers() {
			x, ok := in.(*ssa.Extract)
			if ok && isCancelType(x.Type()) && e.deferred(x, map[ssa.Value]bool{}) {
				return true
			}
		}
	}
	return false
}

// deferred reports whether a cancel function is deferred, by itself or in a
// literal that is. What was seen already has nothing to add.
func (e *engine) deferred(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	for _, in := range *v.Referrers() {
		switch in := in.(type) {
		case *ssa.Defer:
			if in.Call.Value == v {
				return true
			}
		case *ssa.Store:
			if in.Val == v && e.deferredVariable(in.Addr, seen) {
				return true
			}
		}
	}
	return false
}

// deferredVariable reports whether the cancel function held by a variable is deferred.
func (e *engine) deferredVariable(addr ssa.Value, seen map[ssa.Value]bool) bool {
	a, ok := addr.(*ssa.Alloc)
	if !ok || seen[a] {
		return false
	}
	seen[a] = true
	for _, in := range *a.Referrers() {
		if load, ok := in.(*ssa.UnOp); ok && e.deferred(load, seen) {
			return true
		}
	}
	for _, fv := range e.capturesOf(a) {
		for _, s := range e.sites[fv.Parent()] {
			if s.Kind == SiteDefer {
				return true
			}
		}
	}
	return false
}

// doneOf returns the context whose Done channel v is, nil if v was kept in a variable.
func doneOf(v ssa.Value) ssa.Value {
	if c, ok := v.(*ssa.Call); ok {
		return methodReceiver(c)
	}
	return nil
}

// errOf returns the context whose Err or Cause v is, or nil.
func errOf(v ssa.Value) ssa.Value {
	c, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	if f := c.Call.StaticCallee(); f != nil && f.Name() == "Cause" && len(c.Call.Args) == 1 {
		return c.Call.Args[0]
	}
	if c.Call.IsInvoke() && c.Call.Method.Name() == "Err" {
		return c.Call.Value
	}
	return nil
}

func methodReceiver(c *ssa.Call) ssa.Value {
	if c.Call.IsInvoke() {
		return c.Call.Value
	}
	if len(c.Call.Args) > 0 {
		return c.Call.Args[0]
	}
	return nil
}

// cancelOf returns the context that the cancel function v ends, or nil.
func cancelOf(v ssa.Value) ssa.Value {
	x, ok := v.(*ssa.Extract)
	if !ok {
		return nil
	}
	for _, in := range *x.Tuple.Referrers() {
		if y, ok := in.(*ssa.Extract); ok && y != x && Implements(y.Type()) {
			return y
		}
	}
	return nil
}

// groupContext returns the context of the group that a call of Wait waits
// for, which Wait has cancelled when it returns; nil for other calls.
func (e *engine) groupContext(c *ssa.Call) ssa.Value {
	cl := e.callee(c.Common())
	if cl.obj == nil || cl.obj.Name() != "Wait" || !cl.recv {
		return nil
	}
	g := c.Call.Args[0]
	if load, ok := g.(*ssa.UnOp); ok && e.variable(load.X) != nil {
		if vals, _ := e.reachingStores(load.X, load); len(vals) == 1 {
			g = vals[0]
		}
	}
	x, ok := g.(*ssa.Extract)
	if !ok {
		return nil
	}
	made, ok := x.Tuple.(*ssa.Call)
	if !ok {
		return nil
	}
	if row := e.callee(made.Common()).role(ctxapi.Derive); row == nil || !row.Adds("cancel") {
		return nil
	}
	return cancelOf(x)
}

// A ContextCall is a call that is given a context, as later checks ask about it.
type ContextCall struct {
	Use
	Kind   UseKind
	Value  Value
	Life   Life
	Callee string // the name of what is called, "" if that isn't known
}

// ContextCalls returns the calls of the package that are given a context, in
// the order of functions and of instructions in them.
func (r *Result) ContextCalls() []*ContextCall {
	if r.e == nil {
		return nil
	}
	var cs []*ContextCall
	for _, fn := range r.e.fns {
		for _, u := range r.e.usesOf(fn) {
			c, ok := u.instr.(*ssa.Call)
			if !ok || u.arg < 0 {
				continue
			}
			x := &ContextCall{Use: r.e.useExpr(u, nil), Kind: u.kind, Value: u.val, Callee: u.cl.name()}
			if x.Expr == nil {
				continue
			}
			x.Life = r.e.life(c.Call.Args[u.arg], c)
			cs = append(cs, x)
		}
	}
	return cs
}

// String renders a value for tests: the provenances of its origins, each with
// its deadline.
func (v Value) String() string {
	s := ""
	for i, o := range v {
		if i > 0 {
			s += "|"
		}
		s += o.Prov.String() + o.Deadline.suffix()
	}
	return s
}
