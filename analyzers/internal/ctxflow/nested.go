package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A Nested is a context that is derived from itself in each turn of a loop, and
// grows by a layer each time.
type Nested struct {
	Call   *ast.CallExpr // that derives it
	Use    Use           // where it is used in the loop
	Var    *types.Var    // the variable that holds it, nil where that isn't clear
	Assign *ast.AssignStmt
	Loop   ast.Node // *ast.ForStmt or *ast.RangeStmt; nil for one made of goto
	Func   Func
}

// Nesteds returns the contexts of the package that are derived from themselves
// in a loop which uses them, in source order. One that is only put together in
// the loop, for what follows it, is left out.
func (r *Result) Nesteds() []*Nested {
	return gather(r, (*engine).nested, func(x *Nested) token.Pos { return x.Call.Pos() })
}

func (e *engine) nested(in ssa.Instruction) *Nested {
	c, ok := in.(*ssa.Call)
	if !ok || !e.addsLayer(c) || !reaches(c, c) && !turnsOfRange(c.Parent()) {
		return nil
	}
	if !e.selfMade(c, e.parentOf(c)) {
		return nil
	}
	call := e.callExpr(c)
	use := e.usedInTurns(c)
	if call == nil || use == nil {
		return nil
	}
	x := &Nested{Call: call, Use: e.useExpr(use, nil), Loop: e.loopFrom(c.Parent(), call.Pos()), Func: e.describe(topOf(c.Parent()), c)}
	if e.assigns == nil {
		e.indexAssigns()
	}
	x.Assign = e.assigns[call]
	x.Var, _ = e.assigned(call)
	return x
}

// addsLayer reports whether a call is sure to make a new context of another one
// that holds on to it: by a row of the tables, or as a function of this package
// whose results all are made so.
func (e *engine) addsLayer(c *ssa.Call) bool {
	cl := e.callee(c.Common())
	if cl.derives("values") || cl.derives("cancel") || cl.derives("deadline") {
		return true
	}
	if cl.fn == nil || len(e.types.contextParams(c.Common().Signature())) != 1 {
		return false
	}
	i := contextResult(e, c.Common().Signature())
	if i < 0 {
		return false
	}
	some := false
	for _, b := range cl.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(ret.Results) {
			continue
		}
		for _, o := range e.value(ret.Results[i]) {
			if o.Prov != Caller || len(o.derive) == 0 {
				return false
			}
			some = true
		}
	}
	return some
}

// contextResult returns the index of the only context among a function's
// results, -1 if there is none or several.
func contextResult(e *engine, sig *types.Signature) int {
	at := -1
	for i := range sig.Results().Len() {
		if e.types.context(sig.Results().At(i).Type()) {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// parentOf returns the context that a call derives another one from, or nil.
func (e *engine) parentOf(c *ssa.Call) ssa.Value {
	cl := e.callee(c.Common())
	if row := cl.role(ctxapi.Derive); row != nil {
		return cl.param(c.Common(), row.From())
	}
	if ps := e.types.contextParams(c.Common().Signature()); len(ps) == 1 {
		return cl.param(c.Common(), ps[0])
	}
	return nil
}

// selfMade reports whether a context may be what a call derived, or be made of it.
func (e *engine) selfMade(made *ssa.Call, v ssa.Value) bool {
	s := &selfWalk{e: e, made: made, seen: map[ssa.Value]bool{}}
	return s.from(v, 0)
}

// A selfWalk looks for the way from what a call derives from back to what it
// derived in a turn before.
type selfWalk struct {
	e    *engine
	made *ssa.Call
	seen map[ssa.Value]bool
}

func (s *selfWalk) from(v ssa.Value, depth int) bool {
	if v == nil || s.seen[v] || depth > maxSteps {
		return false
	}
	s.seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		return s.any(v.Edges, depth)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return s.call(c, depth)
		}
	case *ssa.Call:
		return s.call(v, depth)
	case *ssa.ChangeInterface:
		return s.from(v.X, depth+1)
	case *ssa.MakeInterface:
		return s.from(v.X, depth+1)
	case *ssa.UnOp:
		// A variable that is set again in between is another story; one that
		// closures share may be set by whom the loop doesn't know.
		a := s.e.variable(v.X)
		if v.Op != token.MUL || a == nil || a.Parent() != s.made.Parent() && !turnsOfRange(s.made.Parent()) {
			return false
		}
		vals, _ := s.e.reachingStores(v.X, v)
		return s.any(vals, depth)
	}
	return false
}

func (s *selfWalk) any(vs []ssa.Value, depth int) bool {
	for _, v := range vs {
		if s.from(v, depth+1) {
			return true
		}
	}
	return false
}

func (s *selfWalk) call(c *ssa.Call, depth int) bool {
	if c == s.made {
		return true
	}
	return s.e.addsLayer(c) && s.from(s.e.parentOf(c), depth+1)
}

// usedInTurns returns a use of what a call derives that comes again and again
// with it and isn't about deriving the next, or nil.
func (e *engine) usedInTurns(made *ssa.Call) *use {
	var found *use
	e.eachUse(topOf(made.Parent()), func(u *use) {
		if found != nil || u.arg < 0 || u.kind != UseCall && u.kind != UseRetain && u.kind != UseStart && !(u.kind == UseDerive && e.limits(u)) {
			return
		}
		if c, ok := u.instr.(ssa.CallInstruction); !ok || u.instr == ssa.Instruction(made) || !e.selfMade(made, c.Common().Args[u.arg]) {
			return
		}
		at := u.instr
		for at.Parent() != made.Parent() {
			mks := e.makes(at.Parent())
			if len(mks) != 1 {
				return
			}
			at = mks[0]
		}
		if turnsOfRange(made.Parent()) || reaches(at, made) && reaches(made, at) {
			found = u
		}
	})
	return found
}
