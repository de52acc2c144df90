package ctxflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// maxWrappers is how many middlewares a handler may be wrapped into.
const maxWrappers = 5

// entry notes that fn handles requests.
func (m *mapper) entry(fn *ssa.Function, name string) {
	if fn.Parent() != nil {
		m.handlers[fn], m.literals[fn.Syntax()] = true, true
	}
	m.addEntry(m.funcName(fn), name)
}

func (m *mapper) addEntry(fn, name string) {
	e := MapEntry{m.name(fn), name}
	if !m.entries[e] {
		m.entries[e] = true
		m.out.Entries = append(m.out.Entries, e)
	}
}

// registers looks for calls that tell a router or a server who handles requests.
func (m *mapper) registers(in ssa.Instruction) {
	c, ok := in.(ssa.CallInstruction)
	if !ok {
		return
	}
	m.route(c)
	m.service(c)
}

// route recognizes what all routers look like: a call with a path, which is a
// constant, and a handler. The name of the method may be that of an HTTP method.
func (m *mapper) route(c ssa.CallInstruction) {
	path := ""
	for _, arg := range c.Common().Args {
		if k, ok := arg.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String && path == "" {
			path = constant.StringVal(k.Value)
		}
	}
	verb, rest, two := strings.Cut(path, " ")
	switch {
	case two && isVerb(verb) && strings.Contains(rest, "/"):
	case strings.HasPrefix(path, "/"):
		name := strings.ToUpper(m.e.callee(c.Common()).name())
		if !isVerb(name) {
			name = "HTTP"
		}
		path = name + " " + path
	default:
		return
	}
	for _, arg := range c.Common().Args {
		m.handler(arg, path, maxWrappers)
		for _, v := range elements(arg) {
			m.handler(v, path, maxWrappers)
		}
	}
}

func isVerb(s string) bool {
	switch s {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE":
		return true
	}
	return false
}

// handler notes the functions that a value handed to a router stands for.
func (m *mapper) handler(v ssa.Value, path string, depth int) {
	if depth == 0 {
		return
	}
	switch v := v.(type) {
	case *ssa.ChangeType:
		m.handler(v.X, path, depth)
	case *ssa.MakeInterface:
		if f := serveHTTP(v.X.Type()); f != nil {
			if named(v.X.Type()).Obj().Name() == "HandlerFunc" {
				m.handler(v.X, path, depth)
			} else {
				m.addEntry(f.FullName(), path)
			}
		}
	case *ssa.Call:
		// A middleware: what it wraps is what handles the request.
		for _, arg := range v.Call.Args {
			m.handler(arg, path, depth-1)
		}
	case *ssa.Function, *ssa.MakeClosure:
		fn := m.e.funcValue(v, maxClosures)
		if fn == nil {
			return
		}
		cl := m.e.calleeOf(fn)
		switch {
		case cl.fn != nil && m.handles(cl.fn.Signature):
			m.entry(cl.fn, path)
		case cl.fn == nil && cl.obj != nil && m.handles(cl.obj.Signature()):
			m.addEntry(cl.obj.FullName(), path)
		}
	}
}

// serveHTTP returns the method by which a type of this name is a http.Handler,
// nil if it has none.
func serveHTTP(t types.Type) *types.Func {
	n := named(t)
	if n == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, n.Obj().Pkg(), "ServeHTTP")
	f, ok := obj.(*types.Func)
	if !ok || !isHandler(f.Signature()) {
		return nil
	}
	return f.Origin()
}

// handles reports whether a function that is registered with a path takes a
// request, in whichever form its framework gives it.
func (m *mapper) handles(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if isHTTPRequest(p.Type()) || m.e.types.carrier(p.Type()) && !m.e.types.context(p.Type()) {
			return true
		}
		if n := named(p.Type()); n != nil && n.Obj().Pkg() != nil && isFramework(n.Obj().Pkg().Path()) {
			return true
		}
	}
	return false
}

// isFramework knows the packages whose contexts are contexts themselves.
func isFramework(path string) bool {
	for _, p := range []string{"github.com/gin-gonic/gin", "github.com/labstack/echo", "github.com/gofiber/fiber"} {
		if path == p || strings.HasPrefix(path, p+"/v") {
			return true
		}
	}
	return false
}

// isHandler reports whether a function is of the form of http.HandlerFunc,
// whatever else it takes.
func isHandler(sig *types.Signature) bool {
	request, writer := false, false
	for p := range sig.Params().Variables() {
		request = request || isHTTPRequest(p.Type())
		if n := named(p.Type()); n != nil && n.Obj().Name() == "ResponseWriter" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http" {
			writer = true
		}
	}
	return request && writer
}

// service recognizes the registration of RPC services: a generated function
// Register…Server or New…Handler that takes the implementation as an interface
// of its own package, or any call that takes a …_ServiceDesc beside it.
func (m *mapper) service(c ssa.CallInstruction) {
	common := c.Common()
	if cl := m.e.callee(common); cl.obj != nil && cl.obj.Pkg() != nil {
		name := cl.obj.Name()
		if strings.HasPrefix(name, "Register") && strings.HasSuffix(name, "Server") || strings.HasPrefix(name, "New") && strings.HasSuffix(name, "Handler") {
			for _, arg := range common.Args {
				if mk, ok := arg.(*ssa.MakeInterface); ok {
					if n := named(mk.Type()); n != nil && n.Obj().Pkg() == cl.obj.Pkg() {
						m.serves(mk.X.Type(), n)
					}
				}
			}
			return
		}
	}
	var service *types.Named
	for _, arg := range common.Args {
		if s := described(arg); s != nil {
			service = s
		}
	}
	if service == nil {
		return
	}
	for _, arg := range common.Args {
		if mk, ok := arg.(*ssa.MakeInterface); ok {
			m.serves(mk.X.Type(), service)
		}
	}
}

// described returns the interface of the service that v, &pb.X_ServiceDesc,
// describes, or nil.
func described(v ssa.Value) *types.Named {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	g, ok := v.(*ssa.Global)
	if !ok || g.Object() == nil || g.Object().Pkg() == nil {
		return nil
	}
	name, ok := strings.CutSuffix(g.Name(), "_ServiceDesc")
	if !ok {
		return nil
	}
	tn, ok := g.Object().Pkg().Scope().Lookup(name + "Server").(*types.TypeName)
	if !ok {
		return nil
	}
	n, _ := tn.Type().(*types.Named)
	return n
}

// serves notes that the methods of a type handle the calls of a service.
func (m *mapper) serves(impl types.Type, service *types.Named) {
	iface, ok := service.Underlying().(*types.Interface)
	if !ok {
		return
	}
	name := service.Obj().Name()
	for _, suffix := range []string{"Server", "Handler"} {
		name = strings.TrimSuffix(name, suffix)
	}
	for method := range iface.Methods() {
		if !method.Exported() || !m.e.takes(method.Signature()) {
			continue
		}
		f := methodOf(impl, method)
		if f == nil || types.IsInterface(recvType(f)) {
			continue
		}
		if n := named(recvType(f)); n != nil && strings.HasPrefix(n.Obj().Name(), "Unimplemented") {
			continue
		}
		m.addEntry(f.FullName(), "rpc "+name+"."+method.Name())
	}
}

// takes reports whether a function is given a context or a carrier.
func (e *engine) takes(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if e.types.carrier(p.Type()) {
			return true
		}
	}
	return false
}
