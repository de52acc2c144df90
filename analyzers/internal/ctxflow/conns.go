package ctxflow

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A ConnUse is a read from a network connection, or a write to it, that nothing
// cuts short: neither a deadline that was set on it, nor somebody who closes it.
type ConnUse struct {
	Call   *ast.CallExpr
	Source *Source // the caller's context, which is in scope
	Place  Place
	Func   Func
}

// ConnUses returns for each connection that a function dials the first read or
// write that may last for ever, in source order. What becomes of a connection
// that is handed on to others isn't known.
func (r *Result) ConnUses() []*ConnUse { return r.conns }

// connsIn collects the uses of connections that fn and its literals dial.
func (e *engine) connsIn(fn *ssa.Function, r *Result) {
	e.allInstr(fn, func(in ssa.Instruction) {
		c, ok := in.(*ssa.Call)
		if !ok || !e.dials(c) {
			return
		}
		w := connWalk{e: e}
		w.result(c)
		if w.first == nil || w.ended || w.closed && w.first.Parent() != c.Parent() && e.looksAtDone(c.Parent()) {
			return
		}
		if u := e.connUse(fn, w.first); u != nil {
			r.conns = append(r.conns, u)
		}
	})
}

// dials reports whether a call makes a connection: the tables say that it goes
// to a socket, and it returns one.
func (e *engine) dials(c *ssa.Call) bool {
	for _, row := range e.callee(c.Common()).rows {
		if (row.Role == ctxapi.Outgoing || row.Role == ctxapi.NoDeadline) && row.Kind == "socket" {
			res := c.Common().Signature().Results()
			return res.Len() == 2 && canExpire(res.At(0).Type())
		}
	}
	return false
}

// canExpire reports whether t is like a net.Conn, which takes deadlines.
func canExpire(t types.Type) bool {
	return method(t, "SetDeadline", 1, 1) != nil && method(t, "Read", 1, 2) != nil && method(t, "RemoteAddr", 0, 1) != nil
}

// connUse describes a read or write; nil where there's no caller's context.
func (e *engine) connUse(fn *ssa.Function, c *ssa.Call) *ConnUse {
	u := &use{instr: c, fn: c.Parent(), cl: e.callee(c.Common())}
	x := &ConnUse{Call: e.callExpr(c)}
	if x.Call == nil || e.afterDone(c, true, maxDepth) {
		return nil
	}
	x.Source = best(deciding(e.sources(u, x.Call.Pos(), nil)))
	if x.Source == nil || !x.Source.FromCaller() {
		return nil
	}
	x.Place = e.place(u, x.Source.owner(c.Parent()))
	x.Func = e.describe(fn, c)
	return x
}

// A connWalk follows one connection through a function.
type connWalk struct {
	e      *engine
	first  *ssa.Call // that reads or writes, in source order
	ended  bool      // something may cut it short
	closed bool      // its closing is deferred where it is dialled
}

// result follows the connection that a call returns.
func (w *connWalk) result(c *ssa.Call) {
	for _, in := range *c.Referrers() {
		if x, ok := in.(*ssa.Extract); ok && x.Index == 0 {
			w.e.follow(x, w.use)
		}
	}
}

// use looks at one instruction that uses the connection.
func (w *connWalk) use(in ssa.Instruction, as ssa.Value) {
	switch in := in.(type) {
	case *ssa.Call:
		w.call(in, as)
	case *ssa.Defer:
		name := w.e.callee(in.Common()).name()
		w.closed = w.closed || name == "Close"
		w.ended = w.ended || in.Call.Value != as && name != "Close"
	case *ssa.BinOp, *ssa.Return:
	default:
		w.ended = true // it is kept, or handed to somebody
	}
}

// call looks at a call on the connection, or that is given it.
func (w *connWalk) call(c *ssa.Call, as ssa.Value) {
	cl := w.e.callee(c.Common())
	switch {
	case w.moves(cl):
		w.sees(c)
		return
	case cl.receiver(c.Common()) != as:
		if !buffers(cl) {
			w.ended = true
			return
		}
		w.e.follow(c, w.use) // a reader of it waits for it
		return
	}
	switch name := cl.name(); {
	case name == "Read" || name == "Write":
		w.sees(c)
	case strings.HasPrefix(name, "Set") && strings.HasSuffix(name, "Deadline"):
		w.ended = true
	case name == "Close":
		// In a literal that isn't just deferred: somebody cuts it short.
		w.ended = w.ended || c.Parent().Parent() != nil && !w.e.deferredOnly(c.Parent())
	case name == "LocalAddr" || name == "RemoteAddr" || name == "CloseWrite" || name == "CloseRead":
	case strings.HasPrefix(name, "Set"):
	default:
		w.ended = true
	}
}

// buffers reports whether a function returns something that reads from the
// connection it is given, or writes to it.
func buffers(cl callee) bool {
	return cl.obj != nil && cl.obj.Pkg() != nil && cl.obj.Pkg().Path() == "bufio" && strings.HasPrefix(cl.name(), "New") && cl.name() != "NewReadWriter"
}

// moves reports whether a function reads from what it is given, or writes to it, before
// it returns.
func (w *connWalk) moves(cl callee) bool {
	if row := cl.role(ctxapi.Wait); row != nil && row.Has("depends") {
		return true
	}
	return cl.obj != nil && cl.obj.Pkg() != nil && cl.obj.Pkg().Path() == "fmt" && strings.HasPrefix(cl.name(), "F")
}

func (w *connWalk) sees(c *ssa.Call) {
	if w.first == nil || c.Pos() < w.first.Pos() {
		w.first = c
	}
}
