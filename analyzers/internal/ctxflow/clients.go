package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// An EndlessCall is a call that leaves the process, or waits for something
// outside it, and that provably nothing bounds: neither a context nor what it
// is made with.
type EndlessCall struct {
	Call    *ast.CallExpr
	Kind    string          // of outgoing call, as in the tables
	Shared  bool            // on the library's own client, which everybody shares
	Made    token.Pos       // where its client or dialer is made, as far as this package shows
	Roots   []*ast.CallExpr // what its contexts come from
	Program string          // of a process: its name
	Command *ast.CallExpr   // and the call that made it
	Instead string          // for calls that have no limit by themselves: what has one
	Source  *Source         // a caller's context in scope, or nil
	Far     bool            // its context comes through a field, package variable or parameter
	Once    bool            // in a program that runs once and exits
	Func    Func
}

// ClientCalls returns the calls that send a request with an HTTP client that
// has no limit, on a request whose context has no deadline, in source order.
func (r *Result) ClientCalls() []*EndlessCall {
	return r.endlessCalls((*engine).clientCall)
}

// endlessCalls collects what find makes of the package's calls.
func (r *Result) endlessCalls(find func(*engine, ssa.CallInstruction, callee) *EndlessCall) []*EndlessCall {
	ask := func(e *engine, in ssa.Instruction) *EndlessCall {
		c, ok := in.(ssa.CallInstruction)
		if !ok {
			return nil
		}
		call := e.callExpr(c)
		if call == nil {
			return nil
		}
		x := find(e, c, e.callee(c.Common()))
		if x != nil {
			x.Call = call
			e.describeCall(x, c)
		}
		return x
	}
	return gather(r, ask, func(x *EndlessCall) token.Pos { return x.Call.Pos() })
}

// describeCall says where a call stands.
func (e *engine) describeCall(x *EndlessCall, c ssa.CallInstruction) {
	top := c.Parent()
	for top.Parent() != nil {
		top = top.Parent()
	}
	x.Func = e.describe(top, c)
	if src := best(e.InScope(c.Parent(), x.Call.Pos())); src != nil && src.FromCaller() {
		x.Source = src
	}
	once := x.Func.PkgMain || e.commands() || e.program() && (x.Func.Main || x.Func.Job)
	atStart := x.Func.Main && !e.inGoroutine(c, top) && !e.inEndlessLoop(c)
	x.Once = (x.Source == nil || x.Far) && (once && !e.daemon() || atStart)
}

// clientCall returns a call on an HTTP client that nothing bounds, or nil.
func (e *engine) clientCall(c ssa.CallInstruction, cl callee) *EndlessCall {
	for _, row := range cl.rows {
		if row.Kind != "http" {
			continue
		}
		switch row.Role {
		case ctxapi.NoDeadline:
			if !row.Has("constructor") && !row.Has("timeout") && !isServing(row) {
				return &EndlessCall{Kind: row.Kind, Shared: true, Instead: row.Attr("instead")}
			}
		case ctxapi.Outgoing:
			if strings.HasPrefix(row.Attr("timeout"), "Client.") {
				return e.requestBy(c, cl, row)
			}
		}
	}
	return nil
}

// requestBy looks at the client and the request of a call that sends one.
func (e *engine) requestBy(c ssa.CallInstruction, cl callee, row *ctxapi.Row) *EndlessCall {
	x := &EndlessCall{Kind: row.Kind}
	if _, ctx := e.outgoing(c, cl); ctx != nil {
		if ctx = e.plainRequest(ctx); ctx == nil {
			return nil
		}
		roots, ok := e.noDeadline(e.value(ctx))
		if !ok {
			return nil
		}
		x.Roots = roots
	}
	client := e.clientOf(cl.receiver(c.Common()))
	if client == nil {
		return nil
	}
	made := e.unlimited(client)
	if made == nil {
		return nil
	}
	x.Shared = true
	for _, m := range made {
		if g, ok := m.(*ssa.Global); !ok || g.Pkg == e.pkg {
			x.Shared = false
		}
	}
	x.Made = e.placeMade(made)
	return x
}

