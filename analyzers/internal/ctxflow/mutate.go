package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Mutation is a change that a RoundTripper makes to the request it was given. The
// documentation of http.RoundTripper forbids all but to read and to close the body: the
// caller may use the request still, also while the call goes on.
type Mutation struct {
	Node   ast.Node       // the assignment or call that changes it
	What   string         // as written, such as req.Header.Set
	Param  *ast.Ident     // the request, nil where it has no name
	Body   *ast.BlockStmt // of the RoundTripper
	Shared bool           // it changes a copy whose header and address are those of the request
	Func   Func
}

// Mutations returns the first change of each RoundTripper in source order.
func (r *Result) Mutations() []*Mutation {
	if r.e == nil {
		return nil
	}
	var all []*Mutation
	for _, fn := range r.e.fns {
		if req := r.e.tripped(fn); req != nil {
			if m := r.e.mutation(fn, req); m != nil {
				all = append(all, m)
			}
		}
	}
	return all
}

// tripped returns the request that a RoundTripper is given, nil where fn is none: a
// method RoundTrip, or a function that is converted to a type that has one.
func (e *engine) tripped(fn *ssa.Function) *ssa.Parameter {
	sig := fn.Signature
	if sig.Params().Len() != 1 || sig.Results().Len() != 2 || !isHTTPRequest(sig.Params().At(0).Type()) || fn.Synthetic != "" {
		return nil
	}
	if n := named(sig.Results().At(0).Type()); n == nil || n.Obj().Name() != "Response" || len(fn.Params) == 0 {
		return nil
	}
	req := fn.Params[len(fn.Params)-1]
	if sig.Recv() != nil && fn.Name() == "RoundTrip" {
		return req
	}
	for _, s := range e.sites[fn] {
		var v ssa.Value
		switch in := s.Instr.(type) {
		case *ssa.ChangeType:
			v = in
		case *ssa.MakeClosure:
			for _, in := range *in.Referrers() {
				if c, ok := in.(*ssa.ChangeType); ok {
					v = c
				}
			}
		}
		if v != nil && method(v.Type(), "RoundTrip", 1, 2) != nil {
			return req
		}
	}
	return nil
}

// mutation returns the first change of the request in the RoundTripper itself.
func (e *engine) mutation(fn *ssa.Function, req *ssa.Parameter) *Mutation {
	w := &mutationWalk{e: e, req: req, depth: maxMutationCalls}
	in := w.first(fn)
	if in == nil {
		return nil
	}
	m := &Mutation{Shared: w.shared, Func: e.describe(topOf(fn), in)}
	switch syntax := fn.Syntax().(type) {
	case *ast.FuncDecl:
		m.Body, m.Param = syntax.Body, onlyName(syntax.Type)
	case *ast.FuncLit:
		m.Body, m.Param = syntax.Body, onlyName(syntax.Type)
	}
	m.Node, m.What = e.changeAt(in)
	if m.Node == nil || m.Body == nil {
		return nil
	}
	return m
}

// onlyName returns the name of a function's only parameter, nil where it has none.
func onlyName(t *ast.FuncType) *ast.Ident {
	if t.Params.NumFields() != 1 || len(t.Params.List[0].Names) != 1 || t.Params.List[0].Names[0].Name == "_" {
		return nil
	}
	return t.Params.List[0].Names[0]
}

// changeAt returns the syntax of a change, and what it changes or calls.
func (e *engine) changeAt(in ssa.Instruction) (ast.Node, string) {
	if c, ok := in.(ssa.CallInstruction); ok {
		call := e.callExpr(c)
		if call == nil {
			return nil, ""
		}
		if _, builtin := c.Common().Value.(*ssa.Builtin); builtin && len(call.Args) > 0 {
			return call, types.ExprString(call.Args[0])
		}
		return call, types.ExprString(call.Fun)
	}
	if n, ok := e.nodeAt(in.Pos()).(*ast.AssignStmt); ok {
		for _, x := range n.Lhs {
			if sel, ok := ast.Unparen(x).(*ast.SelectorExpr); ok && sel.Sel.Pos() == in.Pos() {
				return n, types.ExprString(x)
			}
			if ix, ok := ast.Unparen(x).(*ast.IndexExpr); ok && ix.Lbrack == in.Pos() {
				return n, types.ExprString(ix.X)
			}
			if star, ok := ast.Unparen(x).(*ast.StarExpr); ok && star.Star == in.Pos() {
				return n, types.ExprString(star)
			}
		}
	}
	return nil, ""
}

// A mutationWalk looks for changes of a request, or of a header, that a function is given.
type mutationWalk struct {
	e      *engine
	req    ssa.Value
	depth  int
	shared bool
}

// maxMutationCalls bounds how deep the functions are looked at that a RoundTripper
// hands its request to.
const maxMutationCalls = 3

