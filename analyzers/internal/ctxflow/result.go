package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sort"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

var resultType = reflect.TypeFor[*Result]()

// A Result answers the checks' questions about one package. The zero Result is
// that of a package which the gate kept out.
type Result struct {
	e      *engine
	roots  []*Root
	stored []*StoredUse
	calls  []*RootedCall
}

// Roots returns the fresh and detached roots of the package in source order.
func (r *Result) Roots() []*Root { return r.roots }

// Stored returns the calls that get a context out of a field or package
// variable though a caller's is in scope, in source order.
func (r *Result) Stored() []*StoredUse { return r.stored }

// RootedCalls returns the calls of functions in other packages that start a
// root of their own, in source order.
func (r *Result) RootedCalls() []*RootedCall { return r.calls }

// Summary returns the summary of a function of this package or of one that it
// imports, or nil when there is none.
func (r *Result) Summary(f *types.Func) *Summary {
	if r.e == nil {
		return nil
	}
	if f.Pkg() == r.e.pass.Pkg {
		if fn := r.e.pkg.Prog.FuncValue(f); fn != nil && fn.Blocks != nil {
			return r.e.summary(fn)
		}
		return nil
	}
	return r.e.fact(f)
}

// A Root is a place where a context starts without a parent, or loses it.
type Root struct {
	Call    *ast.CallExpr // context.Background(), or the call of what hides it
	Prov    Provenance    // Fresh or Detached
	Reason  Reason        // why it is right, as far as the flow shows
	Carrier bool          // it is a request or another carrier, not a context
	Bounded bool          // it has a timeout of its own wherever it goes
	First   Use           // where it is first used: passed on or derived from
	Sink    Use           // the first call that can wait on it
	Source  *Source       // the context in scope at First that could be used instead, or nil
	Escapes bool          // it is returned, on its own or as part of what is derived from it
	Place   Place
	Func    Func
	Name    *types.Var // the variable that the context made of it is assigned to, if any
	Assign  token.Token
	Mixed   bool // at First the value may also be another context
}

// A Use is an expression that stands for a context, and where it goes.
type Use struct {
	Expr     ast.Expr      // the argument, or the context itself
	Call     *ast.CallExpr // what it is passed to
	Outgoing string        // the kind of outgoing call, "" if it isn't known to be one
}

// Place says where the root is used.
type Place struct {
	Goroutine bool      // in a goroutine (or a task) started in the function that has the source
	Joined    bool      // and that goroutine is waited for
	Start     token.Pos // the go statement or the call that starts it
	Deferred  bool
	ErrorPath bool
	CleanUp   bool // what is called ends something
}

// Func describes the function that a root or call stands in.
type Func struct {
	Name       string
	Decl       *ast.FuncDecl  // nil for literals of package variables
	Literals   []*ast.FuncLit // that the place stands in, the innermost first
	Main       bool           // main, init, tests and what takes a testing.TB
	PkgMain    bool
	Wraps      string // it only forwards to this context-taking sibling
	Interface  string // the interface outside the module that fixes its signature
	Callee     string // a caller in the package that has a context in scope
	CallerPos  token.Pos
	CallerName string
	Job        bool // only ever started as a goroutine, or called by main
	Exported   bool
}

// A StoredUse is a context from a field or package variable in a call.
type StoredUse struct {
	Use
	Obj      types.Object
	Receiver bool // a field of the method's receiver
	Source   *Source
	Place    Place
	Func     Func
	Reason   Reason
}

// A RootedCall is a call of a function that starts a root of its own.
type RootedCall struct {
	Call    *ast.CallExpr
	Callee  *types.Func
	Root    []Hop
	Bounded bool
	Source  *Source
	Func    Func
}

// result computes everything that the checks ask for.
func (e *engine) result() *Result {
	r := &Result{e: e}
	for _, fn := range e.fns {
		if fn.Parent() != nil {
			continue
		}
		for _, rt := range e.rootsIn(fn) {
			if x := e.root(fn, rt); x != nil {
				r.roots = append(r.roots, x)
			}
		}
		e.eachUse(fn, func(u *use) {
			if s := e.storedUse(fn, u); s != nil {
				r.stored = append(r.stored, s)
			}
		})
		e.rootedCalls(fn, r)
	}
	sort.SliceStable(r.roots, func(i, j int) bool { return r.roots[i].First.Expr.Pos() < r.roots[j].First.Expr.Pos() })
	sort.SliceStable(r.stored, func(i, j int) bool { return r.stored[i].Expr.Pos() < r.stored[j].Expr.Pos() })
	sort.SliceStable(r.calls, func(i, j int) bool { return r.calls[i].Call.Pos() < r.calls[j].Call.Pos() })
	return r
}

