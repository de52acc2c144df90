package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A Group is a group of tasks that a function makes and waits for, of a kind
// that can have a context which ends with the first failure: an errgroup.
type Group struct {
	Decl    *ast.Ident    // the variable's declaration
	Var     *types.Var    // that holds the group
	Made    *ast.CallExpr // the call that gave it a context; nil for one without
	Wait    *ast.CallExpr // the first that waits for it
	Ctx     *types.Var    // the variable of its context, or nil
	Thrown  bool          // its context is thrown away
	Maker   string        // what gives such a group a context, such as errgroup.WithContext
	Source  *Source       // the caller's context where the group is made, or nil
	Func    Func
	Several bool       // it may have more than one task at a time
	Fails   bool       // a task may return an error
	Heeded  bool       // who waits looks at the error, and can return it
	Collect bool       // tasks note their failure before they return it
	CleanUp bool       // it ends something
	Outer   []GroupUse // in its tasks: contexts that the failure of another task doesn't end
	After   []GroupUse // where its context is used after Wait has ended it
}

// A GroupUse is a place where a context is used.
type GroupUse struct {
	Expr ast.Expr // the context, as written
	Call *ast.CallExpr
	Obj  *types.Var // the variable that Expr is, nil where it is something else
	// Waits says that the call may wait, as far as that is known; Done that it asks
	// for the context's own channel.
	Waits, Done bool
	// Named says that the name of the group's context means it there.
	Named bool
	// Inline says that the task is a literal that is written where it is started.
	Inline bool
}

// Groups returns the groups of the package, in the order in which they are made.
func (r *Result) Groups() []*Group {
	if r.e == nil {
		return nil
	}
	var gs []*Group
	for _, g := range r.e.groups() {
		if d := r.e.describeGroup(g); d != nil {
			gs = append(gs, d)
		}
	}
	return gs
}

// A group is what is known of a group of tasks.
type group struct {
	made  ssa.Instruction // the variable, or the call that makes it
	with  *ssa.Call       // that call, nil for a group without a context
	ctx   ssa.Value       // the group's context, nil for none or where it is thrown away
	tasks []*task
	waits []ssa.CallInstruction
}

// groups finds the groups that the package's functions make, by their tasks.
func (e *engine) groups() []*group {
	byMade := map[ssa.Instruction]*group{}
	var gs []*group
	of := func(v ssa.Value) *group {
		g := e.groupOf(v)
		if g == nil {
			return nil
		}
		if old := byMade[g.made]; old != nil {
			return old
		}
		byMade[g.made] = g
		gs = append(gs, g)
		return g
	}
	for _, t := range e.tasks() {
		if t.group != nil {
			if g := of(t.group); g != nil {
				g.tasks = append(g.tasks, t)
			}
		}
	}
	for _, fn := range e.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				c, ok := in.(ssa.CallInstruction)
				if !ok || len(gs) == 0 {
					continue
				}
				cl := e.callee(c.Common())
				if row := cl.role(ctxapi.Wait); row == nil || !row.Has("joins") || cl.receiver(c.Common()) == nil {
					continue
				}
				if g := e.groupOf(cl.receiver(c.Common())); g != nil && byMade[g.made] != nil {
					g = byMade[g.made]
					g.waits = append(g.waits, c)
				}
			}
		}
	}
	return gs
}

// groupOf returns the group that v is, nil where it isn't made in sight or is
// of a kind that has no context of its own.
func (e *engine) groupOf(v ssa.Value) *group {
	v = e.held(v)
	if x, ok := v.(*ssa.Extract); ok {
		c, ok := x.Tuple.(*ssa.Call)
		if !ok {
			return nil
		}
		row := e.callee(c.Common()).role(ctxapi.Derive)
		if row == nil || !row.Adds("cancel") || len(e.types.contextParams(c.Common().Signature())) == 0 {
			return nil
		}
		return &group{made: c, with: c, ctx: cancelOf(x)}
	}
	a := e.variable(v)
	if a == nil || e.maker(a.Type()) == nil {
		return nil
	}
	return &group{made: a}
}

