package ctxflow

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// An Unused is a parameter that is a context, or a handler's request, which the
// function never looks at though something in it could use it.
type Unused struct {
	Range   ast.Node      // the parameter's name, or its type where it has none
	Label   string        // how to speak of the context: "ctx" or "r.Context()"
	Request bool          // it is a request, which itself may well be looked at
	Blank   bool          // it has no name to use it by
	Waits   bool          // the function waits; else it makes outgoing calls
	Node    ast.Node      // the wait or the call
	Call    *ast.CallExpr // the call, if it is one
	Func    Func
	Fixed   bool // an interface is seen that asks for the signature, or the function is a value
}

// Unused returns the unused contexts of the package in source order of their
// functions. A function in which some other finding is about the same context,
// a root in place of it or a call that has a form for it, has none.
func (r *Result) Unused() []*Unused { return r.unused }

// unusedIn collects the unused contexts of fn and its literals.
func (e *engine) unusedIn(fn *ssa.Function, r *Result) {
	var visit func(f *ssa.Function)
	visit = func(f *ssa.Function) {
		for _, p := range f.Params {
			if u := e.unusedParam(fn, p); u != nil && !r.speaksOf(p) {
				r.unused = append(r.unused, u)
			}
		}
		for _, a := range f.AnonFuncs {
			visit(a)
		}
	}
	visit(fn)
}

// speaksOf reports whether a root, stored context or variant stands in for the parameter.
func (r *Result) speaksOf(p *ssa.Parameter) bool {
	for _, x := range r.roots {
		if x.Source != nil && x.Source.def == p {
			return true
		}
	}
	for _, x := range r.stored {
		if x.Source != nil && x.Source.def == p {
			return true
		}
	}
	for _, x := range r.variants {
		if x.Source != nil && x.Source.def == p {
			return true
		}
	}
	return false
}

// unusedParam describes the parameter p of fn or of one of its literals, nil if
// it is used or nothing could use it.
func (e *engine) unusedParam(fn *ssa.Function, p *ssa.Parameter) *Unused {
	f := p.Parent()
	if e.isReceiver(p) || len(f.Blocks) == 0 {
		return nil
	}
	u := &Unused{}
	switch {
	case IsContext(p.Type()):
		if refs := p.Referrers(); refs == nil || len(*refs) > 0 {
			return nil
		}
	case isHTTPRequest(p.Type()) && e.isHandler(f.Signature):
		if e.readsContext(p, maxDepth) {
			return nil
		}
		u.Request = true
	default:
		return nil
	}
	if !e.couldUse(f, p, u) {
		return nil
	}
	if u.Range = e.paramSyntax(f, p); u.Range == nil {
		return nil
	}
	name := p.Name()
	u.Blank = name == "" || name == "_"
	switch {
	case u.Blank && u.Request:
		u.Label = "the context of its request"
	case u.Blank:
		u.Label = "its context"
	case u.Request:
		u.Label = name + ".Context()"
	default:
		u.Label = name
	}
	u.Func = e.describe(fn, f.Blocks[0].Instrs[0])
	u.Fixed = f.Parent() != nil || e.conforms(fn)
	return u
}

// isHandler reports whether the signature is that of an HTTP handler: it is
// given what to write a response to, and the request, and nothing else.
func (e *engine) isHandler(sig *types.Signature) bool {
	return sig.Params().Len() == 2 && method(sig.Params().At(0).Type(), "WriteHeader", 1, 0) != nil
}

// readsContext reports whether a request's context is asked for, or the request
// goes where that isn't known. What routers put into a request, and what the
// standard library does with one, is no use of its context.
func (e *engine) readsContext(p *ssa.Parameter, depth int) bool {
	if depth == 0 {
		return true
	}
	reads := false
	e.follow(p, func(in ssa.Instruction, as ssa.Value) {
		switch in := in.(type) {
		case *ssa.FieldAddr, *ssa.BinOp, *ssa.If:
		case ssa.CallInstruction:
			reads = reads || e.callReadsContext(in, as, depth)
		default:
			reads = true
		}
	})
	return reads
}

func (e *engine) callReadsContext(c ssa.CallInstruction, as ssa.Value, depth int) bool {
	cl := e.callee(c.Common())
	if cl.receiver(c.Common()) == as {
		switch cl.name() {
		case "Context", "WithContext", "Clone":
			return true
		}
		return false
	}
	if cl.obj == nil || cl.obj.Pkg() == nil {
		return true
	}
	path := cl.obj.Pkg().Path()
	if cl.fn == nil {
		return cl.invoke || !ctxapi.IsStd(path) && path != "github.com/gorilla/mux" && !strings.HasPrefix(path, "github.com/go-chi/chi")
	}
	for i, a := range c.Common().Args {
		if a == as && i < len(cl.fn.Params) && e.readsContext(cl.fn.Params[i], depth-1) {
			return true
		}
	}
	return false
}

// paramSyntax returns the name of a parameter in the source, or its type.
func (e *engine) paramSyntax(f *ssa.Function, p *ssa.Parameter) ast.Node {
	var list *ast.FieldList
	switch d := f.Syntax().(type) {
	case *ast.FuncDecl:
		list = d.Type.Params
	case *ast.FuncLit:
		list = d.Type.Params
	}
	i := paramIndex(p)
	if list == nil || i < 0 {
		return nil
	}
	for _, field := range list.List {
		if len(field.Names) == 0 {
			if i == 0 {
				return field.Type
			}
			i--
			continue
		}
		if i < len(field.Names) {
			return field.Names[i]
		}
		i -= len(field.Names)
	}
	return nil
}

