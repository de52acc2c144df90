package ctxflow

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// requestScoped reports whether a context, v, ends when the handler of a request
// returns: all its origins are such a handler's.
func (e *engine) requestScoped(v ssa.Value, val Value) bool {
	if v == nil || e.isFrameworkContext(v) {
		return false
	}
	some := false
	for _, o := range val {
		switch {
		case o.Prov == Nil:
		case !e.endsWithRequest(o, maxDepth):
			return false
		default:
			some = true
		}
	}
	return some
}

// endsWithRequest reports whether an origin is the request of a handler, or a
// framework's context that has the request in a field.
func (e *engine) endsWithRequest(o *Origin, depth int) bool {
	switch {
	case o.Prov == Caller:
		return e.ofRequest(o.param, depth)
	case o.Prov == Stored && o.base != nil && o.obj != nil && isHTTPRequest(o.obj.Type()):
		p, ok := e.held(o.base).(*ssa.Parameter)
		return ok && e.ofRequest(p, depth)
	}
	return false
}

// isFrameworkContext reports whether v is a framework's own context, which is a
// context.Context and never ends; it is the request in it that does.
func (e *engine) isFrameworkContext(v ssa.Value) bool {
	for range maxClosures {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
			continue
		case *ssa.ChangeInterface:
			v = x.X
			continue
		}
		break
	}
	return e.ofFramework(e.held(v).Type())
}

// ofFramework reports whether t is what a framework on top of net/http gives its
// handlers, whose request ends with them: of one that is known, or a context that
// has the request in a field.
func (e *engine) ofFramework(t types.Type) bool {
	n := named(t)
	if n == nil || n.Obj().Pkg() == nil || strings.Contains(n.Obj().Pkg().Path(), "fiber") { // its contexts don't end
		return false
	}
	if isFramework(n.Obj().Pkg().Path()) {
		return true
	}
	suffix, _ := e.types.accessor(t)
	return suffix == ".Request.Context()"
}

// ofRequest reports whether a parameter is the request of a handler, or its
// context: by the signature of the handler, or because all who call the function,
// which isn't exported, hand theirs to it.
func (e *engine) ofRequest(p *ssa.Parameter, depth int) bool {
	fn := p.Parent()
	if depth == 0 || e.isReceiver(p) {
		return false
	}
	if e.handlesRequest(fn, p) {
		return true
	}
	if fn.Parent() != nil || fn.Object() == nil || fn.Object().Exported() {
		return false
	}
	sites := e.sites[fn]
	for _, s := range sites {
		c, ok := s.Instr.(*ssa.Call)
		if !ok || s.Kind != SiteCall || s.In == fn {
			return false
		}
		arg := e.callee(c.Common()).param(c.Common(), paramIndex(p))
		if arg == nil {
			return false
		}
		for _, o := range e.value(arg) {
			if !e.endsWithRequest(o, depth-1) {
				return false
			}
		}
	}
	return len(sites) > 0
}

// handlesRequest reports whether fn is a handler, and p its request: of net/http
// or a framework on top of it, of gRPC, Connect or another kind of remote calls.
func (e *engine) handlesRequest(fn *ssa.Function, p *ssa.Parameter) bool {
	sig := fn.Signature
	switch {
	case isHTTPRequest(p.Type()):
		return isHandler(sig)
	case isStream(p.Type()), e.ofFramework(p.Type()):
		return true
	}
	return IsContext(p.Type()) && paramIndex(p) == 0 && e.isUnary(sig)
}

// isStream reports whether t is the server's side of a stream of gRPC's.
func isStream(t types.Type) bool {
	return types.IsInterface(t) && method(t, "Context", 0, 1) != nil && method(t, "SendMsg", 1, 1) != nil && method(t, "SetTrailer", 1, 0) != nil
}

// isUnary reports whether a method answers remote calls, by its signature:
//
//	func (server) Method(ctx context.Context, in *SomeRequest) (*SomeResponse, error)
//
// where the names of the types say so, or the server is one of gRPC's.
func (e *engine) isUnary(sig *types.Signature) bool {
	if sig.Recv() == nil || sig.Params().Len() != 2 || sig.Results().Len() != 2 || !isErrorType(sig.Results().At(1).Type()) {
		return false
	}
	in, out := named(sig.Params().At(1).Type()), named(sig.Results().At(0).Type())
	if in == nil || out == nil || types.IsInterface(in) || types.IsInterface(out) {
		return false
	}
	if ofRPC(in.Obj().Name(), "Request") && ofRPC(out.Obj().Name(), "Response", "Reply") {
		return true
	}
	return isGRPCServer(sig.Recv().Type())
}

// ofRPC reports whether a type's name has one of the words in it, as those of
// messages do that are sent to a service and back.
func ofRPC(name string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// isGRPCServer reports whether a type implements a service of gRPC's, by the
// method that all have to get from the generated code.
func isGRPCServer(t types.Type) bool {
	if n := named(t); n != nil {
		t = types.NewPointer(n)
	}
	set := types.NewMethodSet(t)
	for m := range set.Methods() {
		if strings.HasPrefix(m.Obj().Name(), "mustEmbedUnimplemented") {
			return true
		}
	}
	return false
}

// ownLimit returns the call in fn, or in a literal of it, that gives the context of
// a use its deadline, if that is the first that is made there of one from outside.
func (e *engine) ownLimit(u *use, fn *ssa.Function) *ast.CallExpr {
	if fn == nil || len(u.val) != 1 {
		return nil
	}
	for _, d := range u.val[0].derive {
		if !within(d.Parent(), fn) {
			continue
		}
		if !e.callee(d.Common()).derives("deadline") {
			return nil
		}
		return e.callExpr(d)
	}
	return nil
}