// maker returns the function that makes a group of the type with a context:
// the deriver of the type's package that gives one.
func (e *engine) maker(t types.Type) *types.Func {
	n := named(t)
	if n == nil || n.Obj().Pkg() == nil {
		return nil
	}
	f, ok := n.Obj().Pkg().Scope().Lookup("WithContext").(*types.Func)
	if !ok || f.Signature().Results().Len() != 2 || named(f.Signature().Results().At(0).Type()) != n {
		return nil
	}
	if row := e.api.Find(f, ctxapi.Derive); row == nil || !row.Adds("cancel") {
		return nil
	}
	return f
}

// describeGroup describes a group to the checks; nil when it has no syntax, or
// isn't waited for where it can be seen.
func (e *engine) describeGroup(g *group) *Group {
	if len(g.waits) == 0 {
		return nil
	}
	d := &Group{Wait: e.callExpr(g.waits[0])}
	if d.Var = e.groupVar(g); d.Var == nil || d.Wait == nil {
		return nil
	}
	fn := g.made.Parent()
	d.Decl = e.identAt(d.Var)
	if d.Decl == nil {
		return nil
	}
	if g.with != nil {
		d.Made = e.callExpr(g.with)
		d.Maker = "errgroup.WithContext"
		d.Ctx, d.Thrown = e.secondVar(d.Made)
	}
	if f := e.maker(d.Var.Type()); f != nil {
		d.Maker = f.Pkg().Name() + "." + f.Name()
	}
	pos := d.Decl.Pos()
	d.Source = best(e.InScope(fn, pos))
	top := fn
	for top.Parent() != nil {
		top = top.Parent()
	}
	d.Func = e.describe(top, g.made)
	d.CleanUp = IsCleanUp(top.Name())
	d.Several = e.several(g)
	d.Heeded = e.heeded(g)
	for _, t := range g.tasks {
		d.Fails = d.Fails || e.canFail(t)
		d.Collect = d.Collect || e.notesFailure(t)
		d.addOuter(e.outerUses(g, t, d.Ctx))
	}
	d.After = e.usesAfter(g, d.Ctx)
	return d
}

// addOuter adds uses, each once: several tasks may have one body.
func (d *Group) addOuter(us []GroupUse) {
	for _, u := range us {
		if !slices.ContainsFunc(d.Outer, func(x GroupUse) bool { return x.Expr == u.Expr }) {
			d.Outer = append(d.Outer, u)
		}
	}
}

// groupVar returns the variable that the tasks' syntax calls the group by, nil
// where there is more than one.
func (e *engine) groupVar(g *group) *types.Var {
	var v *types.Var
	for _, t := range g.tasks {
		call := e.callExpr(t.start)
		if call == nil {
			return nil
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		id, ok := ast.Unparen(sel.X).(*ast.Ident)
		if !ok {
			return nil
		}
		u, _ := e.pass.TypesInfo.Uses[id].(*types.Var)
		if u == nil || v != nil && u != v {
			return nil
		}
		v = u
	}
	return v
}

// identAt returns the identifier that declares a local variable, or nil.
func (e *engine) identAt(v *types.Var) *ast.Ident {
	if e.declared == nil {
		e.declared = map[*types.Var]*ast.Ident{}
		for id, obj := range e.pass.TypesInfo.Defs {
			if v, ok := obj.(*types.Var); ok {
				e.declared[v] = id
			}
		}
	}
	return e.declared[v]
}

// secondVar returns the variable that a call's second result is assigned to, or
// that it is thrown away.
func (e *engine) secondVar(call *ast.CallExpr) (v *types.Var, thrown bool) {
	var id *ast.Ident
	for _, f := range e.pass.Files {
		if call.Pos() < f.FileStart || f.FileEnd <= call.Pos() {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if len(n.Lhs) == 2 && len(n.Rhs) == 1 && ast.Unparen(n.Rhs[0]) == ast.Expr(call) {
					id, _ = n.Lhs[1].(*ast.Ident)
				}
			case *ast.ValueSpec:
				if len(n.Names) == 2 && len(n.Values) == 1 && ast.Unparen(n.Values[0]) == ast.Expr(call) {
					id = n.Names[1]
				}
			}
			return id == nil
		})
	}
	switch {
	case id == nil:
		return nil, false
	case id.Name == "_":
		return nil, true
	}
	v, _ = e.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return v, false
}

