package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// An Outlived is a context that is cancelled when its function returns, though
// what the function returns needs it.
type Outlived struct {
	Use
	What   OutlivedBy
	Made   *ast.CallExpr // that made the context
	Cancel analysisRange // the deferred cancel function
	Func   Func
}

// OutlivedBy says what needs a context for longer.
type OutlivedBy uint8

// What may need a context.
const (
	ByResult OutlivedBy = iota // what a call gave for it, and the function returns
	ByField                    // an object with the context in a field
	ByFunc                     // a function that uses the context
	ByItself                   // the context is returned
)

// Outliveds returns the contexts of the package that are cancelled too early, in
// source order.
func (r *Result) Outliveds() []*Outlived {
	told := map[*ssa.Defer]bool{}
	ask := func(u *use) *Outlived { return r.e.outlived(u, told) }
	return gatherUses(r, ask, func(x *Outlived) token.Pos { return x.Made.Pos() })
}

// AssignedTo returns the variable that the context made by a call is assigned
// to, or nil.
func (r *Result) AssignedTo(call *ast.CallExpr) *types.Var {
	v, _ := r.e.assigned(call)
	return v
}

func (e *engine) outlived(u *use, told map[*ssa.Defer]bool) *Outlived {
	d := e.cancelledOnReturn(u, u.fn)
	if d == nil && u.fn.Parent() != nil {
		d = e.cancelledOnReturn(u, u.fn.Parent())
	}
	if d == nil || told[d] {
		return nil
	}
	what, ok := e.outlivedBy(u, d)
	if !ok {
		return nil
	}
	x := &Outlived{What: what, Made: e.callExpr(e.endsContextOf(d)), Cancel: e.rangeAt(d.Pos()), Func: e.describe(topOf(u.fn), u.instr)}
	if x.Made == nil {
		return nil
	}
	x.Use = e.useExpr(u, x.Made)
	if x.Expr == nil {
		return nil
	}
	told[d] = true
	return x
}

// outlivedBy returns what takes the context of a use out of the function that
// defers d, which cancels it.
func (e *engine) outlivedBy(u *use, d *ssa.Defer) (OutlivedBy, bool) {
	out := func(v ssa.Value, made ssa.Instruction, consumed bool) bool {
		w := &outWalk{e: e, made: made, end: d, of: v.Type(), seen: map[ssa.Value]bool{}}
		return w.out(v, consumed)
	}
	if u.fn != d.Parent() {
		mks := e.makes(u.fn)
		return ByFunc, len(mks) == 1 && mks[0].Parent() == d.Parent() && e.works(u) && out(mks[0], nil, false)
	}
	switch in := u.instr.(type) {
	case *ssa.Return:
		return ByItself, u.kind == UseReturn && dominates(d, in)
	case *ssa.Store:
		fa, ok := in.Addr.(*ssa.FieldAddr)
		return ByField, ok && u.kind == UseField && out(fa.X, in, false)
	case *ssa.Call:
		held, consumed := e.heldBy(u)
		for _, i := range held {
			if v := resultOf(in, i); v != nil && out(v, in, consumed) {
				return ByResult, true
			}
		}
	}
	return 0, false
}

// resultOf returns result i of a call as a value, or nil where it is thrown away.
func resultOf(c *ssa.Call, i int) ssa.Value {
	if c.Common().Signature().Results().Len() == 1 {
		return c
	}
	for _, in := range *c.Referrers() {
		if x, ok := in.(*ssa.Extract); ok && x.Index == i {
			return x
		}
	}
	return nil
}

// heldBy returns which of a call's results need the context that it is given: by
// the tables, or as what the callee returns has it in a field. Consumed says that
// whoever is given the result may use it up, as one who reads all of a body does.
func (e *engine) heldBy(u *use) (results []int, consumed bool) {
	for _, row := range u.cl.rows {
		if row.Role == ctxapi.Retains && holdsOn(row) && (row.Ctx == u.cl.index(u.arg) || row.Ctx < 0 && u.out != "") {
			return []int{0}, strings.HasPrefix(row.Kind, "until ")
		}
	}
	if len(u.cl.rows) > 0 {
		return nil, false
	}
	s := e.summaryOf(u.cl)
	if s == nil {
		return nil, false
	}
	for _, h := range s.Holds {
		if h.Param == u.cl.index(u.arg) {
			results = append(results, h.Result)
		}
	}
	return results, false
}

