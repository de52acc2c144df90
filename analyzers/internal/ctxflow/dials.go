package ctxflow

import (
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// DialCalls returns the calls that open a connection with no limit of their
// own and without a deadline, in source order. Left out are those to a peer on
// this machine, and those by which a transport or another library dials.
func (r *Result) DialCalls() []*EndlessCall {
	return r.endlessCalls((*engine).dialCall)
}

// dialCall returns a call that dials with no limit, or nil.
func (e *engine) dialCall(c ssa.CallInstruction, cl callee) *EndlessCall {
	for _, row := range cl.rows {
		if row.Has("weak") || e.localPeer(c.Common().Args) {
			continue
		}
		var x *EndlessCall
		switch row.Role {
		case ctxapi.NoDeadline:
			x = e.dialsPlain(c, cl, row)
		case ctxapi.Outgoing:
			x = e.dialsWith(c, cl, row)
		}
		if x != nil && !e.forTransport(c.Parent()) {
			return x
		}
	}
	return nil
}

// dialsPlain looks at a function that dials without a limit, whatever it is given.
func (e *engine) dialsPlain(c ssa.CallInstruction, cl callee, row *ctxapi.Row) *EndlessCall {
	switch row.Kind {
	case "socket", "mail", "ssh":
	default:
		return nil
	}
	if !strings.Contains(cl.name(), "Dial") && row.Kind != "mail" || row.Has("timeout") {
		return nil
	}
	x := &EndlessCall{Kind: row.Kind, Instead: row.Attr("instead")}
	if arg := argument(row.Attr("limit")); arg >= 0 {
		made := e.unlimited(cl.param(c.Common(), arg))
		if made == nil {
			return nil
		}
		x.Made = e.placeMade(made)
	}
	return x
}

// dialsWith looks at a call that a dialer, which is its receiver or an
// argument, or a context may limit.
func (e *engine) dialsWith(c ssa.CallInstruction, cl callee, row *ctxapi.Row) *EndlessCall {
	timeout := row.Attr("timeout")
	dialer := cl.receiver(c.Common())
	if arg := argument(timeout); arg >= 0 {
		dialer = cl.param(c.Common(), arg)
	}
	if row.Kind != "socket" || dialer == nil || !e.types.limits(dialer.Type()) && !strings.HasPrefix(timeout, "NetDialer.") || !strings.HasPrefix(cl.name(), "Dial") {
		return nil
	}
	x := &EndlessCall{Kind: row.Kind}
	if row.Ctx >= 0 {
		roots, ok := e.noDeadline(e.value(cl.param(c.Common(), row.Ctx)))
		if !ok {
			return nil
		}
		x.Roots = roots
	}
	made := e.unlimited(dialer)
	if made == nil {
		return nil
	}
	x.Made = e.placeMade(made)
	return x
}

// argument returns N of "argN" or "argN.Field", -1 for all else.
func argument(s string) int {
	if len(s) > 3 && strings.HasPrefix(s, "arg") && s[3] >= '0' && s[3] <= '9' {
		return int(s[3] - '0')
	}
	return -1
}

// localPeer reports whether an argument says that the peer is on this machine,
// or that no peer has to answer.
func (e *engine) localPeer(args []ssa.Value) bool {
	for _, a := range args {
		if e.isLocal(a) || e.startsWith(a, maxDepth, "udp") {
			return true
		}
	}
	return false
}

// forTransport reports whether a function is handed to a library that calls it
// for a connection; how long that may take is the library's affair.
func (e *engine) forTransport(fn *ssa.Function) bool {
	res := fn.Signature.Results()
	conn := false
	for i := range res.Len() {
		conn = conn || isConn(res.At(i).Type())
	}
	if !conn {
		return false
	}
	for _, s := range e.sites[fn] {
		if s.Kind == SiteValue {
			return true
		}
	}
	return false
}

func isConn(t types.Type) bool {
	n := named(t)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net" && strings.HasSuffix(n.Obj().Name(), "Conn")
}
