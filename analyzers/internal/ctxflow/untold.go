package ctxflow

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// untoldDeadline is for a branch that makes an error of context.Canceled alone, where
// a context is done: once its deadline has passed, the function returns a nil error.
func (e *engine) untoldDeadline(br *ssa.If) *Swallow {
	if e.comparedWith(br.Cond) != "Canceled" || !e.errorMatters(br.Parent()) {
		return nil
	}
	b := br.Block()
	ctx := e.doneAround(b)
	if ctx == nil || !mayExpire(e.value(ctx)) {
		return nil
	}
	told, untold := e.errorAlong(b, b.Succs[0]), e.errorAlong(b, b.Succs[1])
	if told == nil || untold == nil || isNil(told) || !isNil(untold) {
		return nil
	}
	x := &Swallow{Ctx: e.contextExpr(ctx, b), Canceled: true, Func: e.describe(topOf(br.Parent()), br)}
	x.At = e.conditionExpr(br.Cond)
	if x.At == nil || x.Ctx == nil {
		return nil
	}
	return x
}

// mayExpire reports whether a context may have a deadline.
func mayExpire(v Value) bool {
	for _, o := range v {
		if o.Deadline.Bounded || o.Prov == Caller {
			return true
		}
	}
	return false
}

// errorAlong returns the error that a function returns if control goes from one block
// to the next, nil where that takes more than jumps and what is done in passing.
func (e *engine) errorAlong(from, to *ssa.BasicBlock) ssa.Value {
	known := map[ssa.Value]ssa.Value{}
	for range maxDepth {
		for _, in := range to.Instrs {
			switch in := in.(type) {
			case *ssa.Phi:
				for i, p := range to.Preds {
					if p == from {
						known[in] = in.Edges[i]
					}
				}
			case *ssa.Call:
				if !e.incidental(in) {
					return nil
				}
			case *ssa.Send, *ssa.Select, *ssa.Go, *ssa.If, *ssa.Panic:
				return nil
			case *ssa.Return:
				return lastError(in, known)
			}
		}
		if len(to.Succs) != 1 {
			return nil
		}
		from, to = to, to.Succs[0]
	}
	return nil
}

// lastError returns the error that a return gives, as far as phis are known.
func lastError(ret *ssa.Return, known map[ssa.Value]ssa.Value) ssa.Value {
	if len(ret.Results) == 0 {
		return nil
	}
	v := settled(ret, ret.Results[len(ret.Results)-1])
	if !isErrorType(v.Type()) {
		return nil
	}
	for range maxDepth {
		next, ok := known[v]
		if !ok {
			return v
		}
		v = next
	}
	return nil
}

// settled returns what the block of a return puts into the variable that v is read
// from: where something is deferred, results go through variables. Else it returns v.
func settled(ret *ssa.Return, v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	for _, in := range ret.Block().Instrs {
		if st, ok := in.(*ssa.Store); ok && st.Addr == load.X {
			v = st.Val
		}
	}
	return v
}

// untoldExpiry is for an instruction that waits until a context with a timeout is over,
// which a function literal ends when there is nothing left to wait for: that, and a
// passed deadline, look the same to a function which then doesn't ask, and ends well.
func (e *engine) untoldExpiry(in ssa.Instruction) *Swallow {
	ctx, at, written := e.waitsOut(in)
	if ctx == nil || in.Parent().Parent() != nil {
		return nil
	}
	made := e.limitOf(e.value(ctx))
	if made == nil || made.Parent() != in.Parent() || !e.endedInLiteral(made) || e.asksAfter(in, made) || !e.goesWell(in) || !e.errorMatters(in.Parent()) {
		return nil
	}
	return &Swallow{At: at, Ctx: written, Expired: true, Func: e.describe(topOf(in.Parent()), in)}
}

// waitsOut returns the context whose end an instruction waits for without telling why
// it ended, a bare receive or a call of what goes on until then, and how both are written;
// nil for other instructions.
func (e *engine) waitsOut(in ssa.Instruction) (ctx ssa.Value, at ast.Node, written ast.Expr) {
	switch in := in.(type) {
	case *ssa.UnOp:
		if in.Op != token.ARROW || in.CommaOk || !e.isDone(in.X) {
			return nil, nil, nil
		}
		if at = e.nodeAt(in.Pos()); at != nil {
			written = doneContext(at)
		}
		ctx = doneOf(in.X)
	case *ssa.Call:
		cl := e.callee(in.Common())
		row := cl.role(ctxapi.Wait)
		call := e.callExpr(in)
		if row == nil || !row.Has("long-lived") || row.Ctx < 0 || call == nil || row.Ctx >= len(call.Args) || in.Common().Signature().Results().Len() > 0 {
			return nil, nil, nil
		}
		ctx, at, written = cl.param(in.Common(), row.Ctx), call, call.Args[row.Ctx]
	}
	if written == nil {
		return nil, nil, nil
	}
	return ctx, at, written
}

// endedInLiteral reports whether a literal inside the function that makes a context
// calls its cancel function, not only as the literal returns.
func (e *engine) endedInLiteral(made *ssa.Call) bool {
	var within func(fn *ssa.Function) bool
	within = func(fn *ssa.Function) bool {
		return slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool {
			return e.callsCancel(lit, made, func(c ssa.CallInstruction) bool { _, now := c.(*ssa.Call); return now }) || within(lit)
		})
	}
	return within(made.Parent())
}

// asksAfter reports whether the error of a context that a call made, or of one made of
// it, is looked at once an instruction has run.
func (e *engine) asksAfter(in ssa.Instruction, made *ssa.Call) bool {
	for _, b := range in.Parent().Blocks {
		for _, x := range b.Instrs {
			c, ok := x.(*ssa.Call)
			if !ok || !e.isErr(c) || !reaches(in, c) {
				continue
			}
			if of := errOf(c); of == nil || derivedBy(e.value(of), made) {
				return true
			}
		}
	}
	return false
}

// goesWell reports whether a function comes from an instruction to a return that may
// tell success, without a look at anything but errors of what it does meanwhile.
func (e *engine) goesWell(in ssa.Instruction) bool {
	b := in.Block()
	for range maxDepth {
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			n := len(last.Results)
			return n > 0 && isErrorType(last.Results[n-1].Type()) && e.success(last)
		case *ssa.Jump:
			b = b.Succs[0]
		case *ssa.If:
			cmp, ok := last.Cond.(*ssa.BinOp)
			if !ok || !isErrorType(cmp.X.Type()) || !isNil(cmp.Y) || !reachesValue(in, cmp.X) {
				return false
			}
			if cmp.Op == token.NEQ {
				b = b.Succs[1]
			} else {
				b = b.Succs[0]
			}
		default:
			return false
		}
	}
	return false
}

// reachesValue reports whether a value is computed only once an instruction has run.
func reachesValue(in ssa.Instruction, v ssa.Value) bool {
	x, ok := v.(ssa.Instruction)
	return ok && dominates(in, x)
}