// holdsOn reports whether a row says that what is returned needs the context
// until it is closed, read or done with.
func holdsOn(row *ctxapi.Row) bool {
	for _, w := range []string{"until the ", "until Rows", "until Commit", "until Writer", "for the "} {
		if strings.HasPrefix(row.Kind, w) {
			return !strings.Contains(row.Kind, "command") && !strings.Contains(row.Kind, "handshake")
		}
	}
	return false
}

// An outWalk follows an object forward to the returns that it comes to: by
// itself, as a part of it that has to be closed, or in another object.
type outWalk struct {
	e         *engine
	made      ssa.Instruction // what made it, or put the context into it
	end       *ssa.Defer      // that cancels its context
	of        types.Type      // of the object that was made
	inner     bool            // this walk is in a function that is given the object
	seen      map[ssa.Value]bool
	returns   []ssa.Instruction
	consumers []ssa.Instruction // calls that are given it, or are made on it
}

// out reports whether an object is returned though its context has been cancelled
// then, and isn't used up before.
func (w *outWalk) out(v ssa.Value, consumed bool) bool {
	w.follow(v)
	ended := w.made != nil && dominates(w.end, w.made)
	for _, ret := range w.returns {
		used := !ended && !dominates(w.end, ret)
		for _, in := range w.consumers {
			c, ok := in.(ssa.CallInstruction)
			if consumed || ok && IsCleanUp(w.e.callee(c.Common()).name()) {
				used = used || isDefer(in) || reaches(in, ret)
			}
		}
		if !used {
			return true
		}
	}
	return false
}

func (w *outWalk) follow(v ssa.Value) {
	if v == nil || w.seen[v] || v.Referrers() == nil || len(w.seen) > maxSteps {
		return
	}
	w.seen[v] = true
	for _, in := range *v.Referrers() {
		if in == w.made {
			continue
		}
		switch in := in.(type) {
		case *ssa.Return:
			w.returns = append(w.returns, in)
		case *ssa.Phi:
			w.follow(in)
		case *ssa.MakeInterface:
			w.follow(in)
		case *ssa.ChangeInterface:
			w.follow(in)
		case *ssa.ChangeType:
			w.follow(in)
		case *ssa.Store:
			if in.Val == v {
				w.stored(in.Addr)
			}
		case *ssa.UnOp:
			if in.Op == token.MUL && (!isPointerToStruct(v) || isStruct(in.Type())) {
				w.follow(in)
			}
		case *ssa.FieldAddr:
			if w.part(in.Type().(*types.Pointer).Elem(), maxClosures) {
				w.follow(in)
			}
		case *ssa.MakeClosure:
			w.consumers = append(w.consumers, in)
		case ssa.CallInstruction:
			w.consumers = append(w.consumers, in)
			w.givenBack(in, v)
		}
	}
}

// part reports whether what is in a field belongs to the object in whose life its
// context has to last: it needs a context itself, or is one of the objects followed.
func (w *outWalk) part(t types.Type, depth int) bool {
	if w.e.needsContext(t) || w.of != nil && types.Identical(t, w.of) {
		return true
	}
	st, ok := t.Underlying().(*types.Struct)
	for i := 0; ok && depth > 0 && i < st.NumFields(); i++ {
		if w.part(st.Field(i).Type(), depth-1) {
			return true
		}
	}
	return false
}

// givenBack goes on with what a function of this package returns if it has in it the
// object that the function is given.
func (w *outWalk) givenBack(in ssa.CallInstruction, v ssa.Value) {
	c, ok := in.(*ssa.Call)
	cl := w.e.callee(in.Common())
	if !ok || cl.fn == nil || w.inner || cl.fn.Signature.Results().Len() == 0 {
		return
	}
	sub := &outWalk{e: w.e, of: w.of, inner: true, seen: map[ssa.Value]bool{}}
	for i, a := range in.Common().Args {
		if a == v && i < len(cl.fn.Params) {
			sub.follow(cl.fn.Params[i])
		}
	}
	for _, r := range sub.returns {
		for i, x := range r.(*ssa.Return).Results {
			if sub.seen[x] {
				w.follow(resultOf(c, i))
			}
		}
	}
}

