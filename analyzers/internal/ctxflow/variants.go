package ctxflow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A Variant is a call that takes no context though there is a form of it that
// does, where somebody's context is at hand.
type Variant struct {
	Call    *ast.CallExpr
	Callee  *types.Func
	Sibling *Sibling
	Start   ast.Expr // with Via "receiver": where the chain of calls starts
	Source  *Source  // the context in scope; nil if only callers have one, see Func.CallerName
	Root    bool     // nobody is seen to have one, but here is where a chain starts that others can call
	Kept    bool     // it stands in a literal that may run when the source's function has returned
	Place   Place
	Func    Func
	Reason  Reason
}

// Variants returns the calls of the package that have a context-taking sibling,
// in source order. Left out is what the flow shows to be right:
//
//   - inside of the sibling itself, and where its kind was asked for in vain
//     with a type assertion;
//   - requests that are given a context before they are sent, or are sent by
//     nobody;
//   - processes that this program doesn't wait for, talks to a terminal with,
//     or ends by itself;
//   - receivers that were given a context, or may have been.
func (r *Result) Variants() []*Variant { return r.variants }

// variantsIn collects the variants in fn and its literals.
func (e *engine) variantsIn(fn *ssa.Function, r *Result) {
	e.allInstr(fn, func(in ssa.Instruction) {
		c, ok := in.(ssa.CallInstruction)
		if !ok {
			return
		}
		call := e.callExpr(c)
		if call == nil {
			return
		}
		cl := e.callee(c.Common())
		s := e.siblingOf(call, cl)
		if s == nil {
			return
		}
		if v := e.variant(fn, c, call, cl, s); v != nil {
			r.variants = append(r.variants, v)
		}
	})
}

// allInstr calls f for the instructions of fn and of its literals.
func (e *engine) allInstr(fn *ssa.Function, f func(ssa.Instruction)) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			f(in)
		}
	}
	for _, a := range fn.AnonFuncs {
		e.allInstr(a, f)
	}
}

// variant describes one call, nil where there's no context to give it or it
// has no need of one.
func (e *engine) variant(fn *ssa.Function, c ssa.CallInstruction, call *ast.CallExpr, cl callee, s *Sibling) *Variant {
	v := &Variant{Call: call, Callee: cl.obj, Sibling: s}
	u := &use{instr: c, fn: c.Parent(), cl: cl}
	v.Source = best(deciding(e.sources(u, call.Pos(), nil)))
	if v.Source != nil && !v.Source.FromCaller() {
		return nil
	}
	v.Func = e.describe(fn, c)
	if v.Source == nil && (v.Func.CallerName == "" || v.Func.CallerCLI) {
		// A request is a root of its own: no caller can bound what this one sends.
		v.Root = cl.role(ctxapi.Root) != nil && v.Func.Exported && !v.Func.CallerCLI
		if !v.Root {
			return nil
		}
	}
	if e.insideSibling(c.Parent(), s) || !e.wantsContext(c, call, cl, v) {
		return nil
	}
	owner := fn
	if v.Source != nil {
		owner = v.Source.owner(c.Parent())
	}
	v.Kept = e.inKeptLiteral(c.Parent(), owner)
	v.Place = e.place(u, owner)
	switch {
	case e.afterDone(c, true, maxDepth):
		v.Reason = ReasonAfterDone
	case e.sharedWork(c.Parent()):
		v.Reason = ReasonShared
	}
	return v
}

// deciding leaves out what carries a context that decides over nothing as a
// rule: the command of a command line, whose context is context.Background
// unless its program says otherwise. Where it does, there's a variable that holds it.
func deciding(srcs []Source) []Source {
	var out []Source
	for _, s := range srcs {
		if !s.ofCommandLine() {
			out = append(out, s)
		}
	}
	return out
}

