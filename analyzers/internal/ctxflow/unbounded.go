package ctxflow

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// UnboundedCalls returns the calls that leave the process on a context that
// has no deadline, where nothing else bounds them, in source order: calls that
// the tables know, and of functions that hand their context to such a call.
// Requests of HTTP clients and dialling have questions of their own.
func (r *Result) UnboundedCalls() []*EndlessCall {
	return r.endlessCalls((*engine).unboundedCall)
}

// unboundedCall returns a call that leaves the process on a context without a
// deadline, or nil.
func (e *engine) unboundedCall(c ssa.CallInstruction, cl callee) *EndlessCall {
	kind, ctx := "", ssa.Value(nil)
	if row := cl.outgoing(); row != nil {
		if strings.HasPrefix(row.Attr("timeout"), "Client.") || row.Kind == "process" || e.otherBound(row, c, cl) {
			return nil
		}
		kind, ctx = e.outgoing(c, cl)
		if isDialling(row, cl) {
			return nil
		}
	} else if len(cl.rows) == 0 {
		kind, ctx = e.handsOn(c, cl)
	}
	if ctx == nil || kind == "" {
		return nil
	}
	t := &endlessTrace{e: e, busy: map[ssa.Value]bool{}}
	if !t.endless(e.value(ctx)) || t.far && !e.looping(c, maxDepth) {
		return nil
	}
	return &EndlessCall{Kind: kind, Roots: t.roots, Far: t.far}
}

// isDialling reports whether a row is about a dialer's method, which only
// opens a connection.
func isDialling(row *ctxapi.Row, cl callee) bool {
	return row.Kind == "socket" && strings.HasPrefix(row.Attr("timeout"), "Dialer.")
}

// handsOn returns the context that a function of the user's passes on to an
// outgoing call which nothing else bounds, and the kind of that call.
func (e *engine) handsOn(c ssa.CallInstruction, cl callee) (kind string, ctx ssa.Value) {
	s := e.summaryOf(cl)
	if s == nil {
		return "", nil
	}
	for _, o := range s.Outgoing {
		var i int
		if _, err := fmt.Sscanf(o.Bound, "param %d", &i); err != nil || o.Unsure {
			continue
		}
		if a := cl.param(c.Common(), i); a != nil && e.types.context(a.Type()) && !e.ignoresArgument(c, a) {
			return o.Kind, a
		}
	}
	return "", nil
}

// ignoresArgument reports whether a call makes nothing of a context that it is given.
func (e *engine) ignoresArgument(c ssa.CallInstruction, ctx ssa.Value) bool {
	for _, u := range e.usesOf(c.Parent()) {
		if u.instr == ssa.Instruction(c) && e.argument(u) == ctx {
			return u.kind == UseIgnored
		}
	}
	return false
}

// otherBound reports whether something besides its context may bound a call, or
// the call is meant to last.
func (e *engine) otherBound(row *ctxapi.Row, c ssa.CallInstruction, cl callee) bool {
	if row.Has("stream") || row.Has("long") || row.Has("needs-deadline") || row.BoundedByDefault() || row.BoundedByArgument() {
		return true
	}
	if row.Kind == "grpc" && e.limitsCalls() {
		return true
	}
	if opt := row.Attr("only-with"); opt != "" && !e.hasOption(c, opt) {
		return true
	}
	timeout := row.Attr("timeout")
	v := cl.receiver(c.Common())
	if i := argument(timeout); i >= 0 {
		v = cl.param(c.Common(), i)
	}
	if v != nil && strings.HasPrefix(timeout, "Client.") {
		v = e.clientOf(v)
	}
	if v != nil && (e.types.limits(v.Type()) && timeout != "" || isTransport(v.Type()) || isDialling(row, cl)) {
		return e.unlimited(v) == nil
	}
	return timeout != ""
}

// hasOption reports whether the call of the named function of some package is
// among the variadic arguments of a call.
func (e *engine) hasOption(c ssa.CallInstruction, name string) bool {
	for _, v := range variadic(c.Common()) {
		if o, ok := v.(*ssa.Call); ok && e.callee(o.Common()).name() == name {
			return true
		}
	}
	return false
}

// noDeadline reports whether a context that was made in sight has no deadline for
// sure, and returns the calls that made it.
func (e *engine) noDeadline(v Value) (roots []*ast.CallExpr, ok bool) {
	t := &endlessTrace{e: e, busy: map[ssa.Value]bool{}}
	if !t.endless(v) || t.far {
		return nil, false
	}
	return t.roots, true
}

// An endlessTrace follows contexts to their roots, also through the fields and
// parameters that only this package can set.
type endlessTrace struct {
	e     *engine
	busy  map[ssa.Value]bool
	roots []*ast.CallExpr
	far   bool // through a field, package variable or parameter
	some  bool
	steps int
}

// endless reports whether a context has no deadline for sure, and nothing that
// stands in for one: no timer that cancels it, say.
func (t *endlessTrace) endless(v Value) bool {
	for _, o := range v {
		if t.steps++; o.Prov == Nil || t.steps > maxLimitSteps {
			continue
		}
		if o.Deadline.Bounded || o.Deadline.Unclear || t.e.cancelledByHand(o) || !t.origin(o) {
			return false
		}
	}
	return t.some && t.steps <= maxLimitSteps
}