// couldUse looks for what could use the context of p in f: a call of one of this
// module's functions, in another package, that goes out of the process without
// a context and could do so with one; or, for a context, something that waits
// for somebody else.
func (e *engine) couldUse(f *ssa.Function, p *ssa.Parameter, u *Unused) bool {
	var waits ast.Node
	e.eachInstr(f, func(in ssa.Instruction) {
		if u.Call != nil || !in.Pos().IsValid() || e.startedOnly(in.Parent()) {
			return
		}
		c, isCall := in.(ssa.CallInstruction)
		if _, ok := in.(*ssa.Call); isCall && !ok {
			return
		}
		if isCall && e.bareElsewhere(c) && e.decides(p, in) {
			u.Call = e.callExpr(c)
			return
		}
		if waits == nil && e.waitsIn(in) && e.decides(p, in) && !e.afterDone(in, true, maxDepth) {
			if isCall {
				if call := e.callExpr(c); call != nil {
					waits = call
				}
				return
			}
			waits = e.nodeAt(in.Pos())
		}
	})
	switch {
	case u.Call != nil:
		u.Node = u.Call
	case waits != nil && !u.Request:
		u.Node, u.Waits = waits, true
		u.Call, _ = waits.(*ast.CallExpr)
	}
	return u.Node != nil
}

// decides reports whether p is the context that one would use at the instruction.
func (e *engine) decides(p *ssa.Parameter, in ssa.Instruction) bool {
	src := best(e.sources(&use{instr: in, fn: in.Parent()}, in.Pos(), nil))
	return src != nil && src.def == p
}

// bareElsewhere reports whether c calls a function of another package in this
// module that makes calls without a context though they have a form with one.
// In the same package, that is told there.
func (e *engine) bareElsewhere(c ssa.CallInstruction) bool {
	cl := e.callee(c.Common())
	if cl.fn != nil || cl.obj == nil || cl.invoke || cl.obj.Pkg() == nil || !sameModule(e.pass, cl.obj.Pkg().Path()) {
		return false
	}
	s := e.fact(cl.obj)
	return s != nil && s.Bare && !e.takesContext(cl.obj.Signature())
}

// waitsIn reports whether an instruction waits for somebody else, for longer
// than a lock is held: by a call that the tables know, or on a channel. Whoever
// waits for a group of goroutines waits for what these do, which is told there.
func (e *engine) waitsIn(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Call:
		cl := e.callee(in.Common())
		row := cl.role(ctxapi.Wait)
		if row == nil || cl.obj == nil || cl.obj.Pkg() == nil || cl.obj.Pkg().Path() == "sync" {
			return false
		}
		return waitsForOthers(row) && !row.Has("chan") && !row.Has("long-lived")
	case *ssa.UnOp, *ssa.Select:
		w := e.wait(in)
		return w != nil && w.Reason == ReasonNone
	}
	return false
}

// conforms reports whether an interface asks for the method fn, in this package
// or in one that it imports.
func (e *engine) conforms(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil {
		return len(e.valueSites(fn)) > 0
	}
	pkgs := append([]*types.Package{e.pass.Pkg}, e.pass.Pkg.Imports()...)
	for _, p := range pkgs {
		for _, name := range p.Scope().Names() {
			tn, ok := p.Scope().Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || !tn.Exported() && p != e.pass.Pkg {
				continue
			}
			iface, ok := tn.Type().Underlying().(*types.Interface)
			if !ok || iface.NumMethods() == 0 || !hasMethod(iface, fn.Name()) {
				continue
			}
			if n, ok := tn.Type().(*types.Named); ok && n.TypeParams().Len() > 0 {
				return true // of some instance, perhaps
			}
			if types.Implements(recv.Type(), iface) || types.Implements(types.NewPointer(recv.Type()), iface) {
				return true
			}
		}
	}
	return false
}

// valueSites returns the places where a function is used as a value.
func (e *engine) valueSites(fn *ssa.Function) []Site {
	var sites []Site
	for _, s := range e.sites[fn] {
		if s.Kind == SiteValue {
			sites = append(sites, s)
		}
	}
	return sites
}

// bareCall reports whether c goes out without a context, with none at hand,
// though it could with one: by itself or in a function that takes none either.
func (e *engine) bareCall(c ssa.CallInstruction, cl callee, sub *Summary) bool {
	call := e.callExpr(c)
	if call == nil {
		return false
	}
	var v *Variant
	if sub == nil || !sub.Bare || cl.obj != nil && e.takesContext(cl.obj.Signature()) {
		s := e.siblingOf(call, cl)
		if s == nil || s.Log || s.Weak {
			return false
		}
		v = &Variant{Call: call, Callee: cl.obj, Sibling: s}
	}
	if best(deciding(e.sources(&use{instr: c, fn: c.Parent(), cl: cl}, call.Pos(), nil))) != nil {
		return false
	}
	return v == nil || !e.insideSibling(c.Parent(), v.Sibling) && e.wantsContext(c, call, cl, v)
}
