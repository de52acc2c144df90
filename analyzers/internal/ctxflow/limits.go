package ctxflow

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// Clients, servers and dialers have fields, or setters, that limit how long
// their calls take. A limitTrace goes back from such an object to where it is
// made, and from each of these places forward to all that may set a limit. What
// can't be seen, a field or function that others can reach, may set one.
type limitTrace struct {
	e     *engine
	busy  map[ssa.Value]bool
	seen  map[ssa.Value]bool // looked at for settings
	made  []ssa.Value        // where the object comes from: allocations, calls, variables
	steps int
}

// unlimited returns where the client, server or dialer that v is, or points
// to, was made, if it is proven that nothing limits it; nil if something may.
// The result doesn't depend on what was asked before.
func (e *engine) unlimited(v ssa.Value) []ssa.Value {
	if r, ok := e.unlimiteds[v]; ok {
		return r
	}
	t := &limitTrace{e: e, busy: map[ssa.Value]bool{}, seen: map[ssa.Value]bool{}}
	var r []ssa.Value
	if t.bare(v) {
		r = t.made
	}
	if e.unlimiteds == nil {
		e.unlimiteds = map[ssa.Value][]ssa.Value{}
	}
	e.unlimiteds[v] = r
	return r
}

// maxLimitSteps bounds the work for one object.
const maxLimitSteps = 400

// from notes a place where the object is made.
func (t *limitTrace) from(v ssa.Value) bool {
	for _, m := range t.made {
		if m == v {
			return true
		}
	}
	t.made = append(t.made, v)
	return true
}

// bare reports whether v comes only from what has no limit. Values that are
// being traced add nothing.
func (t *limitTrace) bare(v ssa.Value) bool {
	if t.busy[v] {
		return true
	}
	if t.steps++; t.steps > maxLimitSteps {
		return false
	}
	t.busy[v] = true
	defer delete(t.busy, v)
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value == nil // nil, or the zero struct
	case *ssa.Phi:
		return t.all(v.Edges)
	case *ssa.ChangeType:
		return t.bare(v.X)
	case *ssa.ChangeInterface:
		return t.bare(v.X)
	case *ssa.MakeInterface:
		return t.e.types.limits(v.X.Type()) && t.bare(v.X)
	case *ssa.TypeAssert: // http.DefaultTransport.(*http.Transport)
		return t.bare(v.X) && t.clean(v)
	case *ssa.Alloc:
		return t.from(v) && t.clean(v)
	case *ssa.FreeVar:
		return t.freeVar(v)
	case *ssa.UnOp:
		return v.Op == token.MUL && t.load(v)
	case *ssa.FieldAddr: // the address of a struct in a struct
		return t.field(v) && t.clean(v)
	case *ssa.Global:
		return t.global(v)
	case *ssa.Call:
		return t.call(v, 0)
	case *ssa.Extract:
		if a, ok := v.Tuple.(*ssa.TypeAssert); ok {
			return v.Index == 0 && t.bare(a.X) && t.clean(v)
		}
		c, ok := v.Tuple.(*ssa.Call)
		return ok && t.call(c, v.Index)
	case *ssa.Parameter:
		return t.param(v)
	}
	return false
}

func (t *limitTrace) all(vs []ssa.Value) bool {
	for _, v := range vs {
		if !t.bare(v) {
			return false
		}
	}
	return true
}

// freeVar traces a captured variable: the struct itself, or what it held when
// it was captured by value.
func (t *limitTrace) freeVar(v *ssa.FreeVar) bool {
	makes := t.e.makes(v.Parent())
	for _, mk := range makes {
		if b := bindingOf(mk, v); b == nil || !t.bare(b) {
			return false
		}
	}
	return len(makes) > 0
}

// load traces a pointer that is read from a variable or field, or a struct that is copied.
func (t *limitTrace) load(v *ssa.UnOp) bool {
	if _, isStruct := v.Type().Underlying().(*types.Struct); isStruct {
		return t.bare(v.X)
	}
	switch a := v.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		if t.e.variable(a) == nil {
			return false
		}
		stored, _ := t.e.reachingStores(a, v)
		return len(stored) > 0 && t.all(stored)
	case *ssa.FieldAddr:
		return t.field(a) && t.clean(v)
	case *ssa.Global:
		return t.global(a)
	}
	return false
}

