package ctxflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// value returns the origins of a context or carrier value.
func (e *engine) value(v ssa.Value) Value {
	if r, ok := e.values[v]; ok {
		return r
	}
	t := tracer{e: e, busy: map[ssa.Value]bool{}}
	r := t.trace(v)
	if len(r) > maxOrigins || len(r) == 0 {
		r = unknown
	}
	e.values[v] = r
	return r
}

// A tracer follows one value back to its origins. Values that are being
// traced already contribute nothing: what they add is found on the way that
// reached them first.
type tracer struct {
	e     *engine
	busy  map[ssa.Value]bool
	steps int
}

// maxSteps bounds the work for one value; generated code can have thousands of
// phis in a row.
const maxSteps = 2000

var unknown = Value{{Prov: Unknown}}

func (t *tracer) trace(v ssa.Value) Value {
	if t.busy[v] {
		return nil
	}
	if t.steps++; t.steps > maxSteps {
		return unknown
	}
	t.busy[v] = true
	defer delete(t.busy, v)
	if r, ok := t.e.values[v]; ok {
		return r
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		if t.e.isReceiver(v) {
			return unknown // a context type's own methods
		}
		return Value{{Prov: Caller, param: v}}
	case *ssa.Const:
		if v.IsNil() {
			return Value{{Prov: Nil}}
		}
		return unknown
	case *ssa.Phi:
		return t.union(v.Edges)
	case *ssa.Call:
		return t.call(v, 0)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return t.call(c, v.Index)
		}
		if a, ok := v.Tuple.(*ssa.TypeAssert); ok && v.Index == 0 {
			return t.trace(a.X)
		}
		return unknown
	case *ssa.ChangeInterface:
		return t.trace(v.X)
	case *ssa.ChangeType:
		return t.trace(v.X)
	case *ssa.MakeInterface:
		return t.trace(v.X)
	case *ssa.TypeAssert:
		return t.trace(v.X)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return t.load(v.X, v)
		}
		return unknown
	case *ssa.Alloc:
		return t.wrapper(v)
	case *ssa.Field:
		return t.stored(v.X, v.Field)
	case *ssa.FreeVar:
		return t.freeVar(v)
	}
	return unknown
}

func (t *tracer) union(vs []ssa.Value) Value {
	var r Value
	for _, x := range vs {
		for _, o := range t.trace(x) {
			r = r.add(o)
		}
		if len(r) > maxOrigins {
			return unknown // whatever it is a part of would be
		}
	}
	return r
}

// freeVar traces a variable captured by value, as bound methods capture their receiver.
func (t *tracer) freeVar(v *ssa.FreeVar) Value {
	var bound []ssa.Value
	for _, mk := range t.e.makes(v.Parent()) {
		if b := bindingOf(mk, v); b != nil {
			bound = append(bound, b)
		}
	}
	if bound == nil {
		return unknown
	}
	return t.union(bound)
}

// load traces *addr as it is at the instruction at.
func (t *tracer) load(addr ssa.Value, at ssa.Instruction) Value {
	switch addr := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		root := t.e.variable(addr)
		if root == nil {
			return unknown
		}
		stored, zero := t.e.reachingStores(addr, at)
		r := t.union(stored)
		if zero {
			if t.e.types.context(root.Type().(*types.Pointer).Elem()) && len(stored) == 0 {
				if w := t.wrapper(root); len(w) > 0 {
					return w
				}
			}
			r = r.add(&Origin{Prov: Nil})
		}
		return r
	case *ssa.FieldAddr:
		return t.field(addr, at)
	case *ssa.Global:
		return Value{{Prov: Stored, obj: addr.Object()}}
	}
	return unknown
}

// field traces a load of a struct's field: for a struct that this function
// made, what was stored there; else the field itself.
func (t *tracer) field(addr *ssa.FieldAddr, at ssa.Instruction) Value {
	if root := t.e.variable(addr.X); root != nil {
		whole, _ := t.e.reachingStores(addr.X, at)
		stored := append(t.e.fieldStoresAt(root, addr.Field, at), t.e.copiedField(whole, addr.Field)...)
		if len(stored) > 0 {
			return t.union(stored)
		}
		if len(whole) == 0 {
			return unknown
		}
	}
	return t.stored(addr.X, addr.Field)
}

// stored traces a field of a struct that came from elsewhere: it is a stored
// context, if it isn't that of a carrier.
func (t *tracer) stored(base ssa.Value, field int) Value {
	obj := fieldOf(base.Type(), field)
	if t.e.carriedIn(base.Type(), obj) {
		return t.trace(base)
	}
	return Value{{Prov: Stored, obj: obj, base: base}}
}

// carriedIn reports whether the user has named the field of the struct type as
// the one that holds a carrier's context.
func (e *engine) carriedIn(structType types.Type, field *types.Var) bool {
	if len(e.api.Own()) == 0 || field == nil {
		return false
	}
	row := ctxapi.First(e.api.FieldRows(structType, field), ctxapi.Carrier)
	return row != nil && row.IsOwn()
}

