package ctxflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A StoredUse is a context from a field or package variable in a call.
type StoredUse struct {
	Use
	Obj      types.Object
	Receiver bool // a field of the method's receiver
	Source   *Source
	Place    Place
	Func     Func
	Reason   Reason
}

// storedUse describes a call on a stored context, or nil.
func (e *engine) storedUse(fn *ssa.Function, u *use) *StoredUse {
	if u.kind != UseCall && u.kind != UseDerive || !u.val.Only(Stored) {
		return nil
	}
	o := u.val[0]
	if len(o.derive) > 0 && u.kind == UseCall || o.obj == nil {
		return nil // told where it is derived
	}
	x := &StoredUse{Use: e.useExpr(u, nil), Obj: o.obj}
	if x.Expr == nil {
		return nil
	}
	if o.base != nil {
		x.Receiver = e.ofReceiver(o.base)
	}
	x.Source = best(e.sources(u, x.Expr.Pos(), nil))
	if x.Source == nil || !x.Source.FromCaller() || e.setFromCaller(fn, o.obj) || otherContext(e, u) || !e.fits(x.Source, u) {
		return nil
	}
	owner := x.Source.owner(u.fn)
	x.Place = e.place(u, owner)
	x.Place.Goroutine = x.Place.Goroutine || e.startedOnly(owner) // its caller only starts it
	x.Func = e.describe(fn, u.instr)
	switch {
	case e.nilGuarded(u.instr):
		x.Reason = ReasonNilGuard
	case e.afterDone(u.instr, true, maxDepth):
		x.Reason = ReasonAfterDone
	case u.kind == UseDerive && e.deriveEscapes(u):
		x.Reason = ReasonLifecycle
	}
	return x
}

// fits reports whether a source could be the argument of the call at u: a library
// may have a context type of its own, which the caller's isn't.
func (e *engine) fits(src *Source, u *use) bool {
	c, ok := u.instr.(ssa.CallInstruction)
	i := u.cl.index(u.arg)
	if !ok || i < 0 || i >= c.Common().Signature().Params().Len() || src.Obj == nil {
		return true
	}
	to := c.Common().Signature().Params().At(i).Type()
	if from := src.Obj.Type(); e.types.context(from) {
		return types.AssignableTo(from, to)
	}
	return types.IsInterface(to) // a carrier gives a plain context
}

// setFromCaller reports whether fn itself stores a caller's context in the
// field or variable, so that both are the same.
func (e *engine) setFromCaller(fn *ssa.Function, obj types.Object) bool {
	found := false
	e.eachUse(fn, func(u *use) {
		st, ok := u.instr.(*ssa.Store)
		if !ok || !u.val.Has(Caller) {
			return
		}
		switch a := st.Addr.(type) {
		case *ssa.FieldAddr:
			found = found || types.Object(fieldOf(a.X.Type(), a.Field)) == obj
		case *ssa.Global:
			found = found || a.Object() == obj
		}
	})
	return found
}

// otherContext reports whether the call also takes a context from elsewhere:
// it merges the two, or looks after both.
func otherContext(e *engine, u *use) bool {
	c, ok := u.instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	for i, a := range c.Common().Args {
		if i != u.arg && e.types.context(a.Type()) && !e.value(a).Only(Stored) {
			return true
		}
	}
	return false
}

// deriveEscapes reports whether the cancel function of the context that is
// derived at u goes to somebody else.
func (e *engine) deriveEscapes(u *use) bool {
	return e.handedOut(&root{call: u.instr.(ssa.CallInstruction), uses: []*use{u}})
}

// ofReceiver reports whether the struct is a method's receiver or a part of it.
func (e *engine) ofReceiver(v ssa.Value) bool {
	for range maxClosures {
		switch x := v.(type) {
		case *ssa.Parameter:
			return e.isReceiver(x)
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.FreeVar:
			a := e.variable(x)
			if a == nil {
				return false
			}
			v = a
		case *ssa.Alloc:
			stores := 0
			for _, in := range *x.Referrers() {
				if st, ok := in.(*ssa.Store); ok && st.Addr == x {
					v = st.Val
					stores++
				}
			}
			if stores != 1 {
				return false
			}
		default:
			return false
		}
	}
	return false
}