// field looks at all that the package stores into a field that only it can reach.
func (t *limitTrace) field(a *ssa.FieldAddr) bool {
	f := fieldOf(a.X.Type(), a.Field)
	if !t.e.private(a.X.Type(), f) {
		return false
	}
	_, isStruct := f.Type().Underlying().(*types.Struct)
	if isStruct {
		t.from(a)
	}
	if isStruct {
		for _, fa := range t.e.fieldAddrs(f) {
			if !t.clean(fa) {
				return false
			}
		}
	}
	return t.all(t.e.storedInField(f))
}

// global looks at a package variable: one that only this package sets, or
// http.DefaultClient, which has no limit unless this package gives it one.
func (t *limitTrace) global(g *ssa.Global) bool {
	obj := g.Object()
	if obj == nil {
		return false
	}
	if g.Pkg != t.e.pkg {
		row := t.e.api.Find(obj, ctxapi.NoDeadline)
		return row != nil && t.from(g) && len(t.e.globalStores()[g]) == 0 && t.cleanGlobal(g)
	}
	if token.IsExported(g.Name()) && t.e.pass.Pkg.Name() != "main" {
		return false
	}
	if _, isStruct := g.Type().(*types.Pointer).Elem().Underlying().(*types.Struct); isStruct {
		t.from(g)
	}
	for _, st := range t.e.globalStores()[g] {
		if !t.bare(st.Val) {
			return false
		}
	}
	return t.cleanGlobal(g)
}

// cleanGlobal reports whether no use of a package variable may set a limit.
func (t *limitTrace) cleanGlobal(g *ssa.Global) bool {
	if t.seen[g] {
		return true
	}
	t.seen[g] = true
	for _, in := range t.e.globalUses()[g] {
		switch in := in.(type) {
		case *ssa.UnOp:
			if !t.clean(in) {
				return false
			}
		case *ssa.Store:
			if in.Val == g {
				return false
			}
		default:
			if !t.use(g, in) {
				return false
			}
		}
	}
	return true
}

// call traces result i of a call: of a function of this package what it
// returns, of others what tables and facts say.
func (t *limitTrace) call(c *ssa.Call, i int) bool {
	cl := t.e.callee(c.Common())
	for _, row := range cl.rows {
		if row.Role == ctxapi.NoDeadline && row.Has("constructor") {
			for _, a := range c.Call.Args { // around another client, say
				if t.e.types.limits(a.Type()) && !t.bare(a) {
					return false
				}
			}
			return t.from(c) && t.cleanResult(c, i)
		}
	}
	if cl.fn != nil {
		return !cl.invoke && t.returns(cl.fn, i) && t.cleanResult(c, i)
	}
	if cl.obj == nil || cl.invoke {
		return false
	}
	if recv := cl.receiver(c.Common()); recv != nil && copies(cl, recv) {
		return t.bare(recv) && t.clean(c)
	}
	if recv := cl.receiver(c.Common()); recv != nil && t.e.types.limits(recv.Type()) && types.Identical(recv.Type(), c.Type()) {
		return ctxapi.First(cl.rows, ctxapi.TimeoutField) == nil && t.bare(recv) // a setter that returns its receiver
	}
	if s := t.e.fact(cl.obj); s != nil {
		for _, k := range s.Unlimited {
			if k == i {
				return t.from(c) && t.cleanResult(c, i)
			}
		}
	}
	return false
}

// copies reports whether a method copies the object that it is called on.
func copies(cl callee, recv ssa.Value) bool {
	res := cl.obj.Signature().Results()
	return cl.obj.Name() == "Clone" && res.Len() == 1 && types.Identical(res.At(0).Type(), recv.Type())
}

// cleanResult is clean for result i of a call.
func (t *limitTrace) cleanResult(c *ssa.Call, i int) bool {
	if c.Common().Signature().Results().Len() == 1 {
		return t.clean(c)
	}
	for _, in := range *c.Referrers() {
		if x, ok := in.(*ssa.Extract); ok && x.Index == i && !t.clean(x) {
			return false
		}
	}
	return true
}

