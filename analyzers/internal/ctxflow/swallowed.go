package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Swallow is a return of a nil error where a context is done, or its deadline
// has passed, in a function that returns a nil error as well when its work is
// done: who calls it can't tell the one from the other.
type Swallow struct {
	At       ast.Node // what is returned for the error, or what decides that it is nil
	Ctx      ast.Expr // the context that is done, nil where the code looks at an error
	Canceled bool     // a comparison makes an error of context.Canceled alone
	Expired  bool     // what waits until the context is over, and nobody asks why it is
	Func     Func
}

// Swallows returns the swallowed ends of contexts in source order.
//
// A function whose work is to run until its context is done has no other way to
// end well, and isn't among them; nor is one that has something to do because the
// context is done, or whose callers make nothing of its error.
func (r *Result) Swallows() []*Swallow {
	return gather(r, (*engine).swallow, func(s *Swallow) token.Pos { return s.At.Pos() })
}

func (e *engine) swallow(in ssa.Instruction) *Swallow {
	switch in := in.(type) {
	case *ssa.Return:
		return e.swallowedEnd(in)
	case *ssa.If:
		return e.untoldDeadline(in)
	}
	return e.untoldExpiry(in)
}

// swallowedEnd is for a return where a context is done.
func (e *engine) swallowedEnd(ret *ssa.Return) *Swallow {
	stmt := e.nilReturn(ret)
	if stmt == nil {
		return nil
	}
	end := e.endOver(ret)
	if end == nil || len(ret.Results) == 1 && !end.passed && e.mayRunOn(ret, end) || !e.quietUntil(end, ret) || !e.plainResults(ret, stmt) || !e.endsWell(ret) || !e.errorMatters(ret.Parent()) || e.errorless(ret.Parent()) {
		return nil
	}
	return &Swallow{
		At:   stmt.Results[len(stmt.Results)-1],
		Ctx:  end.ctx,
		Func: e.describe(topOf(ret.Parent()), ret),
	}
}

// nilReturn returns the syntax of a return whose last result is an error and
// written as nil; nil for others.
func (e *engine) nilReturn(ret *ssa.Return) *ast.ReturnStmt {
	res := ret.Parent().Signature.Results()
	if res.Len() == 0 || !isErrorType(res.At(res.Len()-1).Type()) || ret.Parent().Synthetic != "" {
		return nil
	}
	stmt, ok := e.nodeAt(ret.Pos()).(*ast.ReturnStmt)
	if !ok || len(stmt.Results) != res.Len() || !e.pass.TypesInfo.Types[stmt.Results[len(stmt.Results)-1]].IsNil() {
		return nil
	}
	return stmt
}

// An endBranch is where control goes only because a context is done.
type endBranch struct {
	block  *ssa.BasicBlock
	of     ssa.Value // the context, nil where the code looks at an error
	ctx    ast.Expr  // as written, nil where that isn't found
	passed bool      // an error says that its deadline has passed
}

// endOver returns the nearest branch around an instruction that is taken only
// because the caller's context is done, or because its deadline has passed; nil if
// there is none.
func (e *engine) endOver(in ssa.Instruction) *endBranch {
	for b := in.Block(); b != nil; b = b.Idom() {
		if x := e.endBranch(b); x != nil {
			return x
		}
	}
	return nil
}

// endBranch tells whether a block is such a branch.
func (e *engine) endBranch(b *ssa.BasicBlock) *endBranch {
	if of := e.doneIn(b, e.lastsAsCaller); of != nil {
		return &endBranch{block: b, of: of, ctx: e.contextExpr(of, b)}
	}
	if e.deadlineTests(b) {
		return &endBranch{block: b, passed: true}
	}
	return nil
}

// doneIn returns the context that is asked for and for which a block is entered only as
// it is done, or nil.
func (e *engine) doneIn(b *ssa.BasicBlock, asked func(ssa.Value) bool) ssa.Value {
	for _, m := range e.marks(b.Parent()) {
		if m.block == b && !m.weak && m.of != nil && asked(m.of) {
			return m.of
		}
	}
	return nil
}

// doneAround returns the context that is done for sure where a block runs, the nearest
// that is asked about, or nil.
func (e *engine) doneAround(b *ssa.BasicBlock) ssa.Value {
	for ; b != nil; b = b.Idom() {
		if of := e.doneIn(b, func(ssa.Value) bool { return true }); of != nil {
			return of
		}
	}
	return nil
}

// mayRunOn reports whether the function of a return may be one that is there to run until
// its context is done: it is a literal on the context of another function, its name says
// so, or the same select has another case that ends it with nil, for a channel that tells
// to stop, or the pause that was waited for.
func (e *engine) mayRunOn(ret *ssa.Return, end *endBranch) bool {
	fn := ret.Parent()
	if runsOn().MatchString(fn.Name()) {
		return true
	}
	for _, o := range e.value(end.of) {
		if o.param == nil || o.param.Parent() != fn {
			return true
		}
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			sel, ok := in.(*ssa.Select)
			if !ok {
				continue
			}
			for i, st := range sel.States {
				at := caseBlock(sel, i)
				if at != nil && at != end.block && st.Dir == types.RecvOnly && (isQuit(st.Chan.Type()) && !e.isDone(st.Chan) || e.timerChan(st.Chan)) && e.endsInNil(at) {
					return true
				}
			}
		}
	}
	return false
}