// ofCommandLine reports whether the source is the command of a command line.
func (s *Source) ofCommandLine() bool {
	p, ok := s.def.(*ssa.Parameter)
	if !ok {
		return false
	}
	n := named(p.Type())
	if n == nil || n.Obj().Pkg() == nil {
		return false
	}
	path := n.Obj().Pkg().Path()
	return path == "github.com/spf13/cobra" || strings.HasPrefix(path, "github.com/urfave/cli/")
}

// insideSibling reports whether the call stands in its sibling, which may do
// the work in whatever way it likes, or where somebody has looked for the
// sibling by a type assertion.
func (e *engine) insideSibling(fn *ssa.Function, s *Sibling) bool {
	for ; fn != nil; fn = fn.Parent() {
		if obj, ok := fn.Object().(*types.Func); ok && s.Func != nil && obj.Origin() == s.Func.Origin() {
			return true
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if a, ok := in.(*ssa.TypeAssert); ok && a.CommaOk && hasMethodNamed(a.AssertedType, s.Name) {
					return true
				}
			}
		}
	}
	return false
}

func hasMethodNamed(t types.Type, name string) bool {
	iface, ok := t.Underlying().(*types.Interface)
	return ok && hasMethod(iface, name)
}

// wantsContext reports whether the call is seen to do what a context could end.
func (e *engine) wantsContext(c ssa.CallInstruction, call *ast.CallExpr, cl callee, v *Variant) bool {
	if cl.role(ctxapi.Root) != nil {
		return e.sentBare(c)
	}
	if s := v.Sibling; s.Row != nil && s.Row.Attr("result") == "process" {
		return e.processWaited(c)
	}
	switch v.Sibling.Via {
	case "receiver":
		v.Start = e.bareReceiver(c, call, cl, v.Sibling)
		return v.Start != nil
	case "argument":
		return e.bareArgument(c, v.Sibling)
	}
	return !isPacketDial(c, cl)
}

// isPacketDial reports whether net.Dial and its kind are told to make a socket
// that has nobody to wait for.
func isPacketDial(c ssa.CallInstruction, cl callee) bool {
	if !strings.HasPrefix(cl.name(), "Dial") {
		return false
	}
	for _, a := range c.Common().Args {
		if k, ok := a.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
			s := constant.StringVal(k.Value)
			return strings.HasPrefix(s, "udp") || s == "unixgram"
		}
	}
	return false
}

// bareReceiver returns the expression that a chain of calls starts with, such
// as s.db in s.db.Where(q).Find(&x), if it is a field or package variable that
// nothing in the package gives a context: then the calls have none. Of
// anything else it isn't known.
func (e *engine) bareReceiver(c ssa.CallInstruction, call *ast.CallExpr, cl callee, s *Sibling) ast.Expr {
	v := cl.receiver(c.Common())
	for range maxHops * 4 {
		switch x := v.(type) {
		case *ssa.Call:
			next := e.callee(x.Common())
			if next.name() == s.Name || next.receiver(x.Common()) == nil {
				return nil
			}
			v = next.receiver(x.Common())
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return nil
			}
			if e.variable(x.X) != nil {
				vals, zero := e.reachingStores(x.X, x)
				if len(vals) != 1 || zero {
					return nil
				}
				v = vals[0]
				continue
			}
			if !e.neverSet(x.X, s) {
				return nil
			}
			return chainStart(call)
		case *ssa.FieldAddr:
			v = x.X // a struct embedded by value
		default:
			return nil
		}
	}
	return nil
}

// neverSet reports whether the field or package variable at addr is nowhere in
// the package given the result of the sibling.
func (e *engine) neverSet(addr ssa.Value, s *Sibling) bool {
	var obj types.Object
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		obj = fieldOf(a.X.Type(), a.Field)
	case *ssa.Global:
		obj = a.Object()
	}
	if obj == nil || obj.Pkg() != e.pass.Pkg {
		return false
	}
	for _, fn := range e.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				st, ok := in.(*ssa.Store)
				if !ok || !stores(st, obj) {
					continue
				}
				if call, ok := e.held(st.Val).(*ssa.Call); ok && e.callee(call.Common()).name() == s.Name {
					return false
				}
			}
		}
	}
	return true
}

