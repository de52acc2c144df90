package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// An ExtendedDeadline is a context with a timeout that a header of a request tells,
// on a root: whoever sends the request can have more time than the server allows.
type ExtendedDeadline struct {
	Made   *ast.CallExpr // context.WithTimeout and the like
	Root   *ast.CallExpr // what it derives from
	Source *Source       // the request's context
	Func   Func
}

// ExtendedDeadlines returns these in source order.
func (r *Result) ExtendedDeadlines() []*ExtendedDeadline {
	return gather(r, (*engine).extendedDeadline, func(x *ExtendedDeadline) token.Pos { return x.Made.Pos() })
}

func (e *engine) extendedDeadline(in ssa.Instruction) *ExtendedDeadline {
	c, call, row := e.timeout(in)
	if call == nil {
		return nil
	}
	parent := e.callee(c.Common()).param(c.Common(), row.From())
	if parent == nil {
		return nil
	}
	v := e.value(parent)
	src := best(e.InScope(c.Parent(), c.Pos()))
	if len(v) != 1 || v[0].Prov != Fresh && v[0].Prov != Detached || v[0].call == nil || src == nil || !src.FromCaller() || src.Name == "" {
		return nil
	}
	root := e.callExpr(v[0].call)
	if root == nil || e.afterDone(c, true, maxDepth) {
		return nil
	}
	for _, a := range c.Call.Args {
		if t := (&headerSource{e: e}); (isDuration(a.Type()) || isTime(a.Type())) && t.read(a, maxHeaderSteps) {
			return &ExtendedDeadline{Made: call, Root: root, Source: src, Func: e.describe(topOf(c.Parent()), c)}
		}
	}
	return nil
}

// A headerSource goes back from a duration or time to a header that a request came with.
type headerSource struct {
	e      *engine
	frames []*ssa.Call
}

// read reports whether a value is computed from a header.
func (t *headerSource) read(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch v := t.e.held(v).(type) {
	case *ssa.Convert:
		return t.read(v.X, depth-1)
	case *ssa.ChangeType:
		return t.read(v.X, depth-1)
	case *ssa.BinOp:
		return t.read(v.X, depth-1) || t.read(v.Y, depth-1)
	case *ssa.Extract:
		return t.read(v.Tuple, depth-1)
	case *ssa.Phi:
		for _, x := range v.Edges {
			if t.read(x, depth-1) {
				return true
			}
		}
	case *ssa.UnOp:
		if ix, ok := v.X.(*ssa.IndexAddr); ok { // the first of several values
			return t.read(ix.X, depth-1)
		}
	case *ssa.Lookup:
		return isHeaderMap(v.X.Type())
	case *ssa.Parameter:
		if len(t.frames) == 0 {
			return false
		}
		c := t.frames[len(t.frames)-1]
		for i, p := range v.Parent().Params {
			if p == v && i < len(c.Call.Args) {
				sub := &headerSource{e: t.e, frames: t.frames[:len(t.frames)-1]}
				return sub.read(c.Call.Args[i], depth-1)
			}
		}
	case *ssa.Call:
		return t.call(v, depth-1)
	}
	return false
}

// call reports whether the result of a call is computed from a header: it reads one, it
// parses or computes what does, or a function of the package returns it.
func (t *headerSource) call(c *ssa.Call, depth int) bool {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		return b.Name() == "max" && t.any(c.Call.Args, depth) // min sets a limit
	}
	cl := t.e.callee(c.Common())
	if row := ctxapi.First(cl.rows, ctxapi.Header); row != nil && row.Kind == "read" {
		return true
	}
	if cl.obj != nil && cl.obj.Pkg() != nil {
		switch cl.obj.Pkg().Path() {
		case "strconv", "time", "strings":
			return t.any(c.Call.Args, depth)
		}
	}
	if cl.fn == nil || len(t.frames) > maxHops {
		return false
	}
	sub := &headerSource{e: t.e, frames: append(t.frames[:len(t.frames):len(t.frames)], c)}
	for _, b := range cl.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && len(ret.Results) > 0 && sub.read(ret.Results[0], depth) {
			return true
		}
	}
	return false
}

func (t *headerSource) any(vs []ssa.Value, depth int) bool {
	for _, v := range vs {
		if t.read(v, depth) {
			return true
		}
	}
	return false
}

// A DeafConn is a type that wraps a connection and has a method for deadlines of its own
// that does nothing.
type DeafConn struct {
	Method *ast.Ident // the first such method
	Type   string
	Field  string // that holds the connection
	Func   Func
}

// DeafConns returns these in source order.
func (r *Result) DeafConns() []*DeafConn {
	if r.e == nil {
		return nil
	}
	var all []*DeafConn
	told := map[*types.TypeName]bool{}
	for _, fn := range r.e.fns {
		if x := r.e.deafConn(fn); x != nil {
			if n := named(fn.Signature.Recv().Type()); !told[n.Obj()] {
				told[n.Obj()] = true
				all = append(all, x)
			}
		}
	}
	return all
}

