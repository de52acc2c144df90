package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A DeafLoop hands a context to a call, and goes on with the next turn when that
// fails: once the context is done it never looks at that, and each turn fails anew.
type DeafLoop struct {
	Node    ast.Node // an *ast.ForStmt or *ast.RangeStmt
	Endless bool     // it has no condition
	Call    *ast.CallExpr
	Context ast.Expr // what the call is given
	Source  *Source  // the caller's context that is in scope, or nil
	Turns   int64    // how often it turns, 0 where that isn't constant
	Func    Func
	Around  []ast.Node // loops and go statements around it, the innermost first
}

// DeafLoops returns the deaf loops of the package, each once, in source order.
func (r *Result) DeafLoops() []*DeafLoop {
	told := map[ast.Node]bool{}
	ask := func(u *use) *DeafLoop { return r.e.deafLoop(u, told) }
	return gatherUses(r, ask, func(l *DeafLoop) token.Pos { return l.Node.Pos() })
}

func (e *engine) deafLoop(u *use, told map[ast.Node]bool) *DeafLoop {
	c, ok := u.instr.(*ssa.Call)
	if !ok || u.kind != UseCall || !e.failsWithout(u) {
		return nil
	}
	loop := e.loopAt(c)
	if loop == nil || told[loop] || loop.Pos() < u.fn.Syntax().Pos() || e.left(c, maxDepth) {
		return nil
	}
	f, isFor := loop.(*ast.ForStmt)
	w := &deafWalk{e: e, call: c, finite: !isFor || f.Cond != nil, seen: map[*ssa.BasicBlock]bool{}}
	if !w.goesOn() {
		return nil
	}
	x := e.useExpr(u, nil)
	if x.Call == nil || x.Expr == nil {
		return nil
	}
	told[loop] = true
	return &DeafLoop{
		Node: loop, Endless: !w.finite, Call: x.Call, Context: x.Expr, Turns: e.turns(loop),
		Source: best(e.InScope(u.fn, loop.Pos())), Func: e.describe(topOf(u.fn), c), Around: e.around(loop.Pos())[1:],
	}
}

// failsWithout reports whether the call at u is sure to fail once its context is
// done, and that may happen: the context isn't the function's own root, and the call
// leaves the process on it, or its function does, and says so by an error.
func (e *engine) failsWithout(u *use) bool {
	res := u.instr.(*ssa.Call).Common().Signature().Results()
	if !u.val.Only(Caller) && !u.val.Only(Stored) || res.Len() == 0 || !isErrorType(res.At(res.Len()-1).Type()) {
		return false
	}
	if u.out != "" {
		return true
	}
	s := e.summaryOf(u.cl)
	return s != nil && s.outgoingOn(u.cl.index(u.arg))
}

// A deafWalk follows control from a call that has failed because its context is
// done, until it comes to the same call again or leaves the loop.
type deafWalk struct {
	e      *engine
	call   *ssa.Call
	err    ssa.Value // nil where nobody looks at it
	finite bool      // the loop ends by itself at some time
	turn   *turn
	seen   map[*ssa.BasicBlock]bool
	back   bool // control has come back to the call
	out    bool // something leaves the loop, or looks at a context
}

// goesOn reports whether all ways from the failed call lead back to it, and none
// of them looks at a context.
func (w *deafWalk) goesOn() bool {
	w.err = resultOf(w.call, w.call.Common().Signature().Results().Len()-1)
	if w.turn = turnOf(w.call.Block()); w.turn == nil {
		return false
	}
	w.rest(w.call.Block(), indexOf(w.call)+1)
	return w.back && !w.out
}

// block goes on in another block, once.
func (w *deafWalk) block(b *ssa.BasicBlock) {
	if !w.seen[b] && !w.out {
		w.seen[b] = true
		w.rest(b, 0)
	}
}

// rest follows the instructions of a block from the i-th on, and what comes after it.
func (w *deafWalk) rest(b *ssa.BasicBlock, i int) {
	for _, in := range b.Instrs[i:] {
		if in == ssa.Instruction(w.call) {
			w.back = true
			return
		}
		if w.leaves(in) {
			w.out = true
			return
		}
	}
	succs := b.Succs
	if br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		if yes, known := w.failed(br.Cond); known && yes {
			succs = succs[:1]
		} else if known {
			succs = succs[1:]
		}
	}
	for _, s := range succs {
		switch {
		case w.turn.stays(s):
			w.block(s)
		case w.finite && b == w.turn.head, impossible(s):
			// the loop is over
		default:
			w.out = true
		}
	}
}

// failed evaluates a comparison of the call's error with nil.
func (w *deafWalk) failed(cond ssa.Value) (yes, known bool) {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ || w.e.held(cmp.X) != w.err {
		return false, false
	}
	k, ok := cmp.Y.(*ssa.Const)
	return cmp.Op == token.NEQ, ok && k.IsNil()
}

// leaves reports whether an instruction ends the function or the process, or looks
// at a context.
func (w *deafWalk) leaves(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Return, *ssa.Panic:
		return true
	case *ssa.UnOp:
		return in.Op == token.ARROW && w.e.isDone(in.X)
	case *ssa.Select:
		for _, st := range in.States {
			if st.Dir == types.RecvOnly && w.e.isDone(st.Chan) {
				return true
			}
		}
	case *ssa.Call:
		if _, builtin := in.Call.Value.(*ssa.Builtin); !builtin && w.e.neverReturns(w.e.callee(in.Common())) {
			return true
		}
		for _, u := range w.e.usesOf(in.Parent()) {
			if u.instr == ssa.Instruction(in) && u.kind == UseInspect {
				return true
			}
		}
	}
	return false
}
