package ctxflow

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A StartUp is a context with a deadline that is made once, for what goes on long
// after that: those who come later get it expired.
type StartUp struct {
	Made   *ast.CallExpr // that made the context
	Global bool          // it is kept in a package variable
	Field  bool          // it is kept in a field, and nobody can cancel it
	Use    Use           // where it is used in each turn of a loop, for the rest
	Loop   ast.Node
	Func   Func
}

// StartUps returns the contexts of the package that expire before they are used,
// in source order.
func (r *Result) StartUps() []*StartUp {
	seen := map[token.Pos]bool{}
	ask := func(u *use) *StartUp {
		x := r.e.startUpUse(u)
		if x == nil || seen[x.Made.Pos()] {
			return nil
		}
		seen[x.Made.Pos()] = true
		return x
	}
	return gatherUses(r, ask, func(x *StartUp) token.Pos { return x.Made.Pos() })
}

func (e *engine) startUpUse(u *use) *StartUp {
	made := e.limitOf(u.val)
	if made == nil {
		return nil
	}
	x := &StartUp{Made: e.callExpr(made)}
	switch {
	case x.Made == nil:
		return nil
	case u.kind == UseGlobal:
		x.Global = true
	case u.kind == UseField:
		x.Field = true
		if made.Parent() != u.fn || !e.cancelLost(made) {
			return nil
		}
	default:
		if x.Loop = e.servedLate(u, made); x.Loop == nil {
			return nil
		}
		x.Use = e.useExpr(u, nil)
		if x.Use.Expr == nil {
			return nil
		}
	}
	x.Func = e.describe(topOf(u.fn), u.instr)
	return x
}

// limitOf returns the call that gave a context its deadline, nil where it may
// have none, or several calls may have given it.
func (e *engine) limitOf(v Value) *ssa.Call {
	var made *ssa.Call
	for _, o := range v {
		if o.Prov == Nil {
			continue
		}
		var last *ssa.Call
		for _, d := range o.derive {
			if c, ok := d.(*ssa.Call); ok && e.callee(c.Common()).derives("deadline") {
				last = c
			}
		}
		if last == nil || made != nil && made != last {
			return nil
		}
		made = last
	}
	return made
}

// cancelLost reports whether a context's cancel function is thrown away.
func (e *engine) cancelLost(made *ssa.Call) bool {
	for _, in := range *made.Referrers() {
		if x, ok := in.(*ssa.Extract); ok && isCancelType(x.Type()) && len(*x.Referrers()) > 0 {
			return false
		}
	}
	return true
}

// servedLate returns the loop without an end in which a context is used again and
// again that was made before it, if the loop accepts connections and leaves each
// to a goroutine, or turns with a ticker and is never left.
func (e *engine) servedLate(u *use, made *ssa.Call) ast.Node {
	if !e.works(u) || reaches(made, made) {
		return nil
	}
	at := u.instr
	for at.Parent() != made.Parent() {
		mks := e.makes(at.Parent())
		if len(mks) != 1 {
			return nil
		}
		at = mks[0]
	}
	if !reaches(at, at) || !dominates(made, at) {
		return nil
	}
	loop := e.loopFrom(at.Parent(), e.posOf(at, u))
	if loop == nil || loop.Pos() <= made.Pos() && made.Pos() < loop.End() {
		return nil
	}
	accepts, ticks := false, false
	for _, b := range made.Parent().Blocks {
		for _, in := range b.Instrs {
			if !reaches(at, in) || !reaches(in, at) {
				continue
			}
			if e.asksForEnd(in, made) {
				return nil
			}
			switch in := in.(type) {
			case *ssa.Call:
				accepts = accepts || in.Call.IsInvoke() && in.Call.Method.Name() == "Accept" && in.Call.Method.Signature().Params().Len() == 0
			case *ssa.UnOp:
				ticks = ticks || in.Op == token.ARROW && e.isTimer(in.X)
			}
		}
	}
	if accepts && e.goroutine(u.instr, made.Parent()).started || ticks && !e.returns(at.Block(), map[*ssa.BasicBlock]bool{}) {
		return loop
	}
	return nil
}

// posOf returns a position in the loop of an instruction: of a literal that has
// none itself, that of what it does.
func (e *engine) posOf(at ssa.Instruction, u *use) token.Pos {
	if at.Pos().IsValid() {
		return at.Pos()
	}
	return u.instr.Pos()
}

// asksForEnd reports whether an instruction asks whether a context is over.
func (e *engine) asksForEnd(in ssa.Instruction, made *ssa.Call) bool {
	for _, u := range e.usesIn(in.Parent(), in) {
		if u.kind == UseInspect && derivedBy(u.val, made) {
			return true
		}
	}
	return false
}
