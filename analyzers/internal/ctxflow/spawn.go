package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A goroutine says how an instruction comes to run beside the function asked about.
type goroutine struct {
	started bool
	joined  bool      // the one that started it waits for it
	kept    bool      // it is put into a field or package variable for somebody else to call
	pos     token.Pos // the go statement, or the call of a spawner
}

// inGoroutine reports whether the instruction runs in a goroutine started
// inside fn: it is a go statement, or its literal is started by one or by a spawner.
func (e *engine) inGoroutine(in ssa.Instruction, fn *ssa.Function) bool {
	return e.goroutine(in, fn).started
}

// goroutine also says where it starts, and whether the one that started it
// waits for it. A literal that is put away, into a field, a slice or a channel,
// runs beside the function just as well.
func (e *engine) goroutine(in ssa.Instruction, fn *ssa.Function) goroutine {
	if g, ok := in.(*ssa.Go); ok {
		return goroutine{started: true, joined: e.joined(g, nil), pos: g.Pos()}
	}
	for f := in.Parent(); f != nil && f != fn; f = f.Parent() {
		for _, s := range e.sites[f] {
			if s.Kind == SiteGo {
				return goroutine{started: true, joined: e.joined(s.Instr, f), pos: s.Instr.Pos()}
			}
			if s.Kind == SiteValue {
				if g := e.spawned(f, s); g.started {
					return g
				}
			}
		}
	}
	return goroutine{}
}

// listens reports whether what a use runs in, a goroutine started inside fn,
// receives from channels: it waits for what happens, and lives on. One that only
// makes a call and tells its result is work for the caller.
func (e *engine) listens(u *use, fn *ssa.Function) bool {
	if _, ok := u.instr.(*ssa.Go); ok {
		return u.cl.fn != nil && e.receivesEvents(u.cl.fn)
	}
	for f := u.fn; f != nil && f != fn; f = f.Parent() {
		if e.receivesEvents(f) {
			return true
		}
	}
	return u.kind == UseCall && u.cl.fn != nil && e.receivesEvents(u.cl.fn)
}

// receivesEvents reports whether a function receives from a channel that isn't
// a context's Done.
func (e *engine) receivesEvents(fn *ssa.Function) bool {
	return receives(fn, func(ch ssa.Value) bool { return !e.isDone(ch) })
}

// spawned looks at a literal that is used as a value.
func (e *engine) spawned(f *ssa.Function, s Site) goroutine {
	c := passedTo(s.Instr)
	if c == nil {
		away := putAway(s.Instr)
		return goroutine{started: away, kept: away && isCallback(s.Instr)}
	}
	row := e.callee(c.Common()).role(ctxapi.Spawn)
	if row == nil {
		return goroutine{}
	}
	by := row.Attr("joined")
	g := goroutine{started: true, joined: by == "itself" || strings.Contains(by, "Wait") && e.waits(f.Parent(), s.Instr)}
	if call := e.callExpr(c); call != nil {
		g.pos = call.Pos()
	}
	return g
}

// putAway reports whether a function value is only stored where somebody else
// finds it later.
func putAway(in ssa.Instruction) bool {
	switch in := in.(type) { // a literal that captures nothing is no value of its own
	case *ssa.Send, *ssa.MapUpdate:
		return true
	case *ssa.Store:
		return outside(in.Addr)
	}
	v, ok := in.(ssa.Value)
	if !ok || v.Referrers() == nil || len(*v.Referrers()) == 0 {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Send, *ssa.MapUpdate:
		case *ssa.Store:
			if !outside(r.Addr) {
				return false
			}
		case *ssa.ChangeType:
			if !putAway(r) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isCallback reports whether a function value that is put away goes into fields
// and package variables alone, and not to somebody who takes it out to run it.
func isCallback(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Store:
		return true
	case *ssa.MakeClosure:
		return allStored(in)
	case *ssa.ChangeType:
		return allStored(in)
	}
	return false
}

func allStored(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		if !isCallback(r) {
			return false
		}
	}
	return true
}