// several reports whether a group may have more than one task: it is given more
// than one, or one again and again.
func (e *engine) several(g *group) bool {
	if len(g.tasks) != 1 {
		return len(g.tasks) > 1
	}
	start := g.tasks[0].start
	if start.Parent() != g.made.Parent() {
		return true // a literal that may be called for each of many things
	}
	seen := map[*ssa.BasicBlock]bool{g.made.Block(): true} // from there on it is another group
	var again func(*ssa.BasicBlock) bool
	again = func(b *ssa.BasicBlock) bool {
		for _, s := range b.Succs {
			if s == start.Block() {
				return start.Block() != g.made.Block()
			}
			if !seen[s] {
				seen[s] = true
				if again(s) {
					return true
				}
			}
		}
		return false
	}
	return again(start.Block())
}

// heeded reports whether the error of one of the group's waits is looked at, in
// a function that can return it.
func (e *engine) heeded(g *group) bool {
	for _, w := range g.waits {
		c, ok := w.(*ssa.Call)
		if !ok || c.Referrers() == nil || len(*c.Referrers()) == 0 {
			continue
		}
		res := c.Parent().Signature.Results()
		if n := res.Len(); n > 0 && isErrorType(res.At(n-1).Type()) {
			return true
		}
	}
	return false
}

// canFail reports whether a task may return an error.
func (e *engine) canFail(t *task) bool {
	if t.fn == nil {
		return true
	}
	res := t.fn.Signature.Results()
	n := res.Len()
	if n == 0 || !isErrorType(res.At(n-1).Type()) {
		return false
	}
	for _, ret := range returnsOf(t.fn) {
		if !isNil(ret.Results[n-1]) {
			return true
		}
	}
	return false
}

func returnsOf(fn *ssa.Function) []*ssa.Return {
	var rs []*ssa.Return
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			rs = append(rs, r)
		}
	}
	return rs
}

// notesFailure reports whether a task puts its failure away before it returns
// it, as one does where each task is to be tried whatever happens to the others.
func (e *engine) notesFailure(t *task) bool {
	if t.fn == nil {
		return false
	}
	for _, ret := range returnsOf(t.fn) {
		n := len(ret.Results)
		if n == 0 || isNil(ret.Results[n-1]) {
			continue
		}
		for b := ret.Block(); b != nil && onlyIfSet(b); b = b.Idom() {
			if putsAway(b) {
				return true
			}
		}
	}
	return false
}

// onlyIfSet reports whether a block is a branch that runs if something isn't nil.
func onlyIfSet(b *ssa.BasicBlock) bool {
	if len(b.Preds) != 1 {
		return false
	}
	br, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	cmp, ok := br.Cond.(*ssa.BinOp)
	if !ok || !isNil(cmp.X) && !isNil(cmp.Y) {
		return false
	}
	return cmp.Op == token.NEQ && br.Block().Succs[0] == b || cmp.Op == token.EQL && br.Block().Succs[1] == b
}

// putsAway reports whether a block sends something, or stores it where others find it.
func putsAway(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.Send, *ssa.MapUpdate:
			return true
		case *ssa.Store:
			if _, captured := in.Addr.(*ssa.FreeVar); captured || outside(in.Addr) && !ofCall(in.Addr) {
				return true
			}
		}
	}
	return false
}

// ofCall reports whether an address is in an array that is made for a variadic call.
func ofCall(addr ssa.Value) bool {
	ix, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	a, ok := ix.X.(*ssa.Alloc)
	return ok && a.Comment == "varargs"
}
