package ctxflow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A Server is a server that provably sets its clients no limit.
type Server struct {
	Expr ast.Expr      // where it can be mended: the literal that makes it, else the call
	Call *ast.CallExpr // that serves
	Made bool          // it is a value with fields, not made inside the call
	Func Func
}

// Servers returns the servers that the package runs without a limit on reading
// a request, in source order; each once. A server that only this machine can
// reach is left out.
func (r *Result) Servers() []*Server {
	seen := map[token.Pos]bool{}
	ask := func(e *engine, in ssa.Instruction) *Server {
		c, ok := in.(ssa.CallInstruction)
		if !ok {
			return nil
		}
		call := e.callExpr(c)
		if call == nil {
			return nil
		}
		x := e.server(c, call)
		if x == nil || seen[x.Expr.Pos()] {
			return nil
		}
		seen[x.Expr.Pos()] = true
		return x
	}
	return gather(r, ask, func(x *Server) token.Pos { return x.Expr.Pos() })
}

// server returns the server without a limit that a call runs, or nil.
func (e *engine) server(c ssa.CallInstruction, call *ast.CallExpr) *Server {
	cl := e.callee(c.Common())
	top := c.Parent()
	for top.Parent() != nil {
		top = top.Parent()
	}
	for _, row := range cl.rows {
		if row.Kind == "http" && row.Role == ctxapi.NoDeadline && isServing(row) {
			if e.localOnly(c.Common().Args) || row.Attr("unless") != "" && e.setsLimits(row.Attr("unless")) {
				return nil
			}
			return &Server{Expr: call, Call: call, Func: e.describe(top, c)}
		}
		recv := cl.receiver(c.Common())
		if row.Role != ctxapi.Wait || !row.Has("long-lived") || recv == nil || !isHTTPServer(recv) || e.localOnly(c.Common().Args[1:]) {
			continue
		}
		for _, m := range e.unlimited(recv) {
			if e.localAddr(m) {
				continue
			}
			x := &Server{Expr: call, Call: call, Made: true, Func: e.describe(top, c)}
			if lit := e.literal(m); lit != nil {
				x.Expr = lit
			}
			return x
		}
	}
	return nil
}

func isHTTPServer(v ssa.Value) bool {
	n := named(v.Type())
	return n != nil && n.Obj().Name() == "Server" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http"
}

// localOnly reports whether one of the arguments is an address, or a listener
// on one, that only this machine can reach.
func (e *engine) localOnly(args []ssa.Value) bool {
	for _, a := range args {
		if e.isLocal(a) {
			return true
		}
		if e.localListener(a, maxDepth) {
			return true
		}
	}
	return false
}

// localListener reports whether v is a listener on an address of this machine.
func (e *engine) localListener(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := e.held(v).(type) {
	case *ssa.MakeInterface:
		return e.localListener(x.X, depth)
	case *ssa.Extract:
		c, ok := x.Tuple.(*ssa.Call)
		if !ok {
			return false
		}
		cl := e.callee(c.Common())
		return cl.obj != nil && (isNet(cl.obj.Pkg()) || cl.fn != nil) && slices.ContainsFunc(c.Call.Args, e.isLocal)
	case *ssa.UnOp:
		fa, ok := x.X.(*ssa.FieldAddr)
		if !ok || !e.private(fa.X.Type(), fieldOf(fa.X.Type(), fa.Field)) {
			return false
		}
		vals := e.storedInField(fieldOf(fa.X.Type(), fa.Field))
		for _, s := range vals {
			if !e.localListener(s, depth-1) {
				return false
			}
		}
		return len(vals) > 0
	}
	return false
}

// isLocal reports whether v names a local network or an address on this machine.
func (e *engine) isLocal(v ssa.Value) bool {
	return e.startsWith(v, maxDepth, "localhost", "127.", "[::1]", "unix")
}

// startsWith reports whether v is a constant text that starts with one of the
// prefixes, or is put together from such a one, also where it comes through
// variables, fields and parameters that only this package can set.
func (e *engine) startsWith(v ssa.Value, depth int, prefixes ...string) bool {
	if depth == 0 {
		return false
	}
	all := func(vs []ssa.Value) bool {
		for _, x := range vs {
			if !e.startsWith(x, depth-1, prefixes...) {
				return false
			}
		}
		return len(vs) > 0
	}
	switch x := e.held(v).(type) {
	case *ssa.Const:
		return x.Value != nil && x.Value.Kind() == constant.String && slices.ContainsFunc(prefixes, func(p string) bool {
			return strings.HasPrefix(constant.StringVal(x.Value), p)
		})
	case *ssa.MakeInterface:
		return e.startsWith(x.X, depth, prefixes...)
	case *ssa.BinOp:
		return e.startsWith(x.X, depth, prefixes...)
	case *ssa.Call:
		f := x.Call.StaticCallee()
		return f != nil && (f.Name() == "Sprintf" || f.Name() == "JoinHostPort") && e.startsWith(x.Call.Args[0], depth, prefixes...)
	case *ssa.Phi:
		return all(x.Edges)
	case *ssa.Parameter:
		args, ok := e.argsFor(x)
		return ok && all(args)
	case *ssa.UnOp:
		if fa, ok := x.X.(*ssa.FieldAddr); ok && e.private(fa.X.Type(), fieldOf(fa.X.Type(), fa.Field)) {
			return all(e.storedInField(fieldOf(fa.X.Type(), fa.Field)))
		}
	}
	return false
}

// localAddr reports whether a server is made with an address that only this
// machine can reach.
func (e *engine) localAddr(m ssa.Value) bool {
	if m.Referrers() == nil {
		return false
	}
	for _, in := range *m.Referrers() {
		fa, ok := in.(*ssa.FieldAddr)
		if !ok || fieldOf(fa.X.Type(), fa.Field).Name() != "Addr" {
			continue
		}
		for _, r := range *fa.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == fa && e.isLocal(st.Val) {
				return true
			}
		}
	}
	return false
}

// setsLimits reports whether the package sets a limit of some object of the type.
func (e *engine) setsLimits(typ string) bool {
	for _, fn := range e.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				fa, ok := in.(*ssa.FieldAddr)
				if !ok {
					continue
				}
				n := named(fa.X.Type())
				if n == nil || n.Obj().Pkg() == nil || n.Obj().Pkg().Path()+"."+n.Obj().Name() != typ {
					continue
				}
				row := ctxapi.First(e.api.FieldRows(fa.X.Type(), fieldOf(fa.X.Type(), fa.Field)), ctxapi.TimeoutField)
				if row != nil && !row.Has("aside") {
					return true
				}
			}
		}
	}
	return false
}

// literal returns the composite literal that an allocation stands for, or nil:
// the literal itself, or the variable that is set to it.
func (e *engine) literal(v ssa.Value) ast.Expr {
	if e.literals == nil {
		e.literals = map[token.Pos]*ast.CompositeLit{}
		for _, f := range e.pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CompositeLit:
					e.literals[n.Lbrace] = n
				case *ast.AssignStmt:
					for i, r := range n.Rhs {
						if lit, ok := ast.Unparen(r).(*ast.CompositeLit); ok && n.Tok == token.DEFINE {
							e.literals[n.Lhs[i].Pos()] = lit
						}
					}
				case *ast.ValueSpec:
					for i, r := range n.Values {
						if lit, ok := ast.Unparen(r).(*ast.CompositeLit); ok {
							e.literals[n.Names[i].Pos()] = lit
						}
					}
				}
				return true
			})
		}
	}
	if lit := e.literals[v.Pos()]; lit != nil {
		return lit
	}
	return nil
}
