package ctxflow

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// joinedTask reports whether the function that starts a task waits for it before
// it returns, on every path that matters: not on those that it takes because a
// context is done, since what the task could use is over then as well. Waiting is
// a Wait of the group or WaitGroup that the task belongs to, or a receive of what
// the task sends or closes as the last that it does.
func (e *engine) joinedTask(t *task) bool {
	if t.row != nil && t.row.Attr("joined") == "itself" {
		return true
	}
	ends := e.endsOf(t)
	if len(ends) == 0 {
		return false
	}
	if e.joinDeferred(t, ends) {
		return true
	}
	return !e.leaveWalk(ends, false).from(t.start.Block(), indexOf(t.start)+1)
}

// endsOf returns what a task tells when it ends, as its starter sees them: the
// groups and WaitGroups that count it, and the channels that it sends on or
// closes as its last act.
func (e *engine) endsOf(t *task) map[ssa.Value]bool {
	ends := map[ssa.Value]bool{}
	if t.group != nil && strings.Contains(t.row.Attr("joined"), "Wait") {
		ends[e.home(t.group)] = true
	}
	if t.fn == nil {
		return ends
	}
	for _, b := range t.fn.Blocks {
		for _, in := range b.Instrs {
			if v := e.lastAct(in); v != nil {
				ends[e.home(t.outside(v))] = true
			}
		}
	}
	for _, a := range t.fn.AnonFuncs {
		if e.runsAtEnd(a) {
			for _, b := range a.Blocks {
				for _, in := range b.Instrs {
					if v := e.tells(in); v != nil {
						ends[e.home(v)] = true
					}
				}
			}
		}
	}
	delete(ends, nil)
	return ends
}

// runsAtEnd reports whether a literal is deferred, and used for nothing else.
func (e *engine) runsAtEnd(fn *ssa.Function) bool {
	for _, s := range e.sites[fn] {
		if s.Kind != SiteDefer {
			return false
		}
	}
	return len(e.sites[fn]) > 0
}

// lastAct returns what an instruction tells its end to, if that is deferred or
// nothing else is called after it.
func (e *engine) lastAct(in ssa.Instruction) ssa.Value {
	v := e.tells(in)
	if v != nil && (isDefer(in) || isLast(in)) {
		return v
	}
	return nil
}

// tells returns the WaitGroup or channel that an instruction tells of an end.
func (e *engine) tells(in ssa.Instruction) ssa.Value {
	switch in := in.(type) {
	case *ssa.Send:
		return in.Chan
	case ssa.CallInstruction:
		c := in.Common()
		if b, ok := c.Value.(*ssa.Builtin); ok && b.Name() == "close" {
			return c.Args[0]
		}
		cl := e.callee(c)
		if cl.obj != nil && cl.obj.Name() == "Done" && cl.obj.Pkg() != nil && cl.obj.Pkg().Path() == "sync" {
			return cl.receiver(c)
		}
	}
	return nil
}

// outside returns the argument that a parameter of the task's function stands
// for, and other values as they are.
func (t *task) outside(v ssa.Value) ssa.Value {
	p, ok := v.(*ssa.Parameter)
	if !ok || p.Parent() != t.fn || t.row != nil {
		return v
	}
	for i, q := range t.fn.Params {
		if q == p && i < len(t.start.Common().Args) {
			return t.start.Common().Args[i]
		}
	}
	return v
}

// home returns what identifies a group or a channel in the function that makes
// it and in its literals: the variable that holds it, or the value itself.
func (e *engine) home(v ssa.Value) ssa.Value {
	if a := e.variable(v); a != nil {
		return a // the address of a WaitGroup
	}
	v = e.held(v)
	if x, ok := v.(*ssa.ChangeType); ok {
		v = x.X
	}
	return e.channel(v)
}

// joins reports whether an instruction waits for one of the ends.
func (e *engine) joins(in ssa.Instruction, ends map[ssa.Value]bool) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op == token.ARROW && ends[e.home(in.X)]
	case *ssa.Call:
		cl := e.callee(in.Common())
		recv := cl.receiver(in.Common())
		if recv == nil || !strings.HasPrefix(cl.name(), "Wait") && !strings.HasSuffix(cl.name(), "Wait") {
			return false
		}
		return ends[e.home(recv)]
	}
	return false
}

// joinDeferred reports whether the starter waits in a deferred call.
func (e *engine) joinDeferred(t *task, ends map[ssa.Value]bool) bool {
	for _, b := range t.in.Blocks {
		for _, in := range b.Instrs {
			d, ok := in.(*ssa.Defer)
			if !ok {
				continue
			}
			cl := e.callee(d.Common())
			if recv := cl.receiver(d.Common()); recv != nil && strings.HasPrefix(cl.name(), "Wait") && ends[e.home(recv)] {
				return true
			}
			if cl.fn == nil || cl.fn.Parent() != t.in {
				continue
			}
			for _, b := range cl.fn.Blocks {
				for _, in := range b.Instrs {
					if e.joins(in, ends) {
						return true
					}
				}
			}
		}
	}
	return false
}

// A leaveWalk looks for a way out of a function on which none of the ends is
// waited for.
type leaveWalk struct {
	e    *engine
	ends map[ssa.Value]bool
	done bool // also take the ways that begin because a context is done
	seen map[*ssa.BasicBlock]bool
}

func (e *engine) leaveWalk(ends map[ssa.Value]bool, done bool) *leaveWalk {
	return &leaveWalk{e: e, ends: ends, done: done, seen: map[*ssa.BasicBlock]bool{}}
}

// from reports whether a return can be reached from instruction i of the block.
func (w *leaveWalk) from(b *ssa.BasicBlock, i int) bool {
	for _, in := range b.Instrs[i:] {
		if w.e.joins(in, w.ends) {
			return false
		}
		if _, ok := in.(*ssa.Return); ok {
			return true
		}
	}
	for _, s := range b.Succs {
		if w.seen[s] || w.cut(s) {
			continue
		}
		w.seen[s] = true
		if w.from(s, 0) {
			return true
		}
	}
	return false
}

// cut reports whether a block is a select's case that joins, or one that isn't
// to be taken.
func (w *leaveWalk) cut(b *ssa.BasicBlock) bool {
	sel, i := caseOf(b)
	if sel == nil || sel.States[i].Dir != types.RecvOnly {
		return false
	}
	ch := sel.States[i].Chan
	return !w.done && w.e.isDone(ch) || w.ends[w.e.home(ch)]
}

// caseOf returns the select and the state of which a block is the case.
func caseOf(b *ssa.BasicBlock) (*ssa.Select, int) {
	if len(b.Preds) != 1 {
		return nil, 0
	}
	br, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
	if !ok || b.Preds[0].Succs[0] != b {
		return nil, 0
	}
	cmp, ok := br.Cond.(*ssa.BinOp)
	if !ok {
		return nil, 0
	}
	x, ok := cmp.X.(*ssa.Extract)
	if !ok || x.Index != 0 {
		return nil, 0
	}
	sel, ok := x.Tuple.(*ssa.Select)
	if !ok {
		return nil, 0
	}
	for i := range sel.States {
		if caseBlock(sel, i) == b {
			return sel, i
		}
	}
	return nil, 0
}