// root describes a root to the checks; nil when it has no syntax.
func (e *engine) root(fn *ssa.Function, rt *root) *Root {
	call := e.callExpr(rt.call)
	if call == nil {
		return nil
	}
	x := &Root{Call: call, Prov: rt.prov, Reason: e.reason(rt), Bounded: rt.bounded()}
	x.Carrier = !e.givesContext(rt.call)
	var first, sink *use
	for _, u := range rt.uses {
		if u.kind != UseCall && u.kind != UseDerive && u.kind != UseReturn {
			continue
		}
		if first == nil {
			first = u
		}
		if sink == nil && u.kind == UseCall {
			sink = u
		}
	}
	if first == nil {
		return nil
	}
	x.Escapes = rt.returned() != nil
	x.First = e.useExpr(first, call)
	if x.First.Expr == nil {
		return nil
	}
	x.Mixed = !first.val.Only(rt.prov)
	place := first
	if sink != nil {
		x.Sink = e.useExpr(sink, call)
		place = sink
	}
	owner := fn
	if x.Source = best(e.sources(first, x.First.Expr.Pos(), rt)); x.Source != nil {
		owner = x.Source.owner(first.fn)
	}
	x.Place = e.place(place, owner)
	x.Func = e.describe(fn, first.instr)
	x.Name, x.Assign = e.assigned(call)
	return x
}

// givesContext reports whether a call has a context among its results.
func (e *engine) givesContext(c ssa.CallInstruction) bool {
	res := c.Common().Signature().Results()
	for i := range res.Len() {
		if e.types.context(res.At(i).Type()) {
			return true
		}
	}
	return false
}

// returned returns the use that returns the root, or nil.
func (r *root) returned() *use {
	for _, u := range r.uses {
		if u.kind == UseReturn {
			return u
		}
	}
	return nil
}

// sources returns the callers' contexts in scope at a use of a root, without
// the variables that the root itself flows into.
func (e *engine) sources(u *use, pos token.Pos, rt *root) []Source {
	var out []Source
	for _, s := range e.InScope(u.fn, pos) {
		if !s.Param && rt != nil && madeOf(s.Value, rt.call) {
			continue
		}
		out = append(out, s)
	}
	return out
}

func madeOf(v Value, c ssa.CallInstruction) bool {
	for _, o := range v {
		if o.call == c {
			return true
		}
	}
	return false
}

// useExpr finds the syntax of a use: the argument of the call.
func (e *engine) useExpr(u *use, fallback ast.Expr) Use {
	c, ok := u.instr.(ssa.CallInstruction)
	if !ok {
		return Use{Expr: fallback}
	}
	call := e.callExpr(c)
	if call == nil {
		return Use{}
	}
	r := Use{Expr: call, Call: call, Outgoing: u.out}
	i := u.cl.index(u.arg)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if s := e.pass.TypesInfo.Selections[sel]; s != nil && s.Kind() == types.MethodExpr {
			i = u.arg // its receiver is written as an argument
		}
	}
	if i >= 0 && i < len(call.Args) && (len(call.Args) > 1 || c.Common().Signature().Params().Len() <= 1) {
		r.Expr = call.Args[i]
	}
	return r
}

// place says where a use stands, as seen from the declared function fn.
func (e *engine) place(u *use, fn *ssa.Function) Place {
	var p Place
	g := e.goroutine(u.instr, fn)
	p.Goroutine, p.Joined, p.Start = g.started, g.joined, g.pos
	p.Deferred = isDefer(u.instr)
	for f := u.fn; f != fn && f != nil; f = f.Parent() {
		for _, s := range e.sites[f] {
			p.Deferred = p.Deferred || s.Kind == SiteDefer
		}
	}
	p.ErrorPath = e.onErrorPath(u.instr)
	p.CleanUp = IsCleanUp(u.cl.name()) || IsCleanUp(fn.Name())
	return p
}

