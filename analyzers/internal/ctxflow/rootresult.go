package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A Root is a place where a context starts without a parent, or loses it.
type Root struct {
	Call    *ast.CallExpr // context.Background(), or the call of what hides it
	Prov    Provenance    // Fresh or Detached
	Reason  Reason        // why it is right, as far as the flow shows
	Todo    bool          // it is context.TODO(), by which the author says that it isn't right yet
	Carrier bool          // it is a request or another carrier, not a context
	Bounded bool          // it has a timeout of its own wherever it goes
	First   Use           // where it is first used: passed on or derived from
	Sink    Use           // the first call that can wait on it
	Source  *Source       // the context in scope at First that could be used instead, or nil
	Escapes bool          // a context derived from it is all that the function returns
	Place   Place
	Func    Func
	Name    *types.Var // the variable that the context made of it is assigned to, if any
	Assign  token.Token
	Mixed   bool // at First the value may also be another context
	Choice  bool // it is what holds at First unless the program decides for a caller's
	Given   bool // at First it is given to the very request that Source reads it from, in a function that sends requests and answers none
	InGroup bool // Source is the context of the group of tasks that First is part of, and no caller's
	Carries bool // what First makes of it has a value that the function puts there
	StartUp bool // its sinks are calls that a program makes once, as it starts
	Read    bool // First is a call that reads its values at most, and nothing waits on it
	GoesOut bool // it is seen to go into a call that leaves the process, here or in what it is passed to
}

// A Use is an expression that stands for a context, and where it goes.
type Use struct {
	Expr ast.Expr      // the argument, or the context itself
	Call *ast.CallExpr // what it is passed to
}

// Place says where the root is used.
type Place struct {
	Goroutine bool      // in a goroutine (or a task) started in the function that has the source
	Listens   bool      // that goroutine waits for what happens
	Joined    bool      // and is waited for itself
	Kept      bool      // in a literal that the function puts away for somebody else to call
	Job       bool      // in an endless loop of that goroutine
	Start     token.Pos // the go statement or the call that starts it
	Deferred  bool
	ErrorPath bool
	CleanUp   bool // what is called ends something
	Undoes    bool // what is called undoes what was begun, which is never done for somebody who waits
}

// root describes a root to the checks; nil when it has no syntax.
func (e *engine) root(fn *ssa.Function, rt *root) *Root {
	call := e.callExpr(rt.call)
	if call == nil {
		return nil
	}
	x := &Root{Call: call, Prov: rt.prov, Reason: e.reason(rt), Bounded: rt.bounded()}
	x.Carrier = !e.givesContext(rt.call)
	x.Todo = rt.todo
	var first, sink *use
	for _, u := range rt.uses {
		if !rt.waits(u) && u.kind != UseDerive && u.kind != UseReturn {
			continue
		}
		if first == nil {
			first = u
		}
		if sink == nil && rt.waits(u) {
			sink = u
		}
	}
	if first == nil {
		if first = e.read(rt); first == nil {
			return nil
		}
		x.Read = true
	}
	x.Escapes = e.givesOnly(fn, rt)
	x.First = e.useExpr(first, call)
	if x.First.Expr == nil {
		return nil
	}
	x.Mixed = !first.val.Only(rt.prov)
	place := first
	if sink != nil {
		x.Sink = e.useExpr(sink, call)
		place = sink
	}
	x.Choice = e.chosen(place, rt)
	owner := fn
	if x.Source = best(e.sources(first, x.First.Expr.Pos(), rt)); x.Source != nil {
		owner = x.Source.owner(first.fn)
	}
	x.Given = x.Source != nil && e.given(first, x.Source)
	x.StartUp, x.GoesOut, x.Carries = startUp(rt), e.goesOut(rt), isWithValue(first)
	x.Place = e.place(place, owner)
	if x.Read && x.Source != nil && x.Source.ofCommandLine() {
		return nil // a command's context ends with the program, but carries nothing as a rule
	}
	if x.Place.Joined && (x.Source == nil || !x.Source.FromCaller()) {
		if s := e.ofTask(place, x.First.Expr.Pos()); s != nil && !madeOf(s.Value, rt.call) {
			x.Source, x.InGroup = s, true
		}
	}
	x.Func = e.describe(fn, first.instr)
	x.Name, x.Assign = e.assigned(call)
	return x
}

// read returns the first use of a root in a call that reads its values at most, if no
// more comes of the root anywhere, nor another context of it there, else nil. Nor does
// it where the caller's values would be wrong, or are given as well; and who asks a
// root alone what it carries asks for what holds without any.
func (e *engine) read(r *root) *use {
	if e.merged(r) || e.sharedWork(r.call.Parent()) {
		return nil
	}
	for _, u := range r.uses {
		c, ok := u.instr.(ssa.CallInstruction)
		if !ok || u.kind != UseRead || ssa.Value(r.call.Value()) != c.Common().Args[u.arg] || e.givesContext(c) || c.Common().Signature().Params().Len() == 1 {
			return nil
		}
	}
	if len(r.uses) == 0 {
		return nil
	}
	return r.uses[0]
}