// outside reports whether an address is not that of a local variable.
func outside(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global:
		return true
	}
	return false
}

// joined reports whether the function that starts a goroutine waits for it:
// with a WaitGroup that the goroutine marks, or on a channel they share.
func (e *engine) joined(start ssa.Instruction, body *ssa.Function) bool {
	if body == nil {
		return false
	}
	marks := false
	shared := map[ssa.Value]bool{}
	for _, b := range body.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok {
				if cl := e.callee(c.Common()); cl.obj != nil && cl.obj.Name() == "Done" && cl.obj.Pkg() != nil && cl.obj.Pkg().Path() == "sync" {
					marks = marks || isDefer(in) || isLast(in)
				}
			}
			if s, ok := in.(*ssa.Send); ok {
				shared[e.channel(s.Chan)] = true
			}
		}
	}
	if marks && e.waits(start.Parent(), start) {
		return true
	}
	delete(shared, nil)
	return len(shared) > 0 && e.receives(start.Parent(), start, shared)
}

// channel returns the variable that a channel is held in, or the value itself.
func (e *engine) channel(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if a := e.variable(load.X); a != nil {
			return a
		}
	}
	return v
}

// waits reports whether fn calls a Wait after the instruction.
func (e *engine) waits(fn *ssa.Function, after ssa.Instruction) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			cl := e.callee(c.Common())
			if cl.obj != nil && cl.obj.Name() == "Wait" && (reaches(after, in) || isDefer(in)) {
				return true
			}
		}
	}
	return false
}

// isLast reports whether a function returns after the instruction without
// another call; a goroutine that says Done and goes on only tells that it has
// started.
func isLast(in ssa.Instruction) bool {
	for _, next := range in.Block().Instrs[indexOf(in)+1:] {
		switch next.(type) {
		case ssa.CallInstruction:
			return false
		case *ssa.Return:
			return true
		}
	}
	return false
}

func isDefer(in ssa.Instruction) bool { _, ok := in.(*ssa.Defer); return ok }

// receives reports whether fn receives from one of the channels after the instruction.
func (e *engine) receives(fn *ssa.Function, after ssa.Instruction, chans map[ssa.Value]bool) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				if in.Op == token.ARROW && chans[e.channel(in.X)] && reaches(after, in) {
					return true
				}
			case *ssa.Select:
				for _, st := range in.States {
					if chans[e.channel(st.Chan)] && reaches(after, in) {
						return true
					}
				}
			}
		}
	}
	return false
}

// endlessLoops returns the loops of the package that have no end of their
// own: for without a condition, and range over a channel.
func (e *engine) endlessLoops() []ast.Node {
	if e.loops != nil {
		return e.loops
	}
	e.loops = []ast.Node{}
	for _, f := range e.pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ForStmt:
				if n.Cond == nil {
					e.loops = append(e.loops, n)
				}
			case *ast.RangeStmt:
				if t := e.pass.TypesInfo.TypeOf(n.X); t != nil {
					if _, ok := t.Underlying().(*types.Chan); ok {
						e.loops = append(e.loops, n)
					}
				}
			}
			return true
		})
	}
	return e.loops
}

// inJob reports whether the instruction is in an endless loop of a literal
// inside fn that is started as a goroutine: a job that fn only starts, and that
// has its own way to stop.
func (e *engine) inJob(in ssa.Instruction, fn *ssa.Function) bool {
	for f := in.Parent(); f != nil && f != fn; f = f.Parent() {
		syntax := f.Syntax()
		if syntax == nil || !e.startedOnly(f) {
			continue
		}
		for _, loop := range e.endlessLoops() {
			if syntax.Pos() <= loop.Pos() && loop.End() <= syntax.End() && loop.Pos() <= in.Pos() && in.Pos() < loop.End() {
				return true
			}
		}
	}
	return false
}
