package ctxflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A doneMark is a place after which a context is known to be done, or after
// which a function is on its way out.
type doneMark struct {
	after ssa.Instruction   // everything it dominates
	block *ssa.BasicBlock   // or everything this block dominates
	weak  bool              // only may be done: counts for work with a bound of its own
	group bool              // a group's Wait, which only ends the group's own context
	of    ssa.Value         // the context that is done, nil if that isn't known
	cases []*ssa.BasicBlock // after a select: these branches are about something else
}

// covers reports whether the mark holds at the instruction.
func (m doneMark) covers(in ssa.Instruction) bool {
	if m.block != nil {
		return m.block.Dominates(in.Block())
	}
	if m.after == in || !dominates(m.after, in) {
		return false
	}
	for _, c := range m.cases {
		if c.Dominates(in.Block()) {
			return false
		}
	}
	return true
}

// marks returns the done marks of a function.
func (e *engine) marks(fn *ssa.Function) []doneMark {
	if ms, ok := e.dones[fn]; ok {
		return ms
	}
	ms := []doneMark{}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				if in.Op == token.ARROW && !in.CommaOk {
					if e.isDone(in.X) {
						ms = append(ms, doneMark{after: in, of: doneOf(in.X)})
					} else if isQuit(in.X.Type()) {
						ms = append(ms, doneMark{after: in, weak: true})
					}
				}
			case *ssa.Select:
				ms = append(ms, e.selectMarks(in)...)
			case *ssa.Call:
				if e.isCancel(in.Call.Value) {
					ms = append(ms, doneMark{after: in, of: cancelOf(e.held(in.Call.Value))})
				} else if ctx := e.groupContext(in); ctx != nil {
					ms = append(ms, doneMark{after: in, of: ctx, group: true})
				}
			case *ssa.If:
				ms = append(ms, e.ifMarks(in)...)
			}
		}
	}
	e.dones[fn] = ms
	return ms
}

// selectMarks marks the Done branches of a select, and what follows a select
// that has one once its other branches have come together with it.
func (e *engine) selectMarks(sel *ssa.Select) []doneMark {
	var ms []doneMark
	var cases []*ssa.BasicBlock
	some := false
	for i, st := range sel.States {
		b := caseBlock(sel, i)
		if b == nil {
			continue
		}
		switch {
		case st.Dir == types.RecvOnly && e.isDone(st.Chan):
			some = true
			ms = append(ms, doneMark{block: b, of: doneOf(st.Chan)})
		case st.Dir == types.RecvOnly && isQuit(st.Chan.Type()):
			ms = append(ms, doneMark{block: b, weak: true})
			cases = append(cases, b)
		default:
			cases = append(cases, b)
		}
	}
	if some && sel.Blocking {
		ms = append(ms, doneMark{after: sel, weak: true, cases: cases})
	}
	return ms
}

// caseBlock returns the block that runs when the select chose state i.
func caseBlock(sel *ssa.Select, i int) *ssa.BasicBlock {
	for _, r := range *sel.Referrers() {
		x, ok := r.(*ssa.Extract)
		if !ok || x.Index != 0 {
			continue
		}
		for _, r := range *x.Referrers() {
			cmp, ok := r.(*ssa.BinOp)
			if !ok || cmp.Op != token.EQL {
				continue
			}
			k, ok := cmp.Y.(*ssa.Const)
			if !ok || k.Value == nil || k.Value.Kind() != constant.Int || k.Int64() != int64(i) {
				continue
			}
			for _, r := range *cmp.Referrers() {
				if br, ok := r.(*ssa.If); ok {
					return br.Block().Succs[0]
				}
			}
		}
	}
	return nil
}

