package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A Loop is a loop in a function that has the caller's context in scope.
type Loop struct {
	Node    ast.Node // an *ast.ForStmt or *ast.RangeStmt
	Endless bool     // it has no condition and no way out, and calls or waits for something
	Heavy   bool     // it may take long: it does input and output, calls back, or has another loop that calls something in it
	Looks   bool     // it looks at a caller's context, or hands one on, and not only where something has failed
	Turns   int64    // how often it turns, 0 where that isn't constant

	Reason Reason
	Source *Source
	Func   Func
	Around []ast.Node // loops and go statements around it, the innermost first
}

// Loops returns the loops of the package that have the caller's context in
// scope, in source order.
func (r *Result) Loops() []*Loop {
	if r.e == nil {
		return nil
	}
	var all []*Loop
	for _, fn := range r.e.fns {
		first := r.e.firstIn(fn)
		for _, n := range r.e.loopsOf(fn) {
			if l := r.e.loop(fn, n, first[n]); l != nil {
				all = append(all, l)
			}
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Node.Pos() < all[j].Node.Pos() })
	return all
}

// loopsOf returns the loops of a function, without those of its literals.
func (e *engine) loopsOf(fn *ssa.Function) []ast.Node {
	var loops []ast.Node
	body := fn.Syntax()
	if body == nil {
		return nil
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == body
		case *ast.ForStmt, *ast.RangeStmt:
			loops = append(loops, n)
		}
		return true
	})
	return loops
}

// firstIn returns the first instruction of fn in each of its loops.
func (e *engine) firstIn(fn *ssa.Function) map[ast.Node]ssa.Instruction {
	first := map[ast.Node]ssa.Instruction{}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if !in.Pos().IsValid() {
				continue
			}
			for _, n := range e.around(in.Pos()) {
				if first[n] == nil {
					first[n] = in
				}
			}
		}
	}
	return first
}

// loop describes a loop, with an instruction in it; nil if no caller's context is in scope.
func (e *engine) loop(fn *ssa.Function, n ast.Node, in ssa.Instruction) *Loop {
	if in == nil {
		return nil
	}
	src := best(e.InScope(fn, n.Pos()))
	if src == nil || !src.FromCaller() {
		return nil
	}
	top := topOf(fn)
	l := &Loop{Node: n, Source: src, Turns: e.turns(n), Looks: e.looksUnfailed(n, top), Around: e.around(n.Pos())[1:]}
	if f, ok := n.(*ast.ForStmt); ok && f.Cond == nil {
		l.Endless = !e.exits(n) && e.calls(f.Body)
	}
	l.Heavy = e.heavy(n, fn)
	l.Func = e.describe(top, in)
	w := &Wait{instr: in, Source: src, Loop: n}
	switch {
	case e.left(in, maxDepth):
		l.Reason = ReasonAfterDone
	case e.ownLife(w) || e.apart(fn, src):
		l.Reason = ReasonOwnLife
	}
	return l
}

// apart reports whether fn is, or stands in, a literal that is started in the
// function which has the context and that nobody waits for: whether it is told
// of the context is asked where it is started.
func (e *engine) apart(fn *ssa.Function, src *Source) bool {
	owner := src.owner(fn)
	for f := fn; f != nil && f != owner; f = f.Parent() {
		if e.startedOnly(f) {
			return true
		}
	}
	return false
}

// looksUnfailed reports whether a loop looks at a caller's context, or hands it on to
// somebody who can, where no failure is dealt with.
func (e *engine) looksUnfailed(n ast.Node, fn *ssa.Function) bool {
	found := false
	e.eachUse(fn, func(u *use) {
		if p := u.instr.Pos(); !found && p >= n.Pos() && p < n.End() && u.val.Has(Caller) {
			switch u.kind {
			case UseInspect, UseCall, UseDerive, UseRetain:
				found = !afterFailure(u.instr)
			}
		}
	})
	return found
}

// afterFailure reports whether an instruction runs only when some error isn't nil, or is
// of some kind, as os.IsNotExist(err) says.
func afterFailure(in ssa.Instruction) bool {
	for d := in.Block(); d != nil; d = d.Idom() {
		failed := len(d.Preds) > 0
		for _, p := range d.Preds {
			br, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
			failed = failed && ok && failure(br.Cond, p.Succs[0] == d)
		}
		if failed {
			return true
		}
	}
	return false
}

// failure reports whether a condition that holds, or doesn't, says that there is an error.
func failure(cond ssa.Value, holds bool) bool {
	switch c := cond.(type) {
	case *ssa.BinOp:
		return isNil(c.Y) && isErrorType(c.X.Type()) && (c.Op == token.NEQ && holds || c.Op == token.EQL && !holds)
	case *ssa.Call:
		return holds && slices.ContainsFunc(c.Call.Args, func(a ssa.Value) bool { return isErrorType(a.Type()) })
	}
	return false
}