// onErrorPath reports whether the instruction runs only when some error isn't nil.
func (e *engine) onErrorPath(in ssa.Instruction) bool {
	for d := in.Block(); d != nil; d = d.Idom() {
		if len(d.Preds) != 1 {
			continue
		}
		br, ok := d.Preds[0].Instrs[len(d.Preds[0].Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := br.Cond.(*ssa.BinOp)
		if !ok || !isNil(cmp.Y) || !isErrorType(cmp.X.Type()) {
			continue
		}
		if cmp.Op == token.NEQ && br.Block().Succs[0] == d || cmp.Op == token.EQL && br.Block().Succs[1] == d {
			return true
		}
	}
	return false
}

func isErrorType(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() == nil && n.Obj().Name() == "error"
}

// assigned returns the variable that the context made of the root is assigned
// to, following derivations: ctx in ctx, cancel := context.WithTimeout(context.Background(), t).
func (e *engine) assigned(call *ast.CallExpr) (*types.Var, token.Token) {
	if e.assigns == nil {
		e.indexAssigns()
	}
	a, ok := e.assigns[call]
	if !ok {
		return nil, token.ILLEGAL
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	if !ok || id.Name == "_" {
		return nil, token.ILLEGAL
	}
	v, _ := e.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if v == nil || !e.types.context(v.Type()) {
		return nil, token.ILLEGAL
	}
	if e.pass.TypesInfo.Defs[id] != nil {
		return v, token.DEFINE
	}
	return v, token.ASSIGN
}

// indexAssigns maps each call to the assignment that its context goes into.
func (e *engine) indexAssigns() {
	e.assigns = map[*ast.CallExpr]*ast.AssignStmt{}
	for _, f := range e.pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			a, ok := n.(*ast.AssignStmt)
			if !ok || len(a.Rhs) != 1 {
				return true
			}
			for x := ast.Unparen(a.Rhs[0]); ; {
				c, ok := x.(*ast.CallExpr)
				if !ok {
					break
				}
				e.assigns[c] = a
				if len(c.Args) == 0 {
					break
				}
				x = ast.Unparen(c.Args[0])
			}
			return true
		})
	}
}

// storedUse describes a call on a stored context, or nil.
func (e *engine) storedUse(fn *ssa.Function, u *use) *StoredUse {
	if u.kind != UseCall && u.kind != UseDerive || !u.val.Only(Stored) {
		return nil
	}
	o := u.val[0]
	if len(o.derive) > 0 && u.kind == UseCall || o.obj == nil {
		return nil // told where it is derived
	}
	x := &StoredUse{Use: e.useExpr(u, nil), Obj: o.obj}
	if x.Expr == nil {
		return nil
	}
	if o.base != nil {
		x.Receiver = e.ofReceiver(o.base)
	}
	x.Source = best(e.sources(u, x.Expr.Pos(), nil))
	if x.Source == nil || !x.Source.FromCaller() || e.setFromCaller(fn, o.obj) || otherContext(e, u) {
		return nil
	}
	x.Place = e.place(u, x.Source.owner(u.fn))
	x.Func = e.describe(fn, u.instr)
	switch {
	case e.nilGuarded(u.instr):
		x.Reason = ReasonNilGuard
	case e.afterDone(u.instr, true, maxDepth):
		x.Reason = ReasonAfterDone
	case u.kind == UseDerive && e.deriveEscapes(u):
		x.Reason = ReasonLifecycle
	}
	return x
}

// setFromCaller reports whether fn itself stores a caller's context in the
// field or variable, so that both are the same.
func (e *engine) setFromCaller(fn *ssa.Function, obj types.Object) bool {
	found := false
	e.eachUse(fn, func(u *use) {
		st, ok := u.instr.(*ssa.Store)
		if !ok || !u.val.Has(Caller) {
			return
		}
		switch a := st.Addr.(type) {
		case *ssa.FieldAddr:
			found = found || types.Object(fieldOf(a.X.Type(), a.Field)) == obj
		case *ssa.Global:
			found = found || a.Object() == obj
		}
	})
	return found
}

// otherContext reports whether the call also takes a context from elsewhere:
// it merges the two, or looks after both.
func otherContext(e *engine, u *use) bool {
	c, ok := u.instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	for i, a := range c.Common().Args {
		if i != u.arg && e.types.context(a.Type()) && !e.value(a).Only(Stored) {
			return true
		}
	}
	return false
}

// deriveEscapes reports whether the cancel function of the context that is
// derived at u goes to somebody else.
func (e *engine) deriveEscapes(u *use) bool {
	return e.handedOut(&root{call: u.instr.(ssa.CallInstruction), uses: []*use{u}})
}

