package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Task is a function that is started to run beside the one that starts it.
type Task struct {
	Start  *ast.CallExpr // the call of the go statement, or that of the spawner
	Go     token.Pos     // the go statement, if it is one
	Fun    ast.Expr      // what is started, as written
	Body   *ast.BlockStmt
	Source *Source // the caller's context where it starts, or nil
	Func   Func

	Built   bool         // it is started by a constructor, whose context is that of the call alone
	Joined  bool         // the one who starts it waits for it
	Endless bool         // it never ends by itself, and nothing can end it
	Lost    string       // the variable of the channel that it sends on for ever when its starter has left
	Given   bool         // with Lost: that one returns the channel, and it is the one who is given it that may leave
	Failed  bool         // with Lost: as those tasks of a group may have left that receive it
	Owner   *types.Named // the type that it works for, where that has a method to end what it does
	Ender   string       // that method
	Loop    ast.Node     // of an endless one: the loop that never ends, where it is in this package
}

// Tasks returns the tasks that the package's functions start, in the order of
// functions and of instructions in them.
func (r *Result) Tasks() []*Task {
	if r.e == nil {
		return nil
	}
	var ts []*Task
	for _, t := range r.e.tasks() {
		if d := r.e.describeTask(t); d != nil {
			ts = append(ts, d)
		}
	}
	return ts
}

// describeTask describes a task to the checks; nil when it has no syntax.
func (e *engine) describeTask(t *task) *Task {
	d := &Task{Start: e.callExpr(t.start)}
	if d.Start == nil {
		return nil
	}
	if g, ok := t.start.(*ssa.Go); ok {
		d.Go = g.Pos()
		d.Fun = d.Start.Fun
	} else {
		d.Fun = e.taskExpr(t, d.Start)
	}
	pos := d.Start.Pos()
	top := topOf(t.in)
	d.Source = best(e.InScope(t.in, pos))
	d.Func = e.describe(top, t.start)
	d.Built = builds(top)
	d.Joined = e.joinedTask(t)
	d.Endless = e.callsEndless(t.cl) && !e.hearsSignals(t.fn)
	if mk, failed := e.abandoned(t); mk != nil {
		d.Lost, d.Failed = e.nameOf(mk), failed
	} else if mk := e.generates(t); mk != nil {
		d.Lost, d.Given = e.nameOf(mk), true
	}
	if t.fn != nil {
		switch syntax := t.fn.Syntax().(type) {
		case *ast.FuncLit:
			d.Body = syntax.Body
		case *ast.FuncDecl:
			d.Body = syntax.Body
		}
	}
	if d.Endless {
		d.Loop = e.endlessLoop(t.fn)
		d.Owner, d.Ender = e.owner(t, top)
	}
	return d
}

// builds reports whether a function makes an object of the package, by its name
// and its first result: it isn't said that the object's life is the context's.
func builds(fn *ssa.Function) bool {
	res := fn.Signature.Results()
	if res.Len() == 0 || !isSetUp(fn.Name()) {
		return false
	}
	n := named(res.At(0).Type())
	return n != nil && !isErrorType(n)
}

// hearsSignals reports whether a function receives signals of the operating
// system, which it does as long as the program runs.
func (e *engine) hearsSignals(fn *ssa.Function) bool {
	if fn == nil {
		return false
	}
	hears := false
	e.eachOwn(fn, func(in ssa.Instruction) {
		switch in := in.(type) {
		case *ssa.UnOp:
			hears = hears || in.Op == token.ARROW && carriesSignals(in.X.Type())
		case *ssa.Select:
			for _, st := range in.States {
				hears = hears || carriesSignals(st.Chan.Type())
			}
		}
	})
	return hears
}

func carriesSignals(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	n := named(ch.Elem())
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "os" && n.Obj().Name() == "Signal"
}

// taskExpr returns the argument of a spawner's call that is the task.
func (e *engine) taskExpr(t *task, call *ast.CallExpr) ast.Expr {
	which := t.row.Attr("task")
	if i := int(which[0] - '0'); i < len(call.Args) {
		return call.Args[i]
	}
	return call
}

// nameOf returns the name of the variable that a channel is first put into, or "".
func (e *engine) nameOf(mk *ssa.MakeChan) string {
	if e.defs == nil {
		e.indexDefinitions()
	}
	name := ""
	for v, d := range e.defs { // at most one is declared by this call
		if d.call.Lparen == mk.Pos() {
			name = v.Name()
		}
	}
	return name
}

// endlessLoop returns the loop in a function's syntax by which it never ends:
// the first without an end of its own that isn't in another loop or literal.
func (e *engine) endlessLoop(fn *ssa.Function) ast.Node {
	if fn == nil || fn.Syntax() == nil {
		return nil
	}
	var loop ast.Node
	ast.Inspect(fn.Syntax(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == fn.Syntax()
		case *ast.ForStmt:
			if loop == nil && n.Cond == nil {
				loop = n
			}
		case *ast.RangeStmt:
			if _, ok := e.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan); ok && loop == nil {
				loop = n
			}
		}
		return loop == nil
	})
	return loop
}

// enders are methods by whose names an object says that its work can be ended.
var enders = []string{"Close", "Stop", "Shutdown", "close", "stop", "shutdown"}

// owner returns the type that a task works for, which is that of the method that
// runs as the task or starts it, or what the constructor that starts it returns,
// and the method of it that is to end what it does; nil if it has none.
func (e *engine) owner(t *task, top *ssa.Function) (*types.Named, string) {
	var candidates []types.Type
	if t.fn != nil && t.fn.Signature.Recv() != nil {
		candidates = append(candidates, t.fn.Signature.Recv().Type())
	}
	if top.Signature.Recv() != nil {
		candidates = append(candidates, top.Signature.Recv().Type())
	} else if res := top.Signature.Results(); res.Len() > 0 {
		candidates = append(candidates, res.At(0).Type())
	}
	for _, c := range candidates {
		n := named(c)
		if n == nil || n.Obj().Pkg() != e.pass.Pkg || types.IsInterface(n) {
			continue
		}
		for _, name := range enders {
			obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, e.pass.Pkg, name)
			if f, ok := obj.(*types.Func); ok && f.Pkg() == e.pass.Pkg {
				return n, name
			}
		}
	}
	return nil, ""
}