// placeMade returns where this package makes one of the objects.
func (e *engine) placeMade(made []ssa.Value) token.Pos {
	for _, m := range made {
		if g, ok := m.(*ssa.Global); !ok || g.Pkg == e.pkg {
			return m.Pos()
		}
	}
	return token.NoPos
}

// plainRequest returns the request that methods which return their receiver
// (client.R().SetBody(b)) were called on, nil if one of them gives it a context.
func (e *engine) plainRequest(req ssa.Value) ssa.Value {
	for range maxClosures {
		if req.Referrers() != nil {
			for _, in := range *req.Referrers() {
				c, ok := in.(*ssa.Call)
				if !ok {
					continue
				}
				cl := e.callee(c.Common())
				if row := cl.role(ctxapi.Derive); row != nil && row.Attr("via") == "receiver" && cl.receiver(c.Common()) == req {
					return nil
				}
			}
		}
		c, ok := e.held(req).(*ssa.Call)
		if !ok {
			return req
		}
		cl := e.callee(c.Common())
		recv := cl.receiver(c.Common())
		if recv == nil || len(cl.rows) > 0 || !types.Identical(recv.Type(), req.Type()) {
			return req
		}
		req = recv
	}
	return nil
}

// clientOf returns the client that a request is made by, where the request is
// what sends (client.R().SetBody(b).Post(url)); else v itself.
func (e *engine) clientOf(v ssa.Value) ssa.Value {
	for range maxClosures {
		if v == nil || e.types.limits(v.Type()) {
			return v
		}
		c, ok := e.held(v).(*ssa.Call)
		if !ok {
			return nil
		}
		v = e.callee(c.Common()).receiver(c.Common())
	}
	return nil
}

// isServing reports whether a row is about a server, not a call.
func isServing(row *ctxapi.Row) bool {
	return row.Has("server")
}

// isTransport reports whether t is http.RoundTripper.
func isTransport(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "RoundTripper" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http"
}

// isDialFunc reports whether a field holds the function by which a transport
// or dialer gets its connections.
func isDialFunc(f *types.Var) bool {
	_, ok := f.Type().Underlying().(*types.Signature)
	return ok && strings.HasPrefix(f.Name(), "Dial")
}

// plainDial reports whether a function only dials: it returns the connection
// as package net gives it, so that no deadline can be hidden in it.
func (e *engine) plainDial(v ssa.Value) bool {
	if isNil(v) {
		return true
	}
	fn := e.funcValue(v, maxClosures)
	if fn == nil {
		return false
	}
	if fn.Synthetic != "" || fn.Blocks == nil {
		cl := e.calleeOf(fn)
		return cl.obj != nil && isNet(cl.obj.Pkg())
	}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && (len(ret.Results) == 0 || !e.dialled(ret.Results[0])) {
			return false
		}
	}
	return true
}

// dialled reports whether v is nil, or what package net dialled and nobody
// touched since.
func (e *engine) dialled(v ssa.Value) bool {
	if isNil(v) {
		return true
	}
	x, ok := v.(*ssa.Extract)
	if !ok {
		return false
	}
	c, ok := x.Tuple.(*ssa.Call)
	if !ok {
		return false
	}
	cl := e.callee(c.Common())
	if cl.obj == nil || !isNet(cl.obj.Pkg()) {
		return false
	}
	for _, in := range *x.Referrers() {
		if c, ok := in.(ssa.CallInstruction); ok && c.Common().IsInvoke() && strings.HasPrefix(c.Common().Method.Name(), "Set") {
			return false
		}
	}
	return true
}

func isNet(p *types.Package) bool { return p != nil && (p.Path() == "net" || p.Path() == "crypto/tls") }