// ofReceiver reports whether the struct is a method's receiver or a part of it.
func (e *engine) ofReceiver(v ssa.Value) bool {
	for range maxClosures {
		switch x := v.(type) {
		case *ssa.Parameter:
			return e.isReceiver(x)
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.FreeVar:
			a := e.variable(x)
			if a == nil {
				return false
			}
			v = a
		case *ssa.Alloc:
			stores := 0
			for _, in := range *x.Referrers() {
				if st, ok := in.(*ssa.Store); ok && st.Addr == x {
					v = st.Val
					stores++
				}
			}
			if stores != 1 {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// rootedCalls collects the calls of other packages' functions that start roots.
func (e *engine) rootedCalls(fn *ssa.Function, r *Result) {
	e.eachInstr(fn, func(in ssa.Instruction) {
		c, ok := in.(*ssa.Call)
		if !ok {
			return
		}
		cl := e.callee(c.Common())
		if cl.obj == nil || cl.invoke || cl.fn != nil || len(cl.rows) > 0 {
			return
		}
		s := e.fact(cl.obj)
		call := e.callExpr(c)
		if s == nil || len(s.Root) == 0 || call == nil {
			return
		}
		u := &use{instr: c, fn: in.Parent()}
		src := best(e.sources(u, call.Pos(), nil))
		if src == nil || !src.FromCaller() || e.afterDone(c, true, maxDepth) {
			return
		}
		r.calls = append(r.calls, &RootedCall{Call: call, Callee: cl.obj, Root: s.Root, Bounded: s.Bounded, Source: src, Func: e.describe(fn, in)})
	})
}

// describe describes the declared function fn, as seen from an instruction in it.
func (e *engine) describe(fn *ssa.Function, at ssa.Instruction) Func {
	d := Func{Name: shortName(fn), PkgMain: e.pass.Pkg.Name() == "main"}
	d.Decl, _ = fn.Syntax().(*ast.FuncDecl)
	for f := at.Parent(); f != nil && f != fn; f = f.Parent() {
		if lit, ok := f.Syntax().(*ast.FuncLit); ok {
			d.Literals = append(d.Literals, lit)
		}
	}
	d.Exported = token.IsExported(fn.Name())
	d.Main = e.isEntry(fn) || e.isTestFile(at.Pos())
	if s := e.summary(fn); s != nil {
		d.Wraps = s.Wraps
	}
	d.Interface = e.fixedBy(fn)
	if d.Interface == "" {
		d.Interface = e.calledByFixed(fn)
	}
	w := callerWalk{e: e, seen: map[*ssa.Function]bool{}}
	w.up(fn, maxHops)
	d.CallerName, d.CallerPos, d.Callee = w.name, w.pos, w.callee
	d.Job = !w.api
	return d
}

// isEntry reports whether fn is where a program, a package or a test starts,
// or a helper of tests.
func (e *engine) isEntry(fn *ssa.Function) bool {
	name := fn.Name()
	if fn.Signature.Recv() == nil {
		// Programs that are linked into one binary have their main in packages of
		// other names, and a package main may only call some package's Main.
		plain := fn.Signature.Params().Len() == 0
		if plain && (name == "main" || name == "Main") || strings.HasPrefix(name, "init") && (fn.Synthetic != "" || name == "init" || strings.HasPrefix(name, "init#")) {
			return true
		}
	}
	for _, p := range fn.Params {
		if ofTesting(p.Type()) {
			return true
		}
		if types.IsInterface(p.Type()) && method(p.Type(), "Fatalf", 2, 0) != nil && method(p.Type(), "Helper", 0, 0) != nil {
			return true
		}
	}
	return false
}

// callerWalk asks up the call graph of the package who calls a function.
type callerWalk struct {
	e      *engine
	seen   map[*ssa.Function]bool
	api    bool // somebody outside, or unknown, may call it
	name   string
	callee string
	pos    token.Pos
}

func (w *callerWalk) up(fn *ssa.Function, hops int) {
	if w.seen[fn] {
		return
	}
	w.seen[fn] = true
	e := w.e
	main := e.pass.Pkg.Name() == "main"
	if fn.Parent() == nil && token.IsExported(fn.Name()) && !main {
		w.api = true
	}
	sites := e.sites[fn]
	if len(sites) == 0 && fn.Parent() == nil && !main && !e.isEntry(fn) {
		w.api = true // called through an interface, or by a file that isn't here
	}
	if hops == 0 {
		w.api = true
		return
	}
	for _, s := range sites {
		if e.isTestFile(s.Instr.Pos()) {
			continue
		}
		w.site(fn, s, hops)
	}
}

// site looks at one place where fn is used.
func (w *callerWalk) site(fn *ssa.Function, s Site, hops int) {
	e := w.e
	if s.Kind == SiteGo {
		return
	}
	if s.Kind == SiteValue {
		if c := passedTo(s.Instr); c != nil && e.callee(c.Common()).role(ctxapi.Spawn) != nil {
			return
		}
		w.api = w.api || e.pass.Pkg.Name() != "main"
		return
	}
	top := s.In
	for top.Parent() != nil {
		top = top.Parent()
	}
	if g := e.goroutine(s.Instr, top); g.started && !g.joined || e.isEntry(top) {
		return
	}
	for _, src := range e.InScope(s.In, s.Instr.Pos()) {
		if src.Param && w.name == "" {
			w.name, w.callee, w.pos = shortName(top), src.Label, s.Instr.Pos()
		}
	}
	if w.name == "" || !w.api {
		w.up(top, hops-1)
	}
}

// fixedBy returns the name of an interface outside the module that fixes the
// signature of the method fn, "" if none is seen.
func (e *engine) fixedBy(fn *ssa.Function) string {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Object() == nil || e.takesCarrier(fn) {
		return "" // an interface that gives a context is no excuse
	}
	for _, std := range fixedMethods {
		if fn.Name() == std.name && types.TypeString(fn.Signature, nil) == std.sig {
			return std.of
		}
	}
	for _, p := range e.pass.Pkg.Imports() {
		if sameModule(e.pass, p.Path()) {
			continue
		}
		for _, name := range p.Scope().Names() {
			tn, ok := p.Scope().Lookup(name).(*types.TypeName)
			if !ok || !tn.Exported() {
				continue
			}
			iface, ok := tn.Type().Underlying().(*types.Interface)
			if !ok || iface.NumMethods() == 0 || !hasMethod(iface, fn.Name()) {
				continue
			}
			if types.Implements(recv.Type(), iface) || types.Implements(types.NewPointer(recv.Type()), iface) {
				return p.Name() + "." + name
			}
		}
	}
	return ""
}

// calledByFixed returns the interface that fixes the signatures of all of an
// unexported function's callers, "" if some caller is free.
func (e *engine) calledByFixed(fn *ssa.Function) string {
	if token.IsExported(fn.Name()) {
		return ""
	}
	of := ""
	for _, s := range e.sites[fn] {
		if s.In.Parent() != nil || s.Kind != SiteCall {
			return ""
		}
		if of = e.fixedBy(s.In); of == "" {
			return ""
		}
	}
	return of
}

func hasMethod(iface *types.Interface, name string) bool {
	for i := range iface.NumMethods() {
		if iface.Method(i).Name() == name {
			return true
		}
	}
	return false
}

// fixedMethods are the methods that everybody's packages must have without
// importing the interface that asks for them.
var fixedMethods = []struct{ name, sig, of string }{
	{"Close", "func() error", "io.Closer"},
	{"Read", "func(p []byte) (n int, err error)", "io.Reader"},
	{"Read", "func([]byte) (int, error)", "io.Reader"},
	{"Write", "func(p []byte) (n int, err error)", "io.Writer"},
	{"Write", "func([]byte) (int, error)", "io.Writer"},
	{"Error", "func() string", "error"},
	{"String", "func() string", "fmt.Stringer"},
}

// sameModule reports whether a package path belongs to the module under
// analysis; by the module's path where the driver gives it, else by the first elements.
func sameModule(pass *analysis.Pass, path string) bool {
	if pass.Module != nil && pass.Module.Path != "" {
		m := pass.Module.Path
		return path == m || strings.HasPrefix(path, m+"/")
	}
	return prefix3(path) == prefix3(pass.Pkg.Path())
}

func prefix3(path string) string {
	parts := strings.SplitN(path, "/", 4)
	if !strings.Contains(parts[0], ".") {
		return parts[0]
	}
	if len(parts) > 3 {
		parts = parts[:3]
	}
	return strings.Join(parts, "/")
}

// SameModule reports whether f is declared in the module under analysis.
func (r *Result) SameModule(f *types.Func) bool {
	return f.Pkg() != nil && sameModule(r.e.pass, f.Pkg().Path())
}
