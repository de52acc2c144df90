package ctxflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A DeadUse is a call that is given a context which is over already: cancelled
// or done on every path that comes there.
type DeadUse struct {
	Use
	End     analysisRange
	Done    bool // it is in a branch that only a done context can reach, else cancelled
	Defers  bool // the call is deferred, and so is the cancel function, which runs before it
	Derives bool // the call makes a context of it, with a limit of its own
	Func    Func
}

// An analysisRange is a stretch of the source.
type analysisRange struct{ From, To token.Pos }

// Pos and End make it a range for a finding.
func (r analysisRange) Pos() token.Pos { return r.From }
func (r analysisRange) End() token.Pos { return r.To }

// DeadUses returns the calls on dead contexts to which that makes a difference,
// in source order: those that leave the process, end something, or wait on the
// context. Of the calls on a context made of a dead one, only the making is told.
func (r *Result) DeadUses() []*DeadUse {
	told := map[ssa.CallInstruction]bool{}
	ask := func(u *use) *DeadUse { return r.e.deadUse(u, told) }
	return gatherUses(r, ask, func(x *DeadUse) token.Pos { return x.Expr.Pos() })
}

// deadUse describes a use of a dead context, nil for all others. Derivations
// that were told already are in told, and are added to it.
func (e *engine) deadUse(u *use, told map[ssa.CallInstruction]bool) *DeadUse {
	c, ok := u.instr.(ssa.CallInstruction)
	if !ok || u.arg < 0 || len(u.val) == 0 {
		return nil
	}
	derives := e.limits(u)
	if !derives && !e.harms(u) {
		return nil
	}
	for _, o := range u.val {
		for _, d := range o.derive {
			if told[d] {
				return nil
			}
		}
	}
	end := e.endBefore(u)
	if end == nil {
		return nil
	}
	x := &DeadUse{Use: e.useExpr(u, nil), Done: end.done, Defers: end.defers, Derives: derives, Func: e.describe(topOf(u.fn), u.instr)}
	if x.Call == nil || x.Expr == nil {
		return nil
	}
	if derives {
		told[c] = true
	}
	x.End = e.rangeAt(end.at)
	return x
}

// An ending is what ended a context before it is used.
type ending struct {
	at     token.Pos
	done   bool
	defers bool
}

// endBefore returns what has ended the context of a use for sure, or nil.
func (e *engine) endBefore(u *use) *ending {
	if end := e.deferredAfterEnd(u); end != nil {
		return end
	}
	var end *ending
	for _, o := range u.val {
		if o.Prov == Nil {
			continue
		}
		x := e.endOf(o, u)
		if x == nil {
			return nil
		}
		end = x
	}
	return end
}

// endOf returns the mark that covers a use, or the place where its literal is
// made, and is about one of its context's origins.
func (e *engine) endOf(o *Origin, u *use) *ending {
	at := u.instr
	for {
		for _, m := range e.marks(at.Parent()) {
			if m.weak || m.group || m.of == nil || !m.covers(at) || m.block != nil && len(m.block.Preds) != 1 {
				continue // the branch of an empty case is what comes after the select
			}
			// Where it may be one of several contexts that is done, all have to take
			// this one with them.
			parents := e.value(m.of)
			alive := slices.ContainsFunc(parents, func(parent *Origin) bool { return !descends(o, parent) })
			if len(parents) > 0 && !alive && !e.madeDead(m) {
				return markEnding(m)
			}
		}
		mks := e.makes(at.Parent())
		if len(mks) != 1 || at.Parent() == topOf(at.Parent()) {
			return nil
		}
		at = mks[0]
	}
}

func markEnding(m doneMark) *ending {
	if m.after != nil {
		_, cancel := m.after.(*ssa.Call)
		return &ending{at: m.after.Pos(), done: !cancel}
	}
	end := &ending{done: true}
	for _, in := range m.block.Instrs {
		if in.Pos().IsValid() {
			end.at = in.Pos()
			break
		}
	}
	return end
}

// madeDead reports whether a mark is a call of a cancel function whose context
// was made to be dead: nothing uses it in between.
func (e *engine) madeDead(m doneMark) bool {
	c, ok := m.after.(*ssa.Call)
	if !ok {
		return false
	}
	made := e.madeWith(c.Call.Value)
	if made == nil || made.Block() != c.Block() {
		return false
	}
	for _, in := range made.Block().Instrs[indexOf(made)+1 : indexOf(c)] {
		switch in.(type) {
		case ssa.CallInstruction, *ssa.MakeClosure:
			return false
		}
	}
	return true
}

