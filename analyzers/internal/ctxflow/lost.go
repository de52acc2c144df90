package ctxflow

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A LostCancel is a context of package context whose cancel function is thrown away:
// nobody can end it, or stop its timer, before its time.
type LostCancel struct {
	Made  *ast.CallExpr
	Timer bool // it has a deadline
	Func  Func
}

// LostCancels returns these in source order. A context that is thrown away as well is
// none of them.
func (r *Result) LostCancels() []*LostCancel {
	return gather(r, (*engine).lostCancel, func(x *LostCancel) token.Pos { return x.Made.Pos() })
}

func (e *engine) lostCancel(in ssa.Instruction) *LostCancel {
	c, ok := in.(*ssa.Call)
	if !ok {
		return nil
	}
	res := c.Call.Signature().Results()
	cl := e.callee(c.Common())
	if res.Len() != 2 || !isCancelType(res.At(1).Type()) || !cl.of("context") {
		return nil
	}
	ctx := resultOf(c, 0)
	if ctx == nil || len(*ctx.Referrers()) == 0 || !e.cancelLost(c) {
		return nil
	}
	x := &LostCancel{Made: e.callExpr(c), Timer: cl.derives("deadline"), Func: e.describe(topOf(c.Parent()), c)}
	if x.Made == nil {
		return nil
	}
	return x
}