// runsOn finds the names of functions that run until they are told to stop.
var runsOn = pattern(`^(?i:run|serve|start|watch|listen|loop|poll|stream|follow|monitor|forward|consume|subscribe)|(?:Loop|Worker|Watcher|Runner)$`)

// endsInNil reports whether a block does no more than to return a nil error.
func (e *engine) endsInNil(b *ssa.BasicBlock) bool {
	ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
	return ok && e.nilReturn(ret) != nil
}

// lastsAsCaller reports whether a context ends as its caller's does: it comes
// from the caller, and has no timeout of its own after which to go on is meant.
func (e *engine) lastsAsCaller(ctx ssa.Value) bool {
	v := e.value(ctx)
	for _, o := range v {
		if o.Prov != Caller || o.Deadline.Bounded {
			return false
		}
	}
	return len(v) > 0
}

// deadlineTests reports whether control reaches a block only as an error turned
// out to be context.DeadlineExceeded, or one of several of which this is one.
func (e *engine) deadlineTests(b *ssa.BasicBlock) bool {
	passed := false
	for _, p := range b.Preds {
		br, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
		if !ok || p.Succs[0] != b || p.Succs[1] == b {
			return false
		}
		switch e.comparedWith(br.Cond) {
		case "DeadlineExceeded":
			passed = true
		case "Canceled":
		default:
			return false
		}
	}
	return passed
}

// comparedWith returns the name of the error of package context that a condition
// says some error is, "" for other conditions.
func (e *engine) comparedWith(cond ssa.Value) string {
	switch c := cond.(type) {
	case *ssa.BinOp:
		if c.Op == token.EQL {
			return contextError(c.X) + contextError(c.Y)
		}
	case *ssa.Call:
		cl := e.callee(c.Common())
		if cl.obj != nil && cl.obj.Name() == "Is" && len(c.Call.Args) == 2 {
			return contextError(c.Call.Args[1])
		}
	}
	return ""
}

// contextError returns Canceled or DeadlineExceeded where v is one of these
// variables of package context, else "".
func contextError(v ssa.Value) string {
	if !isCanceled(v) {
		return ""
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	return v.(*ssa.UnOp).X.(*ssa.Global).Name() // as isCanceled has made sure
}

// contextExpr returns how the context that b's branch looks at is written, nil
// where that isn't found.
func (e *engine) contextExpr(ctx ssa.Value, b *ssa.BasicBlock) ast.Expr {
	var found ast.Expr
	if ctx.Referrers() == nil {
		return nil
	}
	for _, in := range *ctx.Referrers() {
		c, ok := in.(*ssa.Call)
		if !ok || found != nil || methodReceiver(c) != ctx || !c.Block().Dominates(b) {
			continue
		}
		if call := e.callExpr(c); call != nil {
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && (sel.Sel.Name == "Done" || sel.Sel.Name == "Err") {
				found = sel.X
			}
		}
	}
	return found
}

// quietUntil reports whether nothing but logging and the stopping of timers is
// done between the start of the branch and the return.
func (e *engine) quietUntil(end *endBranch, ret *ssa.Return) bool {
	for _, b := range ret.Parent().Blocks {
		if !end.block.Dominates(b) || !blockReaches(b, ret.Block()) && b != ret.Block() {
			continue
		}
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Call:
				if !e.incidental(in) {
					return false
				}
			case *ssa.Send, *ssa.Select, *ssa.MapUpdate, *ssa.Go, *ssa.Panic:
				return false
			case *ssa.Store:
				if !localAddr(in.Addr) {
					return false
				}
			}
		}
	}
	return true
}

// localAddr reports whether an address is of a variable or array of the function.
func localAddr(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.IndexAddr:
		return localAddr(a.X)
	}
	return false
}

// incidental reports whether a call doesn't answer the end of a context: it logs,
// computes, or stops a timer.
func (e *engine) incidental(c *ssa.Call) bool {
	if _, builtin := c.Call.Value.(*ssa.Builtin); builtin {
		return true
	}
	cl := e.callee(c.Common())
	if idle(cl) || e.isErr(c) || c.Call.IsInvoke() && c.Call.Method.Name() == "Error" {
		return true
	}
	recv := cl.receiver(c.Common())
	return recv != nil && isTimerType(recv.Type())
}

// plainResults reports whether the other results of a return tell nothing: each
// is nil, a zero, or what the function gives back elsewhere too. A boolean says
// something by itself.
func (e *engine) plainResults(ret *ssa.Return, stmt *ast.ReturnStmt) bool {
	for i, x := range stmt.Results[:len(stmt.Results)-1] {
		t := ret.Results[i].Type().Underlying()
		if b, ok := t.(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
			return false
		}
		tv := e.pass.TypesInfo.Types[x]
		if lit, ok := x.(*ast.CompositeLit); ok && len(lit.Elts) == 0 || tv.IsNil() || tv.Value != nil {
			continue
		}
		return false
	}
	return true
}

