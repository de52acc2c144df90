package ctxflow

import (
	"go/token"
	"go/types"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// clean reports whether no use of v, which points to an object or holds it,
// may give it a limit: in its function, in closures and functions of the
// package that it is handed to, and through the fields that it is kept in.
func (t *limitTrace) clean(v ssa.Value) bool {
	if t.seen[v] || v.Referrers() == nil {
		return true
	}
	t.seen[v] = true
	if t.steps++; t.steps > maxLimitSteps {
		return false
	}
	for _, in := range *v.Referrers() {
		if !t.use(v, in) {
			return false
		}
	}
	return true
}

// use reports whether one use of v sets no limit.
func (t *limitTrace) use(v ssa.Value, in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.If, *ssa.Field:
		return true
	case *ssa.UnOp: // a copy
		return true
	case *ssa.Phi:
		return t.clean(in)
	case *ssa.ChangeType:
		return t.clean(in)
	case *ssa.Extract:
		return t.clean(in)
	case *ssa.ChangeInterface:
		return t.clean(in)
	case *ssa.TypeAssert:
		return t.clean(in)
	case *ssa.FieldAddr:
		return t.setting(in)
	case *ssa.Store:
		if in.Val == v {
			return t.kept(in)
		}
		return t.bare(in.Val) // the struct as a whole
	case *ssa.MakeInterface:
		// A Doer or a RoundTripper only calls; what takes anything may set anything.
		i, ok := in.Type().Underlying().(*types.Interface)
		return ok && i.NumMethods() > 0
	case *ssa.MakeClosure:
		return t.captured(v, in)
	case *ssa.Return:
		// Whoever is given a new client has it to themselves; but an exported
		// method that returns the one in use lets others set it up.
		_, held := v.(*ssa.UnOp)
		return !held || !token.IsExported(in.Parent().Name())
	case ssa.CallInstruction:
		return t.passed(v, in)
	}
	return false
}

// setting looks at what is done with a field of the object.
func (t *limitTrace) setting(fa *ssa.FieldAddr) bool {
	f := fieldOf(fa.X.Type(), fa.Field)
	row := ctxapi.First(t.e.api.FieldRows(fa.X.Type(), f), ctxapi.TimeoutField)
	limits := row != nil && !row.Has("aside")
	nested := t.e.types.limits(f.Type()) || isTransport(f.Type())
	for _, in := range *fa.Referrers() {
		switch in := in.(type) {
		case *ssa.Store:
			switch {
			case in.Addr != fa:
				return false // its address goes to a flag, say
			case nested:
				if !t.inner(in.Val) && !(isTransport(f.Type()) && t.e.lentTransport(in.Val)) {
					return false
				}
			case limits:
				if !isZero(in.Val) {
					return false
				}
			case isDialFunc(f):
				if !t.e.plainDial(in.Val) {
					return false
				}
			}
		case *ssa.UnOp:
			if nested && !t.clean(in) {
				return false
			}
		case *ssa.FieldAddr:
			if nested && !t.setting(in) {
				return false
			}
		case *ssa.DebugRef:
		default:
			if limits || nested {
				return false
			}
		}
	}
	return true
}

// lentTransport reports whether a transport is what the function is given by others, and
// none of this package's own types as far as they are seen. It may limit the phases of a
// call, but the whole is the client's and the request's to limit: http.RoundTripper has
// no word for it.
func (e *engine) lentTransport(v ssa.Value) bool {
	p, ok := e.held(v).(*ssa.Parameter)
	if !ok || !isTransport(p.Type()) {
		return false
	}
	args, _ := e.argsFor(p)
	for _, a := range args {
		if mi, ok := e.held(a).(*ssa.MakeInterface); ok {
			if n := named(mi.X.Type()); n != nil && n.Obj().Pkg() == e.pass.Pkg {
				return false
			}
		}
	}
	return true
}

// inner reports whether an object that another is made with, such as a
// client's transport, has no limit either.
func (t *limitTrace) inner(v ssa.Value) bool {
	sub := &limitTrace{e: t.e, busy: t.busy, seen: t.seen, steps: t.steps}
	return sub.bare(v)
}

// kept follows an object into the variable, field or package variable that it
// is stored in.
func (t *limitTrace) kept(st *ssa.Store) bool {
	switch a := st.Addr.(type) {
	case *ssa.Alloc:
		return t.cleanLoads(a)
	case *ssa.FreeVar:
		return t.cleanLoads(a)
	case *ssa.Global:
		return a.Pkg == t.e.pkg && (!token.IsExported(a.Name()) || t.e.pass.Pkg.Name() == "main") && t.cleanGlobal(a)
	case *ssa.FieldAddr:
		f := fieldOf(a.X.Type(), a.Field)
		if !t.e.private(a.X.Type(), f) {
			return false
		}
		for _, fa := range t.e.fieldAddrs(f) {
			for _, in := range *fa.Referrers() {
				if load, ok := in.(*ssa.UnOp); ok && !t.clean(load) {
					return false
				}
			}
		}
		return true
	}
	return false
}

// cleanLoads looks at all reads of a local variable, also in closures.
func (t *limitTrace) cleanLoads(addr ssa.Value) bool {
	if t.seen[addr] {
		return true
	}
	t.seen[addr] = true
	for _, in := range *addr.Referrers() {
		if load, ok := in.(*ssa.UnOp); ok && !t.clean(load) {
			return false
		}
	}
	for _, fv := range t.e.capturesOf(addr) {
		if !t.cleanLoads(fv) {
			return false
		}
	}
	return true
}

// captured follows an object into a closure. A bound method is called, no more.
func (t *limitTrace) captured(v ssa.Value, mk *ssa.MakeClosure) bool {
	fn := mk.Fn.(*ssa.Function)
	if fn.Synthetic != "" {
		return true
	}
	for i, b := range mk.Bindings {
		if b == v && !t.clean(fn.FreeVars[i]) {
			return false
		}
	}
	return true
}

// passed looks at an object that is an argument of a call, or its receiver.
func (t *limitTrace) passed(v ssa.Value, c ssa.CallInstruction) bool {
	cl := t.e.callee(c.Common())
	for i, a := range c.Common().Args {
		if a != v {
			continue
		}
		if cl.recv && i == 0 && cl.fn == nil {
			if ctxapi.First(cl.rows, ctxapi.TimeoutField) != nil {
				return false
			}
			// Setters that return their receiver go on with the same object.
			if call, ok := c.(*ssa.Call); ok && !copies(cl, v) && types.Identical(call.Type(), v.Type()) && !t.clean(call) {
				return false
			}
			continue
		}
		if cl.fn == nil || cl.invoke {
			if known(cl) {
				continue
			}
			return false
		}
		if i >= len(cl.fn.Params) || !t.clean(cl.fn.Params[i]) {
			return false
		}
	}
	return true
}

// known reports whether the tables know the callee: it calls what it is given,
// and sets nothing.
func known(cl callee) bool {
	return len(cl.rows) > 0 && ctxapi.First(cl.rows, ctxapi.TimeoutField) == nil
}
