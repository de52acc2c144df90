package ctxflow

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// abandoned returns the channel on which a task sends what nobody receives any
// more, nil if there is none: one that has room for nothing, that only literals
// of the starter see, and from which
//
//   - the starter receives in a select beside a case by which it leaves, as a
//     context is done or a timer fires;
//   - or, and then failed is true, other tasks receive that may leave before the
//     channel is closed.
func (e *engine) abandoned(t *task) (ch *ssa.MakeChan, failed bool) {
	if t.fn == nil || t.fn.Parent() == nil {
		return nil, false
	}
	for _, b := range t.fn.Blocks {
		for _, in := range b.Instrs {
			send, ok := in.(*ssa.Send)
			if !ok {
				continue
			}
			mk, ok := e.held(t.outside(send.Chan)).(*ssa.MakeChan)
			if !ok || mk.Parent() != t.in || !hasNoRoom(mk) {
				continue
			}
			c := &channelUses{e: e, seen: map[ssa.Value]bool{}}
			if !c.follow(mk) {
				continue
			}
			if t.row == nil && e.leaves(t, mk, c.uses) {
				return mk, false
			}
			if e.workersLeave(t, c.uses) {
				return mk, true
			}
		}
	}
	return nil, false
}

// workersLeave reports whether those who receive what a task sends are other
// tasks of its starter, and each of them may end before the channel is closed.
func (e *engine) workersLeave(t *task, uses []ssa.Instruction) bool {
	some := false
	for _, in := range uses {
		recv, ok := in.(*ssa.UnOp)
		if !ok {
			if _, ok := in.(*ssa.Select); ok {
				return false
			}
			continue
		}
		if !recv.CommaOk || !e.otherTask(t, recv.Parent()) || !endsEarly(recv) {
			return false
		}
		some = true
	}
	return some
}

// otherTask reports whether a function is the body of another task of the same starter.
func (e *engine) otherTask(t *task, fn *ssa.Function) bool {
	for _, u := range e.tasks() {
		if u.fn == fn && u.in == t.in && fn != t.fn && e.groupHasContext(u) {
			return true
		}
	}
	return false
}

// groupHasContext reports whether a task belongs to a group whose context could
// stop all.
func (e *engine) groupHasContext(t *task) bool {
	if t.group == nil {
		return false
	}
	g := e.groupOf(t.group)
	return g != nil && g.with != nil
}

// endsEarly reports whether a function may return when it has received
// something, without another receive.
func endsEarly(recv *ssa.UnOp) bool {
	seen := map[*ssa.BasicBlock]bool{recv.Block(): true}
	var walk func(*ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			return true
		}
		for _, s := range b.Succs {
			if walk(s) {
				return true
			}
		}
		return false
	}
	br, ok := recv.Block().Instrs[len(recv.Block().Instrs)-1].(*ssa.If)
	return ok && isOkOf(br.Cond, recv) && walk(recv.Block().Succs[0])
}

// isOkOf reports whether a condition is that the channel of the receive is open.
func isOkOf(cond ssa.Value, recv *ssa.UnOp) bool {
	x, ok := cond.(*ssa.Extract)
	return ok && x.Index == 1 && x.Tuple == ssa.Value(recv)
}

// hasNoRoom reports whether a channel is made without a buffer.
func hasNoRoom(mk *ssa.MakeChan) bool {
	k, ok := mk.Size.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.Int && constant.Sign(k.Value) == 0
}

// leaves reports whether the starter of a task has a way out, through another
// case of a select in which it would receive from the channel, on which it never
// does, and nobody else does either.
func (e *engine) leaves(t *task, mk *ssa.MakeChan, uses []ssa.Instruction) bool {
	ends := map[ssa.Value]bool{e.home(mk): true, ssa.Value(mk): true}
	for v := range e.holders(mk) {
		ends[v] = true
	}
	var sels []*ssa.Select
	for _, in := range uses {
		switch in := in.(type) {
		case *ssa.Select:
			if in.Parent() != t.in {
				return false
			}
			sels = append(sels, in)
		case *ssa.UnOp:
			if in.Parent() != t.in {
				return false
			}
		}
	}
	for _, sel := range sels {
		if !reaches(t.start, sel) {
			continue
		}
		for i, st := range sel.States {
			if st.Dir != types.RecvOnly || ends[e.home(st.Chan)] || !e.isDone(st.Chan) && !e.isTimer(st.Chan) {
				continue
			}
			if b := caseBlock(sel, i); b != nil && e.leaveWalk(ends, true).from(b, 0) {
				return true
			}
		}
	}
	return false
}

// holders returns the local variables that a channel is stored in.
func (e *engine) holders(mk *ssa.MakeChan) map[ssa.Value]bool {
	vs := map[ssa.Value]bool{}
	for _, in := range *mk.Referrers() {
		if st, ok := in.(*ssa.Store); ok && st.Val == mk {
			vs[st.Addr] = true
		}
	}
	return vs
}

// channelUses collects what is done with a channel.
type channelUses struct {
	e    *engine
	seen map[ssa.Value]bool
	uses []ssa.Instruction
}

// follow adds the uses of a channel, through variables, literals and the
// arguments of go statements, and reports whether those are all there can be.
func (c *channelUses) follow(v ssa.Value) bool {
	if c.seen[v] || v.Referrers() == nil {
		return true
	}
	c.seen[v] = true
	for _, in := range *v.Referrers() {
		switch in := in.(type) {
		case *ssa.Send:
			if in.X == v {
				return false
			}
			c.uses = append(c.uses, in)
		case *ssa.Select:
			c.uses = append(c.uses, in)
		case *ssa.UnOp:
			if in.Op != token.ARROW {
				return false
			}
			c.uses = append(c.uses, in)
		case *ssa.ChangeType:
			if !c.follow(in) {
				return false
			}
		case *ssa.Store:
			a := c.e.variable(in.Addr)
			if in.Val != v || a == nil || !c.variable(a) {
				return false
			}
		case ssa.CallInstruction:
			if !c.argument(in, v) {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// variable follows the loads of a variable that holds the channel, also in the
// literals that capture it.
func (c *channelUses) variable(addr ssa.Value) bool {
	if c.seen[addr] {
		return true
	}
	c.seen[addr] = true
	for _, in := range *addr.Referrers() {
		switch in := in.(type) {
		case *ssa.UnOp:
			if !c.follow(in) {
				return false
			}
		case *ssa.Store:
			if in.Addr != addr {
				return false
			}
		case *ssa.MakeClosure, *ssa.DebugRef:
		default:
			return false
		}
	}
	for _, fv := range c.e.capturesOf(addr) {
		if !c.variable(fv) {
			return false
		}
	}
	return true
}

// argument follows a channel into a literal that is called or started with it;
// to close it, or to ask for its length, is nothing.
func (c *channelUses) argument(call ssa.CallInstruction, v ssa.Value) bool {
	common := call.Common()
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return true
	}
	fn := c.e.callee(common).fn
	if fn == nil || fn.Parent() == nil || len(fn.Params) != len(common.Args) {
		return false
	}
	for i, a := range common.Args {
		if a == v && !c.follow(fn.Params[i]) {
			return false
		}
	}
	return true
}
