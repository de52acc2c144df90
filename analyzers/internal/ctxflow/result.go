package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sort"
	"sync"

	"golang.org/x/tools/go/ssa"
)

var resultType = reflect.TypeFor[*Result]()

// A Result answers the checks' questions about one package. The zero Result is
// that of a package which the gate kept out.
//
// It works out some answers when it is asked for them. A check that may run
// beside others of the package locks it meanwhile.
type Result struct {
	sync.Mutex
	e        *engine
	roots    []*Root
	stored   []*StoredUse
	calls    []*RootedCall
	variants []*Variant
	unused   []*Unused
	conns    []*ConnUse
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
		e.variantsIn(fn, r)
		e.unusedIn(fn, r)
		e.connsIn(fn, r)
	}
	sort.SliceStable(r.roots, func(i, j int) bool { return r.roots[i].First.Expr.Pos() < r.roots[j].First.Expr.Pos() })
	sort.SliceStable(r.stored, func(i, j int) bool { return r.stored[i].Expr.Pos() < r.stored[j].Expr.Pos() })
	sort.SliceStable(r.calls, func(i, j int) bool { return r.calls[i].Call.Pos() < r.calls[j].Call.Pos() })
	sort.SliceStable(r.unused, func(i, j int) bool { return r.unused[i].Range.Pos() < r.unused[j].Range.Pos() })
	sort.SliceStable(r.conns, func(i, j int) bool { return r.conns[i].Call.Pos() < r.conns[j].Call.Pos() })
	sort.SliceStable(r.variants, func(i, j int) bool { return r.variants[i].Call.Pos() < r.variants[j].Call.Pos() })
	return r
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
	r := Use{Expr: call, Call: call}
	i := u.cl.index(u.arg)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if s := e.pass.TypesInfo.Selections[sel]; s != nil && s.Kind() == types.MethodExpr {
			i = u.arg // its receiver is written as an argument
		}
	}
	if i >= 0 && i < len(call.Args) && !e.spread(call) {
		r.Expr = call.Args[i]
	}
	return r
}

// spread reports whether a call's arguments are the results of another: f(g()).
func (e *engine) spread(call *ast.CallExpr) bool {
	if len(call.Args) != 1 {
		return false
	}
	_, ok := e.pass.TypesInfo.TypeOf(call.Args[0]).(*types.Tuple)
	return ok
}

// place says where a use stands, as seen from the declared function fn.
func (e *engine) place(u *use, fn *ssa.Function) Place {
	var p Place
	g := e.goroutine(u.instr, fn)
	p.Goroutine, p.Joined, p.Kept, p.Start = g.started, g.joined, g.kept, g.pos
	p.Kept = p.Kept || e.isRegistered(u.fn, fn)
	p.Listens = g.started && e.listens(u, fn)
	p.Job = g.started && !g.joined && e.inJob(u.instr, fn)
	p.Deferred = isDefer(u.instr)
	for f := u.fn; f != fn && f != nil; f = f.Parent() {
		for _, s := range e.sites[f] {
			p.Deferred = p.Deferred || s.Kind == SiteDefer
		}
	}
	p.ErrorPath = e.onErrorPath(u.instr)
	p.CleanUp = IsCleanUp(u.cl.name()) || IsCleanUp(fn.Name())
	p.Undoes = undoes(u.cl.name()) || undoes(fn.Name())
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
		if cmp, ok := br.Cond.(*ssa.BinOp); ok && failure(cmp, br.Block().Succs[0] == d) {
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