// first returns the first instruction of fn, or of its literals, that changes the request.
func (w *mutationWalk) first(fn *ssa.Function) ssa.Instruction {
	var found ssa.Instruction
	w.e.eachInstr(fn, func(in ssa.Instruction) {
		if w.changes(in) && (found == nil || in.Pos() < found.Pos()) {
			found = in
		}
	})
	return found
}

func (w *mutationWalk) changes(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Store:
		return w.field(in)
	case *ssa.MapUpdate:
		return w.header(in.Map)
	case *ssa.Call:
		return w.call(in)
	}
	return false
}

// field reports whether a store is to a field of the request, or of its address. The
// body may be read, and is then put back by those who send it again.
func (w *mutationWalk) field(st *ssa.Store) bool {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return w.isRequest(st.Addr) && isHTTPRequest(st.Addr.Type()) // *req = *other
	}
	if w.isRequest(fa.X) {
		switch fieldOf(fa.X.Type(), fa.Field).Name() {
		case "Body", "GetBody", "ContentLength", "Response":
			return false
		}
		return true
	}
	return w.part(fa.X, "URL")
}

// isRequest reports whether v is the request for sure.
func (w *mutationWalk) isRequest(v ssa.Value) bool {
	return v == w.req || w.e.held(v) == w.req
}

// header reports whether v is the header of the request.
func (w *mutationWalk) header(v ssa.Value) bool {
	if w.isRequest(v) && !isHTTPRequest(v.Type()) {
		return true // a function that is given the header
	}
	return w.part(v, "Header")
}

// part reports whether v is what a field of the request holds: read of itself, or of a
// copy that shares it, since nobody has given the copy one of its own.
func (w *mutationWalk) part(v ssa.Value, field string) bool {
	load, ok := w.e.held(v).(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok || !isHTTPRequest(fa.X.Type()) || fieldOf(fa.X.Type(), fa.Field).Name() != field {
		return false
	}
	if w.isRequest(fa.X) {
		return true
	}
	if w.copied(fa.X) && !setsField(w.e.held(fa.X), fa.Field) {
		w.shared = true
		return true
	}
	return false
}

// copied reports whether v is a copy of the request that shares what it points to:
// req.WithContext(ctx), or new(http.Request) with *copy = *req.
func (w *mutationWalk) copied(v ssa.Value) bool {
	switch v := w.e.held(v).(type) {
	case *ssa.Call:
		cl := w.e.callee(v.Common())
		return cl.obj != nil && cl.obj.Name() == "WithContext" && cl.recv && isHTTPRequest(v.Type()) && w.isRequest(v.Call.Args[0])
	case *ssa.Alloc:
		for _, in := range *v.Referrers() {
			st, ok := in.(*ssa.Store)
			if !ok || st.Addr != v {
				continue
			}
			load, ok := st.Val.(*ssa.UnOp)
			return ok && load.Op == token.MUL && w.isRequest(load.X)
		}
	}
	return false
}

// setsField reports whether somebody sets a field of a struct that v points to.
func setsField(v ssa.Value, field int) bool {
	for _, in := range *v.Referrers() {
		fa, ok := in.(*ssa.FieldAddr)
		if !ok || fa.Field != field {
			continue
		}
		for _, in := range *fa.Referrers() {
			if st, ok := in.(*ssa.Store); ok && st.Addr == fa {
				return true
			}
		}
	}
	return false
}

// call reports whether a call changes the request: by a method of it or of its header,
// or by a function of the package that does so with what it is given.
func (w *mutationWalk) call(c *ssa.Call) bool {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		return (b.Name() == "delete" || b.Name() == "clear") && w.header(c.Call.Args[0])
	}
	cl := w.e.callee(c.Common())
	if cl.obj != nil && cl.recv && cl.obj.Pkg() != nil && cl.obj.Pkg().Path() == "net/http" {
		switch recv := c.Call.Args[0]; cl.obj.Name() {
		case "Set", "Add", "Del":
			return w.header(recv)
		case "SetBasicAuth", "AddCookie":
			return w.isRequest(recv)
		}
		return false
	}
	if cl.fn == nil || w.depth == 0 {
		return false
	}
	for i, a := range c.Call.Args {
		if i >= len(cl.fn.Params) || !w.isRequest(a) && !(isHeader(a.Type()) && w.header(a)) {
			continue
		}
		sub := &mutationWalk{e: w.e, req: cl.fn.Params[i], depth: w.depth - 1}
		if sub.first(cl.fn) != nil {
			return true
		}
	}
	return false
}

// isHeader reports whether t is http.Header.
func isHeader(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Header" && n.Obj().Pkg() != nil && strings.HasSuffix(n.Obj().Pkg().Path(), "net/http")
}