func (t *endlessTrace) origin(o *Origin) bool {
	switch o.Prov {
	case Fresh, Detached:
		if o.call == nil {
			return false
		}
		t.some = true
		if call := t.e.callExpr(o.call); call != nil {
			t.roots = append(t.roots, call)
		}
		return true
	case Caller:
		if o.param == nil || !IsContext(o.param.Type()) {
			return false
		}
		t.far = true
		args, ok := t.e.argsFor(o.param)
		return ok && t.all(args)
	case Stored:
		t.far = true
		return t.stored(o)
	}
	return false
}

// stored looks at all that the package stores in a field or variable.
func (t *endlessTrace) stored(o *Origin) bool {
	var vals []ssa.Value
	f, ok := o.obj.(*types.Var)
	if !ok {
		return false
	}
	if o.base == nil {
		g := t.e.pkg.Var(f.Name())
		if g == nil || g.Object() != o.obj || f.Exported() {
			return false
		}
		for _, st := range t.e.globalStores()[g] {
			vals = append(vals, st.Val)
		}
		return len(vals) > 0 && t.all(vals)
	}
	if !t.e.private(o.base.Type(), f) {
		return false
	}
	vals = t.e.storedInField(f)
	return len(vals) > 0 && t.all(vals)
}

func (t *endlessTrace) all(vs []ssa.Value) bool {
	for _, v := range vs {
		if t.busy[v] {
			continue
		}
		t.busy[v] = true
		if !t.endless(t.e.value(v)) {
			return false
		}
	}
	return true
}

// looping reports whether an instruction runs over and over: it is in a loop
// that has no end of its own, or its function is called there.
func (e *engine) looping(in ssa.Instruction, depth int) bool {
	if e.inEndlessLoop(in) {
		return true
	}
	if depth == 0 {
		return false
	}
	for _, s := range e.sites[in.Parent()] {
		if s.Kind != SiteValue && !e.isTestFile(s.Instr.Pos()) && e.looping(s.Instr, depth-1) {
			return true
		}
	}
	return false
}

// inEndlessLoop reports whether the instruction stands in a loop that has no
// end of its own.
func (e *engine) inEndlessLoop(in ssa.Instruction) bool {
	for _, loop := range e.endlessLoops() {
		if loop.Pos() <= in.Pos() && in.Pos() < loop.End() {
			return true
		}
	}
	return false
}

// cancelledByHand reports whether a cancel function of the context may be
// called otherwise than at the end of the function, or by whoever keeps it: by
// a timer, a callback, another goroutine.
func (e *engine) cancelledByHand(o *Origin) bool {
	for _, d := range o.derive {
		c, ok := d.(*ssa.Call)
		if !ok {
			continue
		}
		for _, in := range *c.Referrers() {
			x, ok := in.(*ssa.Extract)
			if ok && isCancelType(x.Type()) && e.calledByHand(x, map[ssa.Value]bool{}) {
				return true
			}
		}
	}
	return false
}

// calledByHand looks at the uses of a cancel function.
func (e *engine) calledByHand(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, in := range *v.Referrers() {
		switch in := in.(type) {
		case *ssa.Defer:
			if in.Call.Value != v {
				return true
			}
		case *ssa.Return, *ssa.DebugRef:
		case *ssa.ChangeType:
			if e.calledByHand(in, seen) {
				return true
			}
		case *ssa.Store:
			if _, ok := in.Addr.(*ssa.FieldAddr); !ok && e.heldByHand(in.Addr, seen) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// heldByHand looks at the uses of a variable that holds a cancel function.
func (e *engine) heldByHand(addr ssa.Value, seen map[ssa.Value]bool) bool {
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return true
	}
	if seen[a] {
		return false
	}
	seen[a] = true
	for _, in := range *a.Referrers() {
		if load, ok := in.(*ssa.UnOp); ok && e.calledByHand(load, seen) {
			return true
		}
	}
	for _, fv := range e.capturesOf(a) {
		if !e.deferredOnly(fv.Parent()) {
			return true
		}
	}
	return false
}

// program reports whether the package is a program, also one of several that
// are linked together and have their main in packages of other names.
func (e *engine) program() bool {
	return e.pass.Pkg.Name() == "main" || e.pkg.Func("main") != nil
}

// commands reports whether the package holds commands of a program for the
// command line: functions that take what a library for such programs gives them.
func (e *engine) commands() bool {
	for _, fn := range e.fns {
		if slices.ContainsFunc(fn.Params, isCommandLine) {
			return true
		}
	}
	return false
}

// daemon reports whether the package, a program, stays: it serves, waits for a
// signal or blocks for ever.
func (e *engine) daemon() bool {
	if e.stays == nil {
		stays := e.findDaemon()
		e.stays = &stays
	}
	return *e.stays
}

func (e *engine) findDaemon() bool {
	for _, fn := range e.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Select:
					if in.Blocking && len(in.States) == 0 {
						return true
					}
				case ssa.CallInstruction:
					if e.staying(e.callee(in.Common())) && !e.isTestFile(in.Pos()) {
						return true
					}
				}
			}
		}
	}
	return false
}

// staying reports whether a callee is one that a program calls to stay.
func (e *engine) staying(cl callee) bool {
	for _, row := range cl.rows {
		if row.Role == ctxapi.Wait && row.Has("long-lived") || row.Role == ctxapi.NoDeadline && isServing(row) {
			return true
		}
	}
	return false
}
