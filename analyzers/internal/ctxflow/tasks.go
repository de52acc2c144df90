package ctxflow

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A task is a function that a go statement or a spawner starts, to run beside
// the function that starts it.
type task struct {
	start ssa.CallInstruction // the go statement, or the call of the spawner
	in    *ssa.Function       // who starts it
	fn    *ssa.Function       // its body, nil where this package doesn't have it
	cl    callee              // what is known of it, also from other packages
	row   *ctxapi.Row         // of the spawner; nil for a go statement
	group ssa.Value           // what the spawner is called on, or nil
}

// tasks returns the tasks that the package starts, in the order of its functions
// and of instructions in them.
func (e *engine) tasks() []*task {
	if e.started == nil {
		e.started = []*task{}
		for _, fn := range e.fns {
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					if c, ok := in.(ssa.CallInstruction); ok {
						e.started = append(e.started, e.tasksAt(fn, c)...)
					}
				}
			}
		}
	}
	return e.started
}

// tasksAt returns what a call starts: nothing, as a rule.
func (e *engine) tasksAt(fn *ssa.Function, c ssa.CallInstruction) []*task {
	cl := e.callee(c.Common())
	if _, ok := c.(*ssa.Go); ok {
		return []*task{{start: c, in: fn, fn: cl.fn, cl: cl}}
	}
	row := cl.role(ctxapi.Spawn)
	if row == nil {
		return nil
	}
	var ts []*task
	for _, v := range taskArgs(row, cl, c.Common()) {
		t := &task{start: c, in: fn, row: row, group: cl.receiver(c.Common())}
		if f := e.funcValue(v, maxClosures); f != nil {
			t.cl = e.calleeOf(f)
			t.fn = t.cl.fn
		}
		ts = append(ts, t)
	}
	return ts
}

// taskArgs returns the functions that a call of a spawner is given.
func taskArgs(row *ctxapi.Row, cl callee, c *ssa.CallCommon) []ssa.Value {
	which := row.Attr("task")
	first := strings.TrimSuffix(which, "..")
	if len(first) != 1 || first[0] < '0' || first[0] > '9' {
		return nil // the function was given to a constructor, say
	}
	v := cl.param(c, int(first[0]-'0'))
	switch {
	case v == nil:
		return nil
	case first == which:
		return []ssa.Value{v}
	}
	return elements(v)
}

// elements returns what the slice of a variadic call holds.
func elements(v ssa.Value) []ssa.Value {
	s, ok := v.(*ssa.Slice)
	if !ok || s.X.Referrers() == nil {
		return nil
	}
	var vs []ssa.Value
	for _, in := range *s.X.Referrers() {
		at, ok := in.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, in := range *at.Referrers() {
			if st, ok := in.(*ssa.Store); ok && st.Addr == at {
				vs = append(vs, st.Val)
			}
		}
	}
	return vs
}

// eachOwn calls f for the instructions that run as part of the task: of its
// body, and of the literals in there that aren't started or deferred themselves.
func (e *engine) eachOwn(fn *ssa.Function, f func(ssa.Instruction)) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			f(in)
		}
	}
	for _, a := range fn.AnonFuncs {
		if !e.runsElsewhere(a) {
			e.eachOwn(a, f)
		}
	}
}

// runsElsewhere reports whether a literal is started as a task of its own, or
// runs when the function in which it stands has ended.
func (e *engine) runsElsewhere(fn *ssa.Function) bool {
	for _, s := range e.sites[fn] {
		switch s.Kind {
		case SiteGo, SiteDefer:
			return true
		case SiteValue:
			if e.spawned(fn, s).started {
				return true
			}
		}
	}
	return false
}

// endless reports whether a function never comes to its end, whatever its
// arguments: no way through it leads to a return, a panic or the end of the
// program. What waits for a channel is taken to go on at some time, but a ticker
// is never closed.
func (e *engine) endless(fn *ssa.Function) bool {
	if r, ok := e.never[fn]; ok {
		return r // false for one that is being looked at: unknown never ends a search
	}
	e.never[fn] = false
	r := len(fn.Blocks) > 0 && !e.returns(fn.Blocks[0], map[*ssa.BasicBlock]bool{})
	e.never[fn] = r
	return r
}

// returns reports whether an end of the function can be reached from the block.
func (e *engine) returns(b *ssa.BasicBlock, seen map[*ssa.BasicBlock]bool) bool {
	if seen[b] {
		return false
	}
	seen[b] = true
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.Return, *ssa.Panic:
			return true
		case *ssa.Call:
			cl := e.callee(in.Common())
			if stopsAll(cl.name()) {
				return true
			}
			if e.callsEndless(cl) {
				return false
			}
		}
	}
	succs := b.Succs
	if br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && e.alwaysOpen(br.Cond) {
		succs = succs[:1]
	}
	for _, s := range succs {
		if e.returns(s, seen) {
			return true
		}
	}
	return false
}

// callsEndless reports whether a callee is known never to return.
func (e *engine) callsEndless(cl callee) bool {
	switch {
	case cl.fn != nil:
		return e.endless(cl.fn)
	case cl.obj == nil || cl.invoke:
		return false
	}
	s := e.fact(cl.obj)
	return s != nil && s.Endless
}

// stopsAll reports whether a function of this name ends the goroutine or the
// whole program, as os.Exit, runtime.Goexit and a logger's Fatal do.
func stopsAll(name string) bool {
	for _, w := range []string{"Fatal", "Exit", "Goexit", "Panic", "exit", "fatal"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// alwaysOpen reports whether a condition is whether a timer's or a ticker's
// channel is open, which it always is.
func (e *engine) alwaysOpen(cond ssa.Value) bool {
	x, ok := cond.(*ssa.Extract)
	if !ok || x.Index != 1 {
		return false
	}
	recv, ok := x.Tuple.(*ssa.UnOp)
	return ok && recv.Op == token.ARROW && e.isTimer(recv.X)
}

// isTimer reports whether v is the channel of a timer or ticker: its field C, or
// the result of time.After or time.Tick.
func (e *engine) isTimer(v ssa.Value) bool {
	switch v := e.held(v).(type) {
	case *ssa.UnOp:
		fa, ok := v.X.(*ssa.FieldAddr)
		return ok && v.Op == token.MUL && isTimerType(fa.X.Type())
	case *ssa.Field:
		return isTimerType(v.X.Type())
	case *ssa.Call:
		cl := e.callee(v.Common())
		return cl.obj != nil && cl.obj.Pkg() != nil && cl.obj.Pkg().Path() == "time" && (cl.obj.Name() == "After" || cl.obj.Name() == "Tick")
	}
	return false
}

func isTimerType(t types.Type) bool {
	n := named(t)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time" && (n.Obj().Name() == "Ticker" || n.Obj().Name() == "Timer")
}
