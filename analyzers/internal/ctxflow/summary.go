package ctxflow

import (
	"fmt"
	"go/token"
	"go/types"
	"sort"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// summaryOf returns the summary of a callee, or nil when nothing is known:
// of the body in this package, of the only visible implementations of an
// interface method, or the fact from another package.
func (e *engine) summaryOf(c callee) *Summary {
	switch {
	case c.fn != nil:
		return e.summary(c.fn)
	case c.obj == nil:
		return nil
	case c.invoke:
		if token.IsExported(interfaceName(c.obj)) {
			return nil // others may implement it
		}
		if fns := e.implementers(c.obj); len(fns) == 1 {
			return e.summary(fns[0])
		}
		return nil
	}
	return e.fact(c.obj)
}

func interfaceName(m *types.Func) string {
	if n := named(m.Signature().Recv().Type()); n != nil {
		return n.Obj().Name()
	}
	return ""
}

// summary computes the summary of a function of this package. It returns nil
// for one that is being computed.
func (e *engine) summary(fn *ssa.Function) *Summary {
	if s, ok := e.summaries[fn]; ok {
		return s
	}
	if e.busy[fn] {
		return nil
	}
	e.busy[fn] = true
	defer delete(e.busy, fn)
	s := &Summary{}
	s.Results = e.results(fn)
	s.Params = e.params(fn, s.Results)
	s.Wraps = e.wraps(fn)
	s.Deprecated = e.isDeprecatedSibling(fn)
	e.effects(fn, s)
	s.Endless = e.endless(fn)
	s.Unlimited = e.unlimitedResults(fn)
	s.Holds = e.holds(fn)
	e.summaries[fn] = s
	return s
}

// results summarizes the context and carrier results of fn.
func (e *engine) results(fn *ssa.Function) []ResultSummary {
	var rs []ResultSummary
	res := fn.Signature.Results()
	given := e.takesCarrier(fn)
	for i := range res.Len() {
		if !e.types.carrier(res.At(i).Type()) {
			continue
		}
		r := ResultSummary{Index: i}
		for _, b := range fn.Blocks {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if !ok || i >= len(ret.Results) {
				continue
			}
			for _, o := range e.value(ret.Results[i]) {
				if o.Prov == Fresh && e.nilGuarded(o.call) {
					continue // stands in for a context that wasn't given
				}
				if o.Prov == Fresh && given {
					r.Other = true // told there, or right there, and no fault of the callers
					continue
				}
				if o.Prov == Fresh && e.cancelledByHand(o) {
					c := *o
					c.Deadline.Unclear = true // a signal may end it, or a timer
					o = &c
				}
				r.merge(fn, o)
			}
		}
		rs = append(rs, r)
	}
	return rs
}

// takesCarrier reports whether one of fn's parameters is a context or carries one.
func (e *engine) takesCarrier(fn *ssa.Function) bool {
	for i := range fn.Signature.Params().Len() {
		if e.types.carrier(fn.Signature.Params().At(i).Type()) {
			return true
		}
	}
	return false
}

// merge adds an origin of a returned value.
func (r *ResultSummary) merge(fn *ssa.Function, o *Origin) {
	switch o.Prov {
	case Caller:
		if o.param.Parent() != fn {
			r.Other = true // an enclosing function's
			return
		}
		d := Derived{Param: paramIndex(o.param), Deadline: o.Deadline}
		for _, x := range r.From {
			if x == d {
				return
			}
		}
		r.From = append(r.From, d)
	case Fresh:
		r.Fresh = true
		r.Deadline = r.Deadline.min(o.Deadline)
	case Detached:
		r.Detached = true
		r.Deadline = r.Deadline.min(o.Deadline)
	case Nil:
	default:
		r.Other = true
	}
}

// params summarizes the context parameters of fn.
func (e *engine) params(fn *ssa.Function, results []ResultSummary) []ParamSummary {
	var ps []ParamSummary
	for _, i := range e.types.contextParams(fn.Signature) {
		k := i
		if fn.Signature.Recv() != nil {
			k++
		}
		if k >= len(fn.Params) {
			continue
		}
		p := ParamSummary{Index: i}
		param := fn.Params[k]
		if refs := param.Referrers(); refs == nil || len(*refs) == 0 {
			p.Unread = true
		} else {
			e.paramUses(fn, param, &p)
			p.Kept = p.Kept && !derivesFrom(results, i)
		}
		if p != (ParamSummary{Index: i}) {
			ps = append(ps, p)
		}
	}
	return ps
}

// derivesFrom reports whether a result comes from the parameter, which hands
// it to whoever uses the result.
func derivesFrom(results []ResultSummary, param int) bool {
	for _, r := range results {
		for _, d := range r.From {
			if d.Param == param {
				return true
			}
		}
	}
	return false
}

// paramUses fills in what fn and its literals do with the parameter.
func (e *engine) paramUses(fn *ssa.Function, param *ssa.Parameter, p *ParamSummary) {
	passed, direct := false, false
	e.eachUse(fn, func(u *use) {
		if !u.from(param) {
			return
		}
		switch u.kind {
		case UseCall, UseOwn, UseReturn, UseInspect:
			passed = true
		case UseRetain, UseField, UseGlobal, UseOther:
			p.Retained, passed = p.Retained || !e.staysHere(u), true
		}
		switch g := e.goroutine(u.instr, fn); {
		case u.kind == UseStart:
			p.Goroutine, passed = true, true
		case (u.kind == UseCall || u.kind == UseInspect) && g.started && !g.joined:
			p.Goroutine = true
			direct = direct || !e.listens(u, fn)
		case u.kind == UseCall, u.kind == UseOwn:
			direct = true
		}
		if e.inKeptLiteral(u.fn, fn) {
			p.Retained, passed = true, true
		}
	})
	p.Kept = !passed
	p.Starts = p.Goroutine && !direct
}

// effects fills in what fn does besides handling contexts: roots, outgoing
// calls, sleeping and blocking. Goroutines that it starts are not its own waiting.
func (e *engine) effects(fn *ssa.Function, s *Summary) {
	if r := e.ownRoot(fn); r != nil {
		s.Root = []Hop{e.hop(fn, r.instr.Pos())}
		s.Bounded = r.val.Bounded()
	}
	e.eachInstr(fn, func(in ssa.Instruction) {
		if c, ok := in.(ssa.CallInstruction); ok {
			e.callEffects(fn, c, s)
			return
		}
		if !s.Blocks && e.blocks(in) {
			s.Blocks = true
		}
	})
	s.SleepsFor, s.SleepsIn = e.sleepsFor(fn)
	sort.SliceStable(s.Outgoing, func(i, j int) bool {
		a, b := s.Outgoing[i], s.Outgoing[j]
		return a.Kind < b.Kind || a.Kind == b.Kind && a.Bound < b.Bound
	})
	if len(s.Outgoing) > maxOutgoing {
		s.Outgoing = s.Outgoing[:maxOutgoing]
	}
}

// callEffects adds the effects of one call.
func (e *engine) callEffects(fn *ssa.Function, c ssa.CallInstruction, s *Summary) {
	cl := e.callee(c.Common())
	_, started := c.(*ssa.Go)
	if row := cl.outgoing(); row != nil {
		_, ctx := e.outgoing(c, cl)
		s.addOutgoing(e.outgoingOf(fn, c, row, ctx, e.otherBound(row, c, cl)))
	}
	if row := cl.role(ctxapi.Sleep); row != nil && !row.Has("ctx-aware") && !started {
		s.Sleeps = true
	}
	if !started && waitsForOthers(cl.role(ctxapi.Wait)) {
		s.Blocks = true
	}
	sub := e.summaryOf(cl)
	s.Bare = s.Bare || !started && e.bareCall(c, cl, sub)
	if sub == nil {
		return
	}
	if !started {
		s.Sleeps = s.Sleeps || sub.Sleeps
		s.Blocks = s.Blocks || sub.Blocks
	}
	if len(s.Root) == 0 && len(sub.Root) > 0 && sub.Wraps == "" && !started {
		s.Root = append([]Hop{e.hop(fn, c.Pos())}, sub.Root...)
		s.Bounded = sub.Bounded
		if len(s.Root) > maxHops {
			s.Root = s.Root[:maxHops]
		}
	}
	for _, o := range sub.Outgoing {
		o.Bound = e.rebind(fn, c, cl, o.Bound)
		o.Unsure = o.Unsure || started || e.inEndlessLoop(c)
		s.addOutgoing(o)
	}
}

// waitsForOthers reports whether a row is about waiting that a context could
// cut short but doesn't. A lock is held for moments as a rule, and sync.Once
// waits for what it runs, which is looked at itself; else every function that
// locks something would be said to block.
func waitsForOthers(row *ctxapi.Row) bool {
	return row != nil && !row.Has("ctx-aware") && !row.Has("depends") && !row.Has("lock") && !strings.HasPrefix(row.Kind, "inline")
}

// outgoingOf describes an outgoing call in fn. One in a loop that has no end
// lasts as long as the loop.
func (e *engine) outgoingOf(fn *ssa.Function, c ssa.CallInstruction, row *ctxapi.Row, ctx ssa.Value, other bool) Outgoing {
	o := Outgoing{Kind: row.Kind, Bound: e.boundIn(fn, ctx)}
	if ctx == nil && other {
		o.Bound = "unknown"
	} else if strings.HasPrefix(o.Bound, "param") {
		_, started := c.(*ssa.Go)
		o.Unsure = other || started || e.inEndlessLoop(c)
	}
	return o
}

func (s *Summary) addOutgoing(o Outgoing) {
	for _, x := range s.Outgoing {
		if x == o {
			return
		}
	}
	s.Outgoing = append(s.Outgoing, o)
}

// boundIn says what bounds a call made on the context v inside fn.
func (e *engine) boundIn(fn *ssa.Function, v ssa.Value) string {
	if v == nil {
		return "nothing"
	}
	val := e.value(v)
	switch {
	case val.Bounded():
		return "self"
	case val.Unbounded():
		return "nothing"
	case val.Only(Caller):
		p := val[0].param
		if p != nil && p.Parent() == fn {
			return boundBy(paramIndex(p))
		}
	}
	return "unknown"
}

// boundBy returns the bound of a call that the parameter of that index bounds.
func boundBy(param int) string { return fmt.Sprintf("param %d", param) }

// rebind turns the bound of a callee's outgoing call into the caller's words.
func (e *engine) rebind(fn *ssa.Function, c ssa.CallInstruction, cl callee, bound string) string {
	var i int
	if _, err := fmt.Sscanf(bound, "param %d", &i); err != nil {
		return bound
	}
	if arg := cl.param(c.Common(), i); arg != nil {
		return e.boundIn(fn, arg)
	}
	return "unknown"
}

// blocks reports whether an instruction waits on a channel with no way out.
func (e *engine) blocks(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op == token.ARROW && !e.isDone(in.X)
	case *ssa.Send:
		return true
	case *ssa.Select:
		if !in.Blocking {
			return false
		}
		for _, st := range in.States {
			if e.isDone(st.Chan) {
				return false
			}
		}
		return true
	}
	return false
}