// given reports whether a context that is made at u replaces the one of the
// request that the source is: req = req.WithContext(ctx) in a client, which
// decides over the requests that it sends. In a handler, which has somebody to
// answer, the request's context is the caller's.
func (e *engine) given(u *use, src *Source) bool {
	if u.kind != UseDerive || src.def == nil || IsContext(src.def.Type()) || e.answers(u.fn) {
		return false
	}
	for _, next := range e.usesOf(u.fn) {
		c, ok := next.instr.(ssa.CallInstruction)
		if !ok || next.kind != UseDerive || !next.cl.recv || !sameRoot(next, u) {
			continue
		}
		for _, o := range e.value(next.cl.receiver(c.Common())) {
			if o.param != nil && ssa.Value(o.param) == src.def {
				return true
			}
		}
	}
	return false
}

// sameRoot reports whether all origins of one use's context are the other's.
func sameRoot(a, b *use) bool {
	for _, o := range a.val {
		if o.call == nil || !madeOf(b.val, o.call) {
			return false
		}
	}
	return len(a.val) > 0
}

// answers reports whether a function, or one that it stands in, has a
// parameter to write a response to.
func (e *engine) answers(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		for _, p := range fn.Params {
			if method(p.Type(), "WriteHeader", 1, 0) != nil {
				return true
			}
		}
	}
	return false
}

// startUp reports whether all that the root goes into are calls that the tables
// say a program makes as it starts, such as reading an SDK's configuration.
func startUp(r *root) bool {
	sinks := r.sinks()
	for _, u := range sinks {
		row := u.cl.role(ctxapi.Outgoing)
		if row == nil || !row.Has("start-up") {
			return false
		}
	}
	return len(sinks) > 0
}

// isWithValue reports whether a use puts a value into a context.
func isWithValue(u *use) bool {
	return u.kind == UseDerive && u.cl.obj != nil && u.cl.obj.Pkg() != nil && u.cl.obj.Pkg().Path() == "context" && u.cl.name() == "WithValue"
}

// goesOut reports whether a root goes into an outgoing call, or into a function
// that is seen to make one on it.
func (e *engine) goesOut(r *root) bool {
	for _, u := range r.sinks() {
		if u.out != "" {
			return true
		}
		s := e.summaryOf(u.cl)
		if s == nil {
			continue
		}
		if s.outgoingOn(u.cl.index(u.arg)) {
			return true
		}
	}
	return false
}

// givesContext reports whether a call has a context among its results.
func (e *engine) givesContext(c ssa.CallInstruction) bool {
	res := c.Common().Signature().Results()
	for i := range res.Len() {
		if e.types.context(res.At(i).Type()) {
			return true
		}
	}
	return false
}

// givesOnly reports whether fn returns a context that is derived from the root
// and little else: a deriver of its own, such as WithTenant(ctx, id), that
// forgets its parent. A bare root among other results often just fills a place,
// and of two contexts only one can be the parent. One that gives the cancel function
// too, and does anything with the context that it has, makes a new life on purpose.
func (e *engine) givesOnly(fn *ssa.Function, r *root) bool {
	res := fn.Signature.Results()
	if e.parents(fn.Signature) != 1 || res.Len() == 0 || res.Len() > 2 || !e.types.context(res.At(0).Type()) {
		return false
	}
	if res.Len() == 2 && isCancelType(res.At(1).Type()) && e.usesCaller(fn) {
		return false
	}
	for _, u := range r.uses {
		if u.kind != UseReturn {
			continue
		}
		for _, o := range u.val {
			if o.call == r.call && len(o.derive) > 0 {
				return true
			}
		}
	}
	return false
}

// usesCaller reports whether fn does anything with a caller's context. What it reads
// of an object that is a context besides, such as a command's flags, is none of that.
func (e *engine) usesCaller(fn *ssa.Function) bool {
	found := false
	e.eachUse(fn, func(u *use) {
		reads := u.kind == UseInspect && u.cl.recv && u.cl.obj != nil && !isContextMethod(u.cl.obj)
		found = found || u.val.Has(Caller) && !reads
	})
	return found
}

// parents counts the parameters that a context can be derived from: contexts, or,
// where there are none, what carries one.
func (e *engine) parents(sig *types.Signature) int {
	if n := len(e.types.contextParams(sig)); n > 0 {
		return n
	}
	n := 0
	for p := range sig.Params().Variables() {
		if e.types.carrier(p.Type()) {
			n++
		}
	}
	return n
}

// sources returns the callers' contexts in scope at a use of a root, without
// the variables that the root itself flows into.
func (e *engine) sources(u *use, pos token.Pos, rt *root) []Source {
	var out []Source
	for _, s := range e.InScope(u.fn, pos) {
		if !s.Param && rt != nil && madeOf(s.Value, rt.call) {
			continue
		}
		out = append(out, s)
	}
	return out
}

func madeOf(v Value, c ssa.CallInstruction) bool {
	for _, o := range v {
		if o.call == c {
			return true
		}
	}
	return false
}