// endsWell reports whether the function of a return has another one that tells
// that its work is done, for other reasons than that the context, a channel or
// somebody who said so has ended, or that some error tells the end of a stream.
func (e *engine) endsWell(ret *ssa.Return) bool {
	fn := ret.Parent()
	for _, b := range fn.Blocks {
		other, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || other == ret || e.nilReturn(other) == nil && !e.success(other) {
			continue
		}
		if !e.endedBy(other) && !e.onErrorPath(other) {
			return true
		}
	}
	return false
}

// success reports whether a return may say that all went well: its error is nil,
// or what another function returns there.
func (e *engine) success(ret *ssa.Return) bool {
	v := settled(ret, ret.Results[len(ret.Results)-1])
	if isNil(v) {
		return true
	}
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	c, ok := v.(*ssa.Call)
	return ok && c.Block() == ret.Block() && !makesError(e.callee(c.Common()))
}

// makesError reports whether a callee makes a new error, which is never nil.
func makesError(cl callee) bool {
	if cl.obj == nil || cl.obj.Pkg() == nil {
		return false
	}
	switch cl.obj.Pkg().Path() {
	case "errors", "context":
		return true
	case "fmt":
		return cl.name() == "Errorf"
	}
	n := strings.ToLower(cl.name())
	return strings.Contains(n, "err") || strings.Contains(n, "wrap")
}

// endedBy reports whether a return is reached only as something ended: a context,
// a channel that was closed, or one that tells to stop.
func (e *engine) endedBy(ret *ssa.Return) bool {
	for b := ret.Block(); b != nil; b = b.Idom() {
		for _, m := range e.marks(ret.Parent()) {
			if m.block == b || m.after != nil && m.after.Block() == b && m.covers(ret) && m.cases == nil {
				return true
			}
		}
		if e.deadlineTests(b) || closedBranch(b) || eofBranch(b) || e.toldByHelper(b) {
			return true
		}
	}
	return false
}

// toldByHelper reports whether a block is entered only as a function said so that is
// given a context, such as one that waits and tells whether it could.
func (e *engine) toldByHelper(b *ssa.BasicBlock) bool {
	if len(b.Preds) != 1 {
		return false
	}
	br, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	cond := br.Cond
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	c, ok := cond.(*ssa.Call)
	return ok && e.givenContext(c.Common())
}

// closedBranch reports whether a block is entered only as a receive found its
// channel closed, or a loop over it ended.
func closedBranch(b *ssa.BasicBlock) bool {
	if len(b.Preds) != 1 {
		return false
	}
	br, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	cond, closed := br.Cond, br.Block().Succs[1] == b
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond, closed = not.X, !closed
	}
	x, ok := cond.(*ssa.Extract)
	if !ok || x.Index != 1 || !closed {
		return false
	}
	switch t := x.Tuple.(type) {
	case *ssa.UnOp:
		return t.Op == token.ARROW
	case *ssa.Select:
		return true
	}
	return false
}

// eofBranch reports whether a block is entered only as an error was io.EOF, with
// which streams end.
func eofBranch(b *ssa.BasicBlock) bool {
	if len(b.Preds) != 1 {
		return false
	}
	br, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
	if !ok || br.Block().Succs[0] != b {
		return false
	}
	var buf [4]*ssa.Value
	cond, ok := br.Cond.(ssa.Instruction)
	if !ok {
		return false
	}
	for _, op := range cond.Operands(buf[:0]) {
		load, ok := (*op).(*ssa.UnOp)
		if !ok {
			continue
		}
		if g, ok := load.X.(*ssa.Global); ok && strings.HasSuffix(g.Name(), "EOF") {
			return true
		}
	}
	return false
}

// errorless reports whether a literal returns nothing but nil for its error, which it
// has since whoever calls it wants a function of that type: it has other ways to tell.
func (e *engine) errorless(fn *ssa.Function) bool {
	if fn.Parent() == nil {
		return false
	}
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && e.nilReturn(ret) == nil {
			return false
		}
	}
	return true
}

// errorMatters reports whether some caller may make something of the error that
// fn returns: not all of them, as far as they are seen, only log it.
func (e *engine) errorMatters(fn *ssa.Function) bool {
	sites := e.sites[fn]
	if len(sites) == 0 || fn.Parent() == nil && token.IsExported(fn.Name()) {
		return true
	}
	for _, s := range sites {
		if s.Kind == SiteGo || s.Kind == SiteDefer {
			continue
		}
		c, ok := s.Instr.(*ssa.Call)
		if !ok || s.Kind == SiteValue || c.Call.Signature().Results().Len() > 1 || e.errorUsed(c, e.sidesDiffer) {
			return true
		}
	}
	return false
}
