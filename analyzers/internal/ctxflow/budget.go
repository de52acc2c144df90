package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"time"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A SharedTimeout is a timeout that is made for something short and bounds more: all
// attempts of a loop that doesn't look at it, or what follows the step for which a
// block overwrote the function's context.
type SharedTimeout struct {
	Made *ast.CallExpr // context.WithTimeout and the like
	Call *ast.CallExpr // the call that is tried again, or comes after
	Step *ast.CallExpr // the call for which the context was overwritten, nil for attempts
	Func Func
}

// SharedTimeouts returns these in source order.
func (r *Result) SharedTimeouts() []*SharedTimeout {
	return gather(r, (*engine).sharedTimeout, func(s *SharedTimeout) token.Pos { return s.Call.Pos() })
}

func (e *engine) sharedTimeout(in ssa.Instruction) *SharedTimeout {
	c, ok := in.(*ssa.Call)
	if !ok {
		return nil
	}
	if x := e.leakedStep(c); x != nil {
		return x
	}
	for _, u := range e.usesOf(c.Parent()) {
		if u.instr != in || u.kind != UseCall {
			continue
		}
		made := timeoutOf(u.val)
		if made == nil || e.callExpr(made) == nil || e.callExpr(c) == nil || made.Parent() != c.Parent() {
			continue
		}
		t := e.attemptsOf(c)
		if t == nil || t.has(made) || e.usedBeside(c, made) || !e.goesOnBy(t, made) {
			continue
		}
		return &SharedTimeout{Made: e.callExpr(made), Call: e.callExpr(c), Func: e.describe(topOf(c.Parent()), c)}
	}
	return nil
}

// usedBeside reports whether a context with the timeout is of use to anything but one
// call: whoever else looks at it may end the attempts.
func (e *engine) usedBeside(call, made *ssa.Call) bool {
	used := false
	e.eachUse(topOf(call.Parent()), func(u *use) {
		used = used || u.instr != ssa.Instruction(call) && derivesBy(u.val, made)
	})
	return used
}

// goesOnBy reports whether a loop waits between its turns, or looks at another context
// than that with the timeout: it isn't over as soon as all further calls fail.
func (e *engine) goesOnBy(t *turn, made *ssa.Call) bool {
	waits := false
	for _, u := range e.usesOf(made.Parent()) {
		waits = waits || u.kind == UseInspect && t.has(u.instr) && u.val.Has(Caller)
	}
	for b := range t.body {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.If:
				if e.comparedWith(in.Cond) != "" {
					return false // the error may end it
				}
			case *ssa.Select:
				waits = true
			case *ssa.UnOp:
				waits = waits || in.Op == token.ARROW
			case *ssa.Call:
				waits = waits || e.callee(in.Common()).role(ctxapi.Sleep) != nil
			}
		}
	}
	return waits
}

// leakedStep looks at a call that puts a timeout on the context of a whole function
// within a branch that makes an outgoing call on it, so that it also bounds what
// comes after the branch, though only if that was taken.
func (e *engine) leakedStep(made *ssa.Call) *SharedTimeout {
	row := e.callee(made.Common()).role(ctxapi.Derive)
	call := e.callExpr(made)
	if row == nil || !row.Adds("deadline") || call == nil {
		return nil
	}
	v, tok := e.assigned(call)
	branch := e.branchAround(call.Pos())
	if v == nil || tok != token.ASSIGN || branch == nil || v.Pos() >= branch.Pos() {
		return nil
	}
	var step, after *use
	for _, u := range e.usesOf(made.Parent()) {
		c, ok := u.instr.(*ssa.Call)
		if !ok || u.kind != UseCall || !derivesBy(u.val, made) || e.callExpr(c) == nil {
			continue
		}
		switch p := u.instr.Pos(); {
		case p >= branch.Pos() && p < branch.End():
			if step == nil && e.callsOut(c, u.cl) {
				step = u
			}
		case p >= branch.End() && after == nil && reaches(made, c):
			after = u
		}
	}
	if step == nil || after == nil {
		return nil
	}
	return &SharedTimeout{
		Made: call,
		Call: e.callExpr(after.instr.(*ssa.Call)),
		Step: e.callExpr(step.instr.(*ssa.Call)),
		Func: e.describe(topOf(made.Parent()), made),
	}
}

