package ctxflow

import (
	"go/ast"
	"go/constant"
	"go/token"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A DeferLoop is a defer statement that puts off ending the context of each
// turn of a loop until the function returns.
type DeferLoop struct {
	Defer  *ast.DeferStmt
	Made   *ast.CallExpr // the call that makes the context of a turn
	Cancel string        // the cancel function, as written
	Timer  bool          // it has a timer, not only a place in its parent's list
	Loop   ast.Node      // *ast.ForStmt or *ast.RangeStmt; nil for one made of goto
	Func   Func
}

// DeferLoops returns the deferred cancel functions that pile up in loops, in
// source order. Left out are those of contexts that have to live on when the
// turn is over, as a goroutine or an object of the loop has them, and those that
// are called as well.
func (r *Result) DeferLoops() []*DeferLoop {
	return gather(r, (*engine).deferLoop, func(x *DeferLoop) token.Pos { return x.Defer.Pos() })
}

func (e *engine) deferLoop(in ssa.Instruction) *DeferLoop {
	d, ok := in.(*ssa.Defer)
	if !ok || !e.comesAgain(d) {
		return nil
	}
	made := e.endsContextOf(d)
	if made == nil || made.Parent() != d.Parent() || !reaches(made, made) && !turnsOfRange(d.Parent()) {
		return nil
	}
	if e.calledToo(made, d) || e.livesOn(made) {
		return nil
	}
	stmt, _ := e.deferStmt(d)
	call := e.callExpr(made)
	if stmt == nil || call == nil {
		return nil
	}
	x := &DeferLoop{Defer: stmt, Made: call, Loop: e.loopFrom(d.Parent(), stmt.Pos()), Func: e.describe(topOf(d.Parent()), d)}
	x.Timer = e.callee(made.Common()).derives("deadline")
	x.Cancel = "cancel"
	if id, ok := ast.Unparen(stmt.Call.Fun).(*ast.Ident); ok {
		x.Cancel = id.Name
	}
	return x
}

// comesAgain reports whether an instruction may run again before its function
// returns. The body of a range over a function is a function by itself, whose
// deferred calls wait for the one that it stands in; it turns again unless it
// says no.
func (e *engine) comesAgain(in *ssa.Defer) bool {
	if reaches(in, in) {
		return true
	}
	if in.DeferStack == nil || !turnsOfRange(in.Parent()) {
		return false
	}
	for _, b := range in.Parent().Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) != 1 || !dominates(in, ret) && !reaches(in, ret) {
			continue
		}
		if k, ok := ret.Results[0].(*ssa.Const); !ok || k.Value == nil || constant.BoolVal(k.Value) {
			return true
		}
	}
	return false
}

// turnsOfRange reports whether fn is the body of a range over a function.
func turnsOfRange(fn *ssa.Function) bool {
	_, ok := fn.Syntax().(*ast.RangeStmt)
	return ok
}

// derives reports whether the callee is known to make a context of another one
// and to add something: "cancel", "deadline" or "values".
func (c callee) derives(what string) bool {
	row := c.role(ctxapi.Derive)
	return row != nil && row.Adds(what)
}

// endsContextOf returns the call that made the context which a deferred call
// ends: a cancel function, or a literal that does nothing but call one.
func (e *engine) endsContextOf(d *ssa.Defer) *ssa.Call {
	if c := e.madeWith(d.Call.Value); c != nil {
		return c
	}
	mk, ok := d.Call.Value.(*ssa.MakeClosure)
	if !ok {
		return nil
	}
	fn := mk.Fn.(*ssa.Function)
	if len(fn.Blocks) != 1 {
		return nil
	}
	var ended *ssa.Call
	for _, in := range fn.Blocks[0].Instrs {
		c, ok := in.(*ssa.Call)
		if !ok {
			continue
		}
		if ended = e.madeWith(c.Call.Value); ended == nil {
			return nil
		}
	}
	return ended
}

// madeWith returns the call that gave the cancel function v together with a
// context, nil where v isn't one for sure.
func (e *engine) madeWith(v ssa.Value) *ssa.Call {
	x, ok := e.held(v).(*ssa.Extract)
	if !ok {
		return nil
	}
	c, ok := x.Tuple.(*ssa.Call)
	if !ok || !e.isCancel(x) && !e.givesPair(c, x) {
		return nil
	}
	return c
}

// givesPair reports whether a helper gives a context and x, which ends it: by its
// type, or as the helper's own body shows.
func (e *engine) givesPair(c *ssa.Call, x *ssa.Extract) bool {
	i := contextResult(e, c.Common().Signature())
	if i < 0 || !isCancelType(x.Type()) {
		return false
	}
	if n := named(x.Type()); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context" {
		return true
	}
	cl := e.callee(c.Common())
	if cl.fn == nil {
		return false
	}
	for _, b := range cl.fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && x.Index < len(ret.Results) && e.isCancel(ret.Results[x.Index]) {
			return cancelOf(e.held(ret.Results[x.Index])) == e.held(ret.Results[i])
		}
	}
	return false
}

// calledToo reports whether the cancel function that a call gave goes anywhere
// else than into the deferred call: most often it is called when the turn is over.
func (e *engine) calledToo(made *ssa.Call, d *ssa.Defer) bool {
	return e.callsCancel(made.Parent(), made, func(c ssa.CallInstruction) bool { return c != ssa.CallInstruction(d) })
}

// callsCancel reports whether fn calls, defers or starts the cancel function that a call
// gave, in a way that is asked for.
func (e *engine) callsCancel(fn *ssa.Function, made *ssa.Call, asked func(ssa.CallInstruction) bool) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok && e.madeWith(c.Common().Value) == made && asked(c) {
				return true
			}
		}
	}
	return false
}

// livesOn reports whether a context of a loop's turn may be needed when the
// turn is over: something that isn't waited for in there has it.
func (e *engine) livesOn(made *ssa.Call) bool {
	lives := false
	e.eachUse(topOf(made.Parent()), func(u *use) {
		if lives || !derivedBy(u.val, made) {
			return
		}
		switch u.kind {
		case UseRetain, UseStart, UseField, UseGlobal, UseReturn, UseOther:
			lives = true
		case UseCall, UseInspect, UseDerive:
			lives = e.goroutine(u.instr, made.Parent()).started || e.inKeptLiteral(u.fn, made.Parent())
		}
	})
	return lives
}

// derivedBy reports whether a value may come from what a call derived.
func derivedBy(v Value, made ssa.CallInstruction) bool {
	for _, o := range v {
		for _, d := range o.derive {
			if d == made {
				return true
			}
		}
	}
	return false
}

// deferStmt returns the statement of a deferred call, and whether it has one.
func (e *engine) deferStmt(d *ssa.Defer) (*ast.DeferStmt, bool) {
	stmt, ok := e.nodeAt(d.Pos()).(*ast.DeferStmt)
	return stmt, ok
}