// stores reports whether st sets the field or package variable.
func stores(st *ssa.Store, obj types.Object) bool {
	switch a := st.Addr.(type) {
	case *ssa.FieldAddr:
		return types.Object(fieldOf(a.X.Type(), a.Field)) == obj
	case *ssa.Global:
		return a.Object() == obj
	}
	return false
}

// chainStart returns what the first of a chain of method calls is called on.
func chainStart(call *ast.CallExpr) ast.Expr {
	for {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		next, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok {
			return sel.X
		}
		call = next
	}
}

// bareArgument reports whether the argument that the context would go into is
// nil or made here, without one.
func (e *engine) bareArgument(c ssa.CallInstruction, s *Sibling) bool {
	for _, a := range c.Common().Args {
		if n := named(a.Type()); n == nil || n.Obj().Name() != s.Recv {
			continue
		}
		switch x := e.held(a).(type) {
		case *ssa.Const:
			return x.IsNil()
		case *ssa.Alloc:
			return true
		}
	}
	return false
}

// processWaited reports whether the process that c makes is run or waited for
// here, and nothing else ends it: then only a context can.
func (e *engine) processWaited(c ssa.CallInstruction) bool {
	cmd := c.Value()
	if cmd == nil {
		return false
	}
	run, started, waited, own := false, false, false, false
	e.follow(cmd, func(in ssa.Instruction, as ssa.Value) {
		switch in := in.(type) {
		case *ssa.FieldAddr:
			own = own || in.X == as && e.ownProcess(in)
		case ssa.CallInstruction:
			cl := e.callee(in.Common())
			if cl.receiver(in.Common()) != as {
				run = run || e.runsProcess(cl)
				return
			}
			switch cl.name() {
			case "Run", "Output", "CombinedOutput":
				run = true
			case "Start":
				started = true
			case "Wait":
				_, beside := in.(*ssa.Call)
				waited = waited || beside && !e.inGoroutine(in, c.Parent())
			}
		}
	})
	if own {
		return false
	}
	return run || started && waited && !e.looksAtDone(c.Parent())
}

// ownProcess reports whether a field of the command says that the process has a
// life of its own: it has the terminal, leads a group, or is signalled here.
func (e *engine) ownProcess(f *ssa.FieldAddr) bool {
	field := fieldOf(f.X.Type(), f.Field)
	switch field.Name() {
	case "SysProcAttr", "Process", "Cancel":
		return true
	case "Stdin":
		for _, in := range *f.Referrers() {
			if st, ok := in.(*ssa.Store); ok && isStdin(st.Val) {
				return true
			}
		}
	}
	return false
}

// isStdin reports whether v is os.Stdin.
func isStdin(v ssa.Value) bool {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Name() == "Stdin" && g.Pkg != nil && g.Pkg.Pkg.Path() == "os"
}

// runsProcess reports whether a function that is given a command runs it.
func (e *engine) runsProcess(cl callee) bool {
	s := e.summaryOf(cl)
	if s == nil {
		return false
	}
	for _, o := range s.Outgoing {
		if o.Kind == "process" {
			return true
		}
	}
	return false
}

// looksAtDone reports whether fn or one of its literals waits for a context to be done.
func (e *engine) looksAtDone(fn *ssa.Function) bool {
	found := false
	e.allInstr(fn, func(in ssa.Instruction) {
		found = found || slices.ContainsFunc(receivedFrom(in), e.isDone)
		if c, ok := in.(ssa.CallInstruction); ok {
			cl := e.callee(c.Common())
			found = found || cl.name() == "AfterFunc" && cl.obj != nil && cl.obj.Pkg() != nil && cl.obj.Pkg().Path() == "context"
		}
	})
	return found
}