// ifMarks marks the branch of an if that only a done context can reach.
func (e *engine) ifMarks(br *ssa.If) []doneMark {
	yes, no := br.Block().Succs[0], br.Block().Succs[1]
	var of ssa.Value
	single := func(b *ssa.BasicBlock) []doneMark {
		if len(b.Preds) == 1 {
			return []doneMark{{block: b, of: of}}
		}
		return nil
	}
	cond, neg := br.Cond, false
	if u, ok := cond.(*ssa.UnOp); ok && u.Op == token.NOT {
		cond, neg = u.X, true
	}
	if neg {
		yes, no = no, yes
	}
	switch c := cond.(type) {
	case *ssa.BinOp:
		if !e.isErr(c.X) && !e.isErr(c.Y) && !isCanceled(c.X) && !isCanceled(c.Y) {
			return nil
		}
		if of = errOf(c.X); of == nil {
			of = errOf(c.Y)
		}
		switch nilCmp := isNil(c.X) || isNil(c.Y); {
		case c.Op == token.NEQ && nilCmp, c.Op == token.EQL && !nilCmp:
			return single(yes)
		case c.Op == token.EQL && nilCmp:
			return single(no)
		}
	case *ssa.Call:
		cl := e.callee(c.Common())
		if cl.obj != nil && cl.obj.Name() == "Is" && len(c.Call.Args) == 2 && isCanceled(c.Call.Args[1]) {
			of = errOf(c.Call.Args[0])
			return single(yes)
		}
	}
	return nil
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// isCanceled reports whether v is context.Canceled or context.DeadlineExceeded.
func isCanceled(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "context" && (g.Name() == "Canceled" || g.Name() == "DeadlineExceeded")
}

// isErr reports whether v is the result of a context's Err, or of context.Cause.
func (e *engine) isErr(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	if c.Call.IsInvoke() {
		return c.Call.Method.Name() == "Err" && e.types.context(c.Call.Value.Type())
	}
	f := c.Call.StaticCallee()
	return f != nil && f.Object() != nil && f.Object().Pkg() != nil && f.Object().Pkg().Path() == "context" && f.Name() == "Cause"
}

// isDone reports whether v is the Done channel of a context.
func (e *engine) isDone(v ssa.Value) bool {
	c, ok := e.held(v).(*ssa.Call)
	if !ok {
		return false
	}
	if c.Call.IsInvoke() {
		return c.Call.Method.Name() == "Done" && e.types.context(c.Call.Value.Type())
	}
	cl := e.callee(c.Common())
	return cl.obj != nil && cl.obj.Name() == "Done" && cl.recv && e.types.context(c.Call.Args[0].Type())
}

// isQuit reports whether a channel of this type is one that tells to stop: it
// carries nothing, or signals.
func isQuit(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	if st, ok := ch.Elem().Underlying().(*types.Struct); ok {
		return st.NumFields() == 0
	}
	n := named(ch.Elem())
	return n != nil && n.Obj().Name() == "Signal"
}

// isCancel reports whether v is the cancel function of a derived context.
func (e *engine) isCancel(v ssa.Value) bool {
	x, ok := e.held(v).(*ssa.Extract)
	if !ok || x.Index == 0 {
		return false
	}
	c, ok := x.Tuple.(*ssa.Call)
	if !ok {
		return false
	}
	row := e.callee(c.Common()).role(ctxapi.Derive)
	return row != nil && row.Adds("cancel")
}

// afterDone reports whether the instruction runs only when a context is done
// already: in its own function, where its literal was made, or wherever its
// unexported function is called. Weak marks count where the work is bounded.
func (e *engine) afterDone(in ssa.Instruction, bounded bool, depth int) bool {
	fn := in.Parent()
	for _, m := range e.marks(fn) {
		if !m.group && (!m.weak || bounded) && m.covers(in) {
			return true
		}
	}
	if depth == 0 {
		return false
	}
	if fn.Parent() == nil && (token.IsExported(fn.Name()) && depth < maxDepth) {
		return false
	}
	k := end{fn, bounded, depth}
	r, ok := e.ends[k]
	if !ok {
		r = e.calledAfterDone(k)
		e.ends[k] = r
	}
	return r
}

// An end is a function about which it is asked whether all its callers, up to
// some depth, are on their way out.
type end struct {
	fn      *ssa.Function
	bounded bool
	depth   int
}

func (e *engine) calledAfterDone(k end) bool {
	sites := e.sites[k.fn]
	for _, s := range sites {
		if s.In == k.fn || !e.afterDone(s.Instr, k.bounded, k.depth-1) {
			return false
		}
	}
	return len(sites) > 0
}

// maxDepth bounds how far up the callers are asked.
const maxDepth = 4

// nilGuarded reports whether the instruction only runs because some context
// was nil: if ctx == nil { ctx = context.Background() }, also where what was nil
// is the struct that would have held it.
func (e *engine) nilGuarded(in ssa.Instruction) bool {
	b := in.Block()
	for d := b; d != nil; d = d.Idom() {
		if len(d.Preds) != 1 {
			continue
		}
		br, ok := d.Preds[0].Instrs[len(d.Preds[0].Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := br.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		x := cmp.X
		if isNil(x) {
			x = cmp.Y
		} else if !isNil(cmp.Y) {
			continue
		}
		onNil := cmp.Op == token.EQL && br.Block().Succs[0] == d || cmp.Op == token.NEQ && br.Block().Succs[1] == d
		if onNil && e.mayHoldContext(x.Type()) {
			return true
		}
	}
	return false
}

// mayHoldContext reports whether a nil of this type means that no context was given.
func (e *engine) mayHoldContext(t types.Type) bool {
	if e.types.carrier(t) {
		return true
	}
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	st, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if e.types.context(st.Field(i).Type()) {
			return true
		}
	}
	return false
}

// cleanUp names what is done when work ends, which often has to happen even
// though the caller is gone.
var cleanUp = []string{"shutdown", "close", "stop", "cleanup", "clean", "release", "unlock", "rollback", "abort", "kill", "drain", "flush", "disconnect",
	"deregister", "unregister", "terminate", "teardown", "destroy", "remove", "delete", "revoke", "cancel", "detach", "leave", "resign", "restore", "finish", "quit", "unsubscribe"}

// IsCleanUp reports whether a function's name says that it ends something.
func IsCleanUp(name string) bool {
	name = strings.ToLower(name)
	for _, w := range cleanUp {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return strings.HasSuffix(name, "cleanup") || strings.HasSuffix(name, "shutdown") || strings.HasPrefix(name, "graceful")
}

// undoes reports whether a function's name says that it undoes what was begun.
func undoes(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"abort", "rollback", "unlock"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// chosen reports whether a root is where a variable starts from, into which
// some branch puts the context of a caller: whether to follow the caller is then
// the program's decision, and not a slip. The other way about it is one.
func (e *engine) chosen(u *use, rt *root) bool {
	c, ok := u.instr.(ssa.CallInstruction)
	if !ok || u.arg < 0 || u.arg >= len(c.Common().Args) {
		return false
	}
	phi, ok := c.Common().Args[u.arg].(*ssa.Phi)
	if !ok {
		return false
	}
	from := phi.Block().Preds
	for i, start := range phi.Edges {
		if !e.comesFrom(start, rt) {
			continue
		}
		for j, other := range phi.Edges {
			if (e.value(other).Only(Caller) || e.madeFor(other)) && from[i] != from[j] && from[i].Dominates(from[j]) {
				return true
			}
		}
	}
	return false
}

// madeFor reports whether a context is what a function gives for what carries a
// caller's, such as one with the timeout that a command's flags say. What that function
// makes it of is told there.
func (e *engine) madeFor(v ssa.Value) bool {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	c, ok := v.(*ssa.Call)
	return ok && e.givesContext(c) && slices.ContainsFunc(c.Call.Args, func(a ssa.Value) bool { return e.types.carrier(a.Type()) && e.value(a).Only(Caller) })
}

// comesFrom reports whether a value is a root, or made of it.
func (e *engine) comesFrom(v ssa.Value, rt *root) bool {
	val := e.value(v)
	return val.Only(rt.prov) && slices.ContainsFunc(val, func(o *Origin) bool { return o.call == rt.call })
}