// stored goes on with the variable, or with the object, that it was stored in.
func (w *outWalk) stored(addr ssa.Value) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		w.follow(a)
	case *ssa.FieldAddr:
		if a, ok := a.X.(*ssa.Alloc); ok {
			w.follow(a)
		}
	}
}

func isPointerToStruct(v ssa.Value) bool {
	p, ok := v.Type().Underlying().(*types.Pointer)
	return ok && isStruct(p.Elem())
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// closes reports whether values of the type have to be closed.
func closes(t types.Type) bool { return method(t, "Close", 0, 1) != nil }

// needsContext reports whether values of the type need the context that they were made
// with: they have to be closed, or have a method of which the tables say so.
func (e *engine) needsContext(t types.Type) bool {
	if closes(t) {
		return true
	}
	iface, ok := t.Underlying().(*types.Interface)
	for i := 0; ok && i < iface.NumMethods(); i++ {
		for _, row := range e.api.MethodRows(t, iface.Method(i)) {
			if row.Has("uses the context kept at construction") {
				return true
			}
		}
	}
	return false
}

// A Held says that a function's result has the context that is its parameter in
// a field, and needs it.
type Held struct{ Result, Param int }

// holds returns what the results of fn hold of its context parameters.
func (e *engine) holds(fn *ssa.Function) []Held {
	var hs []Held
	add := func(h Held) {
		for _, x := range hs {
			if x == h {
				return
			}
		}
		hs = append(hs, h)
	}
	if len(e.types.contextParams(fn.Signature)) == 0 {
		return nil
	}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i, v := range ret.Results {
			if isErrorType(v.Type()) || e.types.carrier(v.Type()) {
				continue
			}
			for _, p := range e.fieldsHold(fn, v, maxParts) {
				add(Held{i, p})
			}
		}
	}
	return hs
}

// maxParts is how many loads and fields lie between a result and the context in it.
const maxParts = 8

// fieldsHold returns the context parameters of fn that the object v has in its fields.
func (e *engine) fieldsHold(fn *ssa.Function, v ssa.Value, depth int) []int {
	if depth == 0 {
		return nil
	}
	switch x := e.held(v).(type) {
	case *ssa.MakeInterface:
		return e.fieldsHold(fn, x.X, depth)
	case *ssa.ChangeInterface:
		return e.fieldsHold(fn, x.X, depth)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return e.fieldsHold(fn, x.X, depth-1)
		}
	case *ssa.Alloc:
		return e.holdsInFields(fn, x, depth)
	case *ssa.FieldAddr: // a part of what another function made
		if f := fieldOf(x.X.Type(), x.Field); f != nil && e.needsContext(f.Type()) {
			return e.fieldsHold(fn, x.X, depth-1)
		}
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return e.heldByCall(fn, c, x.Index)
		}
	case *ssa.Call:
		return e.heldByCall(fn, x, 0)
	}
	return nil
}

func (e *engine) holdsInFields(fn *ssa.Function, a *ssa.Alloc, depth int) []int {
	st, ok := a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var ps []int
	for i := range st.NumFields() {
		isCtx := e.types.context(st.Field(i).Type())
		for _, s := range e.fieldStores(a, i) {
			if isCtx {
				ps = append(ps, e.paramsOf(fn, s)...)
			} else if e.needsContext(st.Field(i).Type()) {
				ps = append(ps, e.fieldsHold(fn, s, depth-1)...)
			}
		}
	}
	return ps
}

// paramsOf returns the parameter of fn that a context comes from for sure.
func (e *engine) paramsOf(fn *ssa.Function, v ssa.Value) []int {
	val := e.value(v)
	if len(val) != 1 || val[0].Prov != Caller || val[0].param.Parent() != fn {
		return nil
	}
	return []int{paramIndex(val[0].param)}
}

// heldByCall is for an object that another function returns.
func (e *engine) heldByCall(fn *ssa.Function, c *ssa.Call, result int) []int {
	var ps []int
	for _, u := range e.usesOf(c.Parent()) {
		if u.instr != ssa.Instruction(c) || u.arg < 0 {
			continue
		}
		held, _ := e.heldBy(u)
		for _, i := range held {
			if i == result && len(u.val) == 1 && u.val[0].Prov == Caller && u.val[0].param.Parent() == fn {
				ps = append(ps, paramIndex(u.val[0].param))
			}
		}
	}
	return ps
}