// callsOut reports whether a call leaves the process, by itself or by what it calls.
func (e *engine) callsOut(c *ssa.Call, cl callee) bool {
	if kind, _ := e.outgoing(c, cl); kind != "" {
		return true
	}
	s := e.summaryOf(cl)
	return s != nil && len(s.Outgoing) > 0
}

// branchAround returns the innermost block of an if around a position, nil where
// that is the body of something else.
func (e *engine) branchAround(pos token.Pos) *ast.BlockStmt {
	f := e.file(pos)
	if f == nil {
		return nil
	}
	var inner *ast.BlockStmt
	branches := map[*ast.BlockStmt]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || pos >= n.End() {
			return false
		}
		switch n := n.(type) {
		case *ast.IfStmt:
			branches[n.Body] = true
			if b, ok := n.Else.(*ast.BlockStmt); ok {
				branches[b] = true
			}
		case *ast.BlockStmt:
			inner = n
		case *ast.CaseClause, *ast.CommClause:
			inner = nil
		}
		return true
	})
	if inner == nil || !branches[inner] {
		return nil
	}
	return inner
}

// timeoutOf returns the call that gave a context its last deadline, nil where it has
// none of this function's making, or may have several.
func timeoutOf(v Value) *ssa.Call {
	var made *ssa.Call
	for _, o := range v {
		if o.Prov == Nil {
			continue
		}
		if len(o.derive) == 0 {
			return nil
		}
		c, ok := o.derive[len(o.derive)-1].(*ssa.Call)
		if !ok || made != nil && made != c || !o.Deadline.Bounded {
			return nil
		}
		made = c
	}
	return made
}

// derivesBy reports whether an origin of a context passed through a derivation.
func derivesBy(v Value, by *ssa.Call) bool {
	for _, o := range v {
		for _, d := range o.derive {
			if d == ssa.CallInstruction(by) {
				return true
			}
		}
	}
	return false
}

// A FreshAttempt is a context that each attempt of a loop makes of a root, with a
// timeout as if no time had passed, though the caller's context is in scope.
type FreshAttempt struct {
	Made   *ast.CallExpr // context.WithTimeout and the like
	Root   *ast.CallExpr // what it derives from
	Source *Source
	Func   Func
}

// FreshAttempts returns these in source order.
func (r *Result) FreshAttempts() []*FreshAttempt {
	return gather(r, (*engine).freshAttempt, func(f *FreshAttempt) token.Pos { return f.Made.Pos() })
}

func (e *engine) freshAttempt(in ssa.Instruction) *FreshAttempt {
	c, ok := in.(*ssa.Call)
	if !ok {
		return nil
	}
	for _, u := range e.usesOf(c.Parent()) {
		if u.instr != in || u.kind != UseCall || !u.val.Only(Fresh) && !u.val.Only(Detached) {
			continue
		}
		made := timeoutOf(u.val)
		t := e.attemptsOf(c)
		if made == nil || t == nil || made.Parent() != c.Parent() || !t.has(made) || len(u.val) != 1 || u.val[0].call == nil {
			continue
		}
		x := &FreshAttempt{Made: e.callExpr(made), Root: e.callExpr(u.val[0].call), Source: best(e.sources(u, c.Pos(), nil))}
		if x.Made == nil || x.Root == nil || x.Source == nil || !x.Source.FromCaller() || e.afterDone(made, true, maxDepth) {
			continue
		}
		x.Func = e.describe(topOf(c.Parent()), c)
		return x
	}
	return nil
}

// A StaleTimeout is what is left until some time, computed before a loop and used
// as the timeout of each of its turns.
type StaleTimeout struct {
	Value ast.Expr      // as it is used
	Call  *ast.CallExpr // that gets it
	Func  Func
}

// StaleTimeouts returns these in source order.
func (r *Result) StaleTimeouts() []*StaleTimeout {
	return gather(r, (*engine).staleTimeout, func(s *StaleTimeout) token.Pos { return s.Call.Pos() })
}

func (e *engine) staleTimeout(in ssa.Instruction) *StaleTimeout {
	c, ok := in.(*ssa.Call)
	if !ok {
		return nil
	}
	t := turnOf(c.Block())
	call := e.callExpr(c)
	cl := e.callee(c.Common())
	if t == nil || call == nil || !e.takesTimeout(cl) {
		return nil
	}
	for i, a := range c.Call.Args {
		j := cl.index(i)
		if !isDuration(a.Type()) || j < 0 || j >= len(call.Args) {
			continue
		}
		from := e.computedAt(a)
		if from == nil || from.Parent() != c.Parent() || t.has(from) || !reaches(from, c) || e.remainder(a) == notRemaining {
			continue
		}
		if row := cl.role(ctxapi.Derive); row != nil && !e.parentEndsLate(c, cl, row) {
			continue
		}
		return &StaleTimeout{Value: call.Args[j], Call: call, Func: e.describe(topOf(c.Parent()), c)}
	}
	return nil
}