// calls reports whether a body calls something or waits on a channel.
func (e *engine) calls(body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || !e.pass.TypesInfo.Types[n.Fun].IsType() && !e.pass.TypesInfo.Types[n.Fun].IsBuiltin()
		case *ast.SendStmt, *ast.SelectStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// heavy reports whether a loop may take long by what it calls.
func (e *engine) heavy(loop ast.Node, fn *ssa.Function) bool {
	heavy := false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || c.Pos() < loop.Pos() || c.Pos() >= loop.End() {
				continue
			}
			if recv := e.callee(c.Common()).receiver(c.Common()); recv != nil && !afterFailure(c) && (e.types.carrier(recv.Type()) || e.madeWithContext(recv, 4)) {
				return false // a stream, which ends with its context
			}
			heavy = heavy || e.takesLong(c)
		}
	}
	return heavy || e.nests(loop)
}

// takesLong reports whether a call leaves the process, reads or writes, or calls back.
func (e *engine) takesLong(c *ssa.Call) bool {
	cl := e.callee(c.Common())
	if kind, _ := e.outgoing(c, cl); kind != "" || doesIO(cl) {
		return true
	}
	if s := e.summaryOf(cl); s != nil && len(s.Outgoing) > 0 {
		return true
	}
	_, param := e.held(c.Call.Value).(*ssa.Parameter) // a literal's, or that of the function around it
	return param && !c.Call.IsInvoke()
}

// nests reports whether a loop has another in it that calls something.
func (e *engine) nests(loop ast.Node) bool {
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt:
			found = found || ast.Node(n) != loop && e.calls(n.Body)
		case *ast.RangeStmt:
			found = found || ast.Node(n) != loop && e.calls(n.Body)
		}
		return !found
	})
	return found
}

// doesIO reports whether a function reads or writes something outside of memory,
// by its package and its name.
func doesIO(cl callee) bool {
	if row := cl.role(ctxapi.Wait); row != nil && row.Has("depends") {
		return true
	}
	if cl.obj == nil || cl.obj.Pkg() == nil {
		return false
	}
	switch cl.obj.Name() {
	case "ReadAt", "WriteAt", "ReadFrom", "WriteTo", "ReadDir", "Readdir", "Readdirnames":
		return true
	case "Open", "OpenFile", "Create", "Stat", "Lstat", "ReadFile", "WriteFile", "Remove", "RemoveAll", "Rename", "MkdirAll", "Sync":
		return cl.obj.Pkg().Path() == "os"
	}
	return false
}

// exits reports whether a loop has a way out besides its condition: a return, a
// break, a jump, or a call that doesn't come back.
func (e *engine) exits(loop ast.Node) bool {
	x := &exitFinder{e: e, labels: map[string]bool{}}
	var body *ast.BlockStmt
	switch loop := loop.(type) {
	case *ast.ForStmt:
		body = loop.Body
	case *ast.RangeStmt:
		body = loop.Body
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if l, ok := n.(*ast.LabeledStmt); ok {
			x.labels[l.Label.Name] = true
		}
		return true
	})
	x.walk(body, false)
	return x.found
}

// An exitFinder looks for the ways out of a loop.
type exitFinder struct {
	e      *engine
	labels map[string]bool // that are set inside
	found  bool
}

// walk looks at a node; inner says that a break there leaves something else.
func (x *exitFinder) walk(n ast.Node, inner bool) {
	ast.Inspect(n, func(c ast.Node) bool {
		if c == n || x.found {
			return !x.found
		}
		switch c := c.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			x.found = true
		case *ast.BranchStmt:
			switch {
			case c.Label != nil:
				x.found = !x.labels[c.Label.Name]
			case c.Tok == token.BREAK:
				x.found = !inner
			}
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			if !inner {
				x.walk(c, true)
				return false
			}
		case *ast.CallExpr:
			x.found = x.e.endsAll(c)
		}
		return !x.found
	})
}

// endsAll reports whether a call ends the process or the goroutine, or panics.
func (e *engine) endsAll(c *ast.CallExpr) bool {
	var id *ast.Ident
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	}
	if id == nil {
		return false
	}
	switch obj := e.pass.TypesInfo.Uses[id].(type) {
	case *types.Builtin:
		return obj.Name() == "panic"
	case *types.Func:
		cl := callee{obj: obj}
		if fn := e.pkg.Prog.FuncValue(obj.Origin()); fn != nil && fn.Pkg == e.pkg && fn.Blocks != nil {
			cl.fn = fn
		}
		return e.neverReturns(cl)
	}
	return false
}