// returns reports whether result i of a function of the package has no limit.
func (t *limitTrace) returns(fn *ssa.Function, i int) bool {
	some := false
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(ret.Results) {
			continue
		}
		if !t.bare(ret.Results[i]) {
			return false
		}
		some = true
	}
	return some
}

// param traces a parameter back to all calls, of a function that only this
// package can call.
func (t *limitTrace) param(p *ssa.Parameter) bool {
	args, ok := t.e.argsFor(p)
	return ok && t.all(args) && t.clean(p)
}

// argsFor returns the arguments for a parameter of a function that only this
// package can call, one for each call; ok is false if there may be others.
func (e *engine) argsFor(p *ssa.Parameter) (args []ssa.Value, ok bool) {
	fn := p.Parent()
	if e.isReceiver(p) || fn.Parent() == nil && token.IsExported(fn.Name()) && (e.pass.Pkg.Name() != "main" || fn.Signature.Recv() != nil) {
		return nil, false
	}
	for _, s := range e.sites[fn] {
		c, isCall := s.Instr.(ssa.CallInstruction)
		if !isCall || s.Kind == SiteValue {
			return nil, false
		}
		if e.isTestFile(s.Instr.Pos()) {
			continue
		}
		a := e.callee(c.Common()).param(c.Common(), paramIndex(p))
		if a == nil {
			return nil, false
		}
		args = append(args, a)
	}
	return args, len(args) > 0
}

// private reports whether only this package can set the field of the struct.
func (e *engine) private(structType types.Type, f *types.Var) bool {
	if f == nil || f.Pkg() != e.pass.Pkg {
		return false
	}
	if !f.Exported() || e.pass.Pkg.Name() == "main" {
		return true
	}
	n := named(structType)
	return n != nil && !n.Obj().Exported()
}

// fieldAddrs returns the instructions of the package that take the address of
// the field, in source order.
func (e *engine) fieldAddrs(f *types.Var) []*ssa.FieldAddr {
	if e.fieldsAt == nil {
		e.fieldsAt = map[*types.Var][]*ssa.FieldAddr{}
		for _, fn := range e.fns {
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					if fa, ok := in.(*ssa.FieldAddr); ok {
						if v := fieldOf(fa.X.Type(), fa.Field); v != nil && v.Pkg() == e.pass.Pkg {
							e.fieldsAt[v.Origin()] = append(e.fieldsAt[v.Origin()], fa)
						}
					}
				}
			}
		}
	}
	return e.fieldsAt[f.Origin()]
}

// storedInField returns what the package stores into the field.
func (e *engine) storedInField(f *types.Var) []ssa.Value {
	var vals []ssa.Value
	for _, fa := range e.fieldAddrs(f) {
		for _, in := range *fa.Referrers() {
			if st, ok := in.(*ssa.Store); ok && st.Addr == fa {
				vals = append(vals, st.Val)
			}
		}
	}
	return vals
}

// globalUses indexes the instructions that mention package variables.
func (e *engine) globalUses() map[*ssa.Global][]ssa.Instruction {
	if e.globalsAt == nil {
		e.globalsAt = map[*ssa.Global][]ssa.Instruction{}
		var buf [8]*ssa.Value
		for _, fn := range e.fns {
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					for _, op := range in.Operands(buf[:0]) {
						if g, ok := (*op).(*ssa.Global); ok {
							e.globalsAt[g] = append(e.globalsAt[g], in)
						}
					}
				}
			}
		}
	}
	return e.globalsAt
}

// isZero reports whether v is a constant that sets no limit.
func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok {
		return false
	}
	return c.Value == nil || (c.Value.Kind() == constant.Int || c.Value.Kind() == constant.Float) && constant.Sign(c.Value) == 0
}

// unlimitedResults returns which results of fn are clients, servers or dialers
// that nothing limits, for other packages.
func (e *engine) unlimitedResults(fn *ssa.Function) []int {
	var is []int
	res := fn.Signature.Results()
	for i := range res.Len() {
		if !e.types.limits(res.At(i).Type()) {
			continue
		}
		t := &limitTrace{e: e, busy: map[ssa.Value]bool{}, seen: map[ssa.Value]bool{}}
		if t.returns(fn, i) && len(t.made) > 0 {
			is = append(is, i)
		}
	}
	return is
}