// takesTimeout reports whether a duration among the arguments of a callee limits
// something.
func (e *engine) takesTimeout(cl callee) bool {
	for _, row := range cl.rows {
		switch row.Role {
		case ctxapi.Derive:
			return row.Adds("deadline")
		case ctxapi.TimeoutField:
			return true
		case ctxapi.Outgoing:
			return row.BoundedByArgument()
		}
	}
	return isTimeFunc(cl, "After", "NewTimer")
}

// computedAt returns the instruction that computes what a duration holds.
func (e *engine) computedAt(v ssa.Value) ssa.Instruction {
	in, _ := e.held(v).(ssa.Instruction)
	return in
}

// parentEndsLate reports whether the context that a timeout is put on may last
// longer than what was left: it isn't the caller's, whose own deadline counts anyway.
func (e *engine) parentEndsLate(c *ssa.Call, cl callee, row *ctxapi.Row) bool {
	parent := cl.param(c.Common(), row.From())
	return parent != nil && e.value(parent).Unbounded()
}

// A NoopTimeout is a timeout that does nothing: a constant one on a context that has a
// shorter constant one, or one on a context that is handed to nobody.
type NoopTimeout struct {
	Made   *ast.CallExpr
	Own    string // the timeout
	Parent string // and that of the context it is put on
	Unused bool   // nobody is given the context
	Func   Func
}

// NoopTimeouts returns these in source order.
func (r *Result) NoopTimeouts() []*NoopTimeout {
	return gather(r, (*engine).noopTimeout, func(n *NoopTimeout) token.Pos { return n.Made.Pos() })
}

func (e *engine) noopTimeout(in ssa.Instruction) *NoopTimeout {
	c, call, row := e.timeout(in)
	if call == nil {
		return nil
	}
	cl := e.callee(c.Common())
	if e.boundsNothing(c) {
		return &NoopTimeout{Made: call, Unused: true, Func: e.describe(topOf(c.Parent()), c)}
	}
	own := rowDeadline(row, cl, c.Common()).Timeout
	parent := cl.param(c.Common(), row.From())
	if own <= 0 || parent == nil {
		return nil
	}
	longest := time.Duration(0)
	for _, o := range e.value(parent) {
		if o.Prov == Nil {
			continue
		}
		if o.Deadline.Timeout <= 0 || o.Deadline.Timeout > own || derivesBy(Value{o}, c) {
			return nil // none known, or itself, from the turn of a loop before
		}
		longest = max(longest, o.Deadline.Timeout)
	}
	if longest == 0 {
		return nil
	}
	return &NoopTimeout{Made: call, Own: own.String(), Parent: longest.String(), Func: e.describe(topOf(c.Parent()), c)}
}

// timeout returns the call that an instruction is and its row if it puts a deadline
// on a context, such as context.WithTimeout, as written; nil for others.
func (e *engine) timeout(in ssa.Instruction) (*ssa.Call, *ast.CallExpr, *ctxapi.Row) {
	c, ok := in.(*ssa.Call)
	if !ok {
		return nil, nil, nil
	}
	row := e.callee(c.Common()).role(ctxapi.Derive)
	if row == nil || !row.Adds("deadline") {
		return nil, nil, nil
	}
	return c, e.callExpr(c), row
}

// boundsNothing reports whether a context with a timeout is thrown away, or only asked,
// once, whether it is over.
func (e *engine) boundsNothing(made *ssa.Call) bool {
	if _, both := made.Type().(*types.Tuple); !both {
		return false
	}
	used := false
	for _, in := range *made.Referrers() {
		x, ok := in.(*ssa.Extract)
		used = used || ok && x.Index == 0 && len(*x.Referrers()) > 0 || !ok
	}
	if !used {
		return true
	}
	asked, more := false, false
	e.eachUse(topOf(made.Parent()), func(u *use) {
		if !derivesBy(u.val, made) {
			return
		}
		asked = true
		more = more || u.kind != UseInspect || u.cl.name() != "Err" || turnOf(u.instr.Block()) != nil
	})
	return asked && !more
}