// wrapper traces a struct that wraps a context (type c struct{ context.Context; ... }):
// it is derived from whatever context was put into it.
func (t *tracer) wrapper(a *ssa.Alloc) Value {
	st, ok := a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok {
		return unknown
	}
	var stored []ssa.Value
	for i := range st.NumFields() {
		if t.e.types.carrier(st.Field(i).Type()) {
			stored = append(stored, t.e.fieldStores(a, i)...)
		}
	}
	if len(stored) == 0 {
		return unknown
	}
	var r Value
	for _, o := range t.union(stored) {
		c := *o
		c.Deadline.Unclear = true // its Deadline method may be its own
		r = r.add(&c)
	}
	return r
}

// call traces result i of a call.
func (t *tracer) call(c *ssa.Call, i int) Value {
	cl := t.e.callee(c.Common())
	if cl.obj != nil {
		if r, ok := t.tableResult(c, cl); ok {
			return r
		}
	}
	if r, ok := t.summaryResult(c, cl, i); ok {
		return r
	}
	return t.bySignature(c, cl)
}

// tableResult applies the rows of the callee.
func (t *tracer) tableResult(c *ssa.Call, cl callee) (Value, bool) {
	for _, row := range cl.rows {
		switch row.Role {
		case ctxapi.Root:
			if cl.obj.Type().(*types.Signature).Results().Len() == 0 {
				continue
			}
			return Value{{Prov: Fresh, call: c}}, true
		case ctxapi.Derive:
			if row.Has("callback") {
				continue
			}
			parent := cl.param(c.Common(), row.From())
			if parent == nil {
				return unknown, true
			}
			v := t.trace(parent)
			return v.derived(c, rowDeadline(row, cl, c.Common())), true
		case ctxapi.Detach:
			parent := cl.param(c.Common(), row.From())
			o := &Origin{Prov: Detached, call: c}
			if parent != nil {
				for _, p := range t.trace(parent) {
					if p.Prov == Fresh { // detaching a root changes nothing
						return Value{p}.derived(c, Deadline{}), true
					}
					o.Parent = p
				}
			}
			return Value{o}, true
		case ctxapi.Carrier:
			if recv := cl.receiver(c.Common()); recv != nil && len(c.Call.Args) <= 1 {
				return t.trace(recv), true
			}
		}
	}
	return nil, false
}

// rowDeadline returns what a derive row adds at this call.
func rowDeadline(row *ctxapi.Row, cl callee, c *ssa.CallCommon) Deadline {
	if !row.Adds("deadline") {
		return Deadline{}
	}
	d := Deadline{Bounded: true}
	for _, a := range c.Args {
		if k, ok := a.(*ssa.Const); ok && isDuration(k.Type()) && k.Value != nil && k.Value.Kind() == constant.Int {
			d.Timeout = time.Duration(k.Int64())
		}
	}
	return d
}

func isDuration(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Duration" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time"
}

// summaryResult applies what is known about the callee's results.
func (t *tracer) summaryResult(c *ssa.Call, cl callee, i int) (Value, bool) {
	s := t.e.summaryOf(cl)
	if s == nil {
		return nil, false
	}
	for _, res := range s.Results {
		if res.Index == i {
			return t.apply(c, cl, res), true
		}
	}
	return nil, false
}

// apply turns a result of a summary into origins at the call.
func (t *tracer) apply(c *ssa.Call, cl callee, res ResultSummary) Value {
	var r Value
	for _, p := range res.From {
		arg := cl.param(c.Common(), p.Param)
		if arg == nil {
			r = r.add(&Origin{Prov: Unknown})
			continue
		}
		for _, o := range t.trace(arg).derived(c, p.Deadline) {
			r = r.add(o)
		}
	}
	switch {
	case res.Fresh:
		r = r.add(&Origin{Prov: Fresh, call: c, Deadline: res.Deadline})
	case res.Detached:
		r = r.add(&Origin{Prov: Detached, call: c, Deadline: res.Deadline})
	}
	if res.Other || len(r) == 0 {
		r = r.add(&Origin{Prov: Unknown})
	}
	return r
}

// bySignature is the default for callees that nothing is known about: x.Context()
// gives x's context, and what takes one context and returns one derives it.
func (t *tracer) bySignature(c *ssa.Call, cl callee) Value {
	sig := c.Common().Signature()
	if cl.obj != nil && sig.Params().Len() == 0 {
		switch cl.obj.Name() {
		case "Context", "Request", "UserContext":
			if recv := cl.receiver(c.Common()); recv != nil && t.e.types.carrier(recv.Type()) {
				return t.trace(recv)
			}
		}
		return unknown
	}
	ps := t.e.types.contextParams(sig)
	if len(ps) != 1 {
		return unknown
	}
	if arg := cl.param(c.Common(), ps[0]); arg != nil {
		return t.trace(arg).derived(c, Deadline{Unclear: true})
	}
	return unknown
}

// fieldOf returns the field i of the struct that t is or points to.
func fieldOf(t types.Type, i int) *types.Var {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if st, ok := t.Underlying().(*types.Struct); ok && i < st.NumFields() {
		return st.Field(i)
	}
	return nil
}