func (e *engine) deafConn(fn *ssa.Function) *DeafConn {
	recv := fn.Signature.Recv()
	if recv == nil || !setsDeadline(fn.Name()) || fn.Synthetic != "" || !onlyNil(fn) {
		return nil
	}
	n := named(recv.Type())
	decl, ok := fn.Syntax().(*ast.FuncDecl)
	if n == nil || !ok || !isNetConn(types.NewPointer(n)) {
		return nil
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if isNetConn(f.Type()) {
			return &DeafConn{Method: decl.Name, Type: n.Obj().Name(), Field: f.Name(), Func: e.describe(fn, fn.Blocks[0].Instrs[0])}
		}
	}
	return nil
}

func setsDeadline(name string) bool {
	return name == "SetDeadline" || name == "SetReadDeadline" || name == "SetWriteDeadline"
}

// onlyNil reports whether a function does nothing but return nil.
func onlyNil(fn *ssa.Function) bool {
	if len(fn.Blocks) != 1 || len(fn.Blocks[0].Instrs) != 1 {
		return false
	}
	ret, ok := fn.Blocks[0].Instrs[0].(*ssa.Return)
	return ok && len(ret.Results) == 1 && isNil(ret.Results[0])
}

// isNetConn reports whether t has the methods of net.Conn that matter here, with those
// for deadlines.
func isNetConn(t types.Type) bool {
	return method(t, "Read", 1, 2) != nil && method(t, "Write", 1, 2) != nil && method(t, "RemoteAddr", 0, 1) != nil &&
		method(t, "SetDeadline", 1, 1) != nil && method(t, "SetReadDeadline", 1, 1) != nil && method(t, "SetWriteDeadline", 1, 1) != nil
}

// An UnstampedClient is an HTTP client whose transport doesn't set the header that the
// user has configured for the time that is left.
type UnstampedClient struct {
	Client ast.Expr // where it is made, or what is used of package net/http
	Header string   // the header
	Func   Func
}

// UnstampedClients returns these in source order. There are none where no header is
// configured, and in packages that set it by hand.
func (r *Result) UnstampedClients() []*UnstampedClient {
	header := ""
	if r.e != nil {
		for _, row := range r.e.api.Own() {
			if row.Role == ctxapi.Header && header == "" {
				header = row.Name
			}
		}
	}
	if header == "" || r.e.stamps() {
		return nil
	}
	ask := func(e *engine, in ssa.Instruction) *UnstampedClient { return e.unstamped(in, header) }
	return gather(r, ask, func(x *UnstampedClient) token.Pos { return x.Client.Pos() })
}

// stamps reports whether the package sets a header of the user's own by itself.
func (e *engine) stamps() bool {
	for _, fn := range e.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				for _, w := range e.headerWrites(in) {
					for _, row := range e.api.Own() {
						if row.Role == ctxapi.Header && strings.EqualFold(row.Name, w.name) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

func (e *engine) unstamped(in ssa.Instruction, header string) *UnstampedClient {
	var x ast.Expr
	switch in := in.(type) {
	case *ssa.Alloc:
		if n := named(in.Type()); n == nil || n.Obj().Name() != "Client" || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "net/http" || !e.plainTransport(in) {
			return nil
		}
		x = e.literal(in)
	case *ssa.Call:
		cl := e.callee(in.Common())
		shared := cl.obj != nil && cl.obj.Pkg() != nil && cl.obj.Pkg().Path() == "net/http" && cl.role(ctxapi.NoDeadline) != nil && !isServing(cl.role(ctxapi.NoDeadline))
		if recv := cl.receiver(in.Common()); recv != nil && !shared {
			load, ok := recv.(*ssa.UnOp)
			g, global := (*ssa.Global)(nil), false
			if ok {
				g, global = load.X.(*ssa.Global)
			}
			shared = global && g.Name() == "DefaultClient" && g.Pkg.Pkg.Path() == "net/http"
		}
		if call := e.callExpr(in); shared && call != nil {
			x = call.Fun
		}
	}
	if x == nil {
		return nil
	}
	return &UnstampedClient{Client: x, Header: header, Func: e.describe(topOf(in.Parent()), in)}
}

// plainTransport reports whether a client has the transport of package net/http: by
// default, or one that is set up. Where a variable holds what may be another, it isn't.
func (e *engine) plainTransport(client *ssa.Alloc) bool {
	for _, in := range *client.Referrers() {
		fa, ok := in.(*ssa.FieldAddr)
		if !ok || fieldOf(fa.X.Type(), fa.Field).Name() != "Transport" {
			continue
		}
		for _, in := range *fa.Referrers() {
			st, ok := in.(*ssa.Store)
			if !ok || st.Addr != fa {
				continue
			}
			mi, ok := st.Val.(*ssa.MakeInterface)
			if !ok || named(mi.X.Type()) == nil || named(mi.X.Type()).Obj().Name() != "Transport" || named(mi.X.Type()).Obj().Pkg().Path() != "net/http" {
				return isNil(st.Val)
			}
		}
	}
	return true
}