// deferredAfterEnd returns the end of a context that a deferred call uses, where
// on every way out that comes from the making of the context its cancel function
// is called, or deferred later, and so runs before.
func (e *engine) deferredAfterEnd(u *use) *ending {
	d := e.deferOf(u)
	if d == nil {
		return nil
	}
	for _, o := range u.val {
		for _, made := range o.derive {
			c, ok := made.(*ssa.Call)
			if !ok || c.Parent() != d.Parent() {
				continue
			}
			from := ssa.Instruction(d)
			if dominates(d, c) {
				from = c
			} else if !dominates(c, d) {
				continue
			}
			if at := e.endedOnWayOut(c, from); at.IsValid() {
				return &ending{at: at, defers: true}
			}
		}
	}
	return nil
}

// deferOf returns the defer statement by which a use runs: its own, or that of
// its literal.
func (e *engine) deferOf(u *use) *ssa.Defer {
	if d, ok := u.instr.(*ssa.Defer); ok {
		return d
	}
	for fn := u.fn; fn.Parent() != nil; fn = fn.Parent() {
		sites := e.sites[fn]
		if len(sites) != 1 {
			return nil
		}
		switch s := sites[0]; s.Kind {
		case SiteDefer:
			d, _ := s.Instr.(*ssa.Defer)
			return d
		case SiteCall:
		default:
			return nil
		}
	}
	return nil
}

// endedOnWayOut returns where the cancel function of a context is called or
// deferred on every way from an instruction to a return, NoPos if some way
// leads around that.
func (e *engine) endedOnWayOut(made *ssa.Call, from ssa.Instruction) token.Pos {
	w := &wayOut{e: e, made: made, seen: map[*ssa.BasicBlock]bool{}}
	if w.around(from.Block(), indexOf(from)+1) {
		return token.NoPos
	}
	return w.at
}

// A wayOut looks for a way to a return that leads around the end of a context.
type wayOut struct {
	e    *engine
	made *ssa.Call
	seen map[*ssa.BasicBlock]bool
	at   token.Pos
}

func (w *wayOut) around(b *ssa.BasicBlock, i int) bool {
	for _, in := range b.Instrs[i:] {
		switch in := in.(type) {
		case *ssa.Call:
			if w.e.madeWith(in.Call.Value) == w.made {
				w.at = in.Pos()
				return false
			}
		case *ssa.Defer:
			if w.e.endsContextOf(in) == w.made {
				w.at = in.Pos()
				return false
			}
		case *ssa.Return:
			return true
		}
	}
	for _, s := range b.Succs {
		if !w.seen[s] {
			w.seen[s] = true
			if w.around(s, 0) {
				return true
			}
		}
	}
	return false
}

// harms reports whether a use is a call that is seen to come to nothing on a
// dead context: it leaves the process, or by its name ends something, or waits
// on the context, here or in what is called.
func (e *engine) harms(u *use) bool {
	return (u.kind == UseCall || u.kind == UseRetain || u.kind == UseStart) && e.callHarms(u, map[*ssa.Function]bool{})
}

func (e *engine) callHarms(u *use, seen map[*ssa.Function]bool) bool {
	if u.out != "" {
		return true
	}
	if u.cl.fn != nil {
		return e.bodyHarms(u.cl.fn, u.cl.index(u.arg), seen)
	}
	if s := e.summaryOf(u.cl); s != nil {
		return s.outgoingOn(u.cl.index(u.arg))
	}
	return len(u.cl.rows) == 0 && IsCleanUp(e.calleeName(u))
}

// calleeName returns the name of what a use calls, for a function in a field that of
// the field; "" for other functions that are values.
func (e *engine) calleeName(u *use) string {
	if name := u.cl.name(); name != "" {
		return name
	}
	if c, ok := u.instr.(ssa.CallInstruction); ok && !c.Common().IsInvoke() {
		if f := readFrom(e.held(c.Common().Value)); f != nil {
			return f.Name()
		}
	}
	return ""
}

// bodyHarms looks for such a call in the body of a function of this package.
func (e *engine) bodyHarms(fn *ssa.Function, param int, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	harms := false
	e.eachUse(fn, func(u *use) {
		if harms {
			return
		}
		for _, o := range u.val {
			if o.param == nil || o.param.Parent() != fn || paramIndex(o.param) != param {
				continue
			}
			if u.kind == UseCall || u.kind == UseRetain || u.kind == UseStart {
				harms = harms || e.callHarms(u, seen)
			}
		}
	})
	return harms
}

// outgoingOn reports whether a function is seen to make an outgoing call on the
// context that is its parameter i.
func (s *Summary) outgoingOn(i int) bool {
	for _, o := range s.Outgoing {
		if o.Bound == boundBy(i) {
			return true
		}
	}
	return false
}

// rangeAt returns the call or other syntax at a position that SSA gave.
func (e *engine) rangeAt(pos token.Pos) analysisRange {
	if n := e.nodeAt(pos); n != nil {
		return analysisRange{n.Pos(), n.End()}
	}
	if e.exprs[pos] != nil {
		return analysisRange{e.exprs[pos].Pos(), e.exprs[pos].End()}
	}
	return analysisRange{pos, pos}
}
