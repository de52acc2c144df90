package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// selectTimer fills in the first timer among a select's cases, and how long the
// select takes at most.
func (e *engine) selectTimer(sel *ssa.Select, w *Wait) {
	for _, st := range sel.States {
		if st.Dir != types.RecvOnly || !e.timerChan(st.Chan) {
			continue
		}
		w.Pause = min(w.Pause, e.timerPause(st.Chan))
		if x, ok := e.nodeAt(st.Pos).(ast.Expr); ok && w.Timer == nil {
			w.Timer = x
		}
	}
}

// selectHears reports whether one of the cases of a select is sure to fire when
// the caller leaves, or the select is in work that has its own way to stop.
func (e *engine) selectHears(sel *ssa.Select, w *Wait) bool {
	if w.beside {
		return false // the other select shows that its channels don't
	}
	if w.Source != nil && !w.Source.FromCaller() && (w.Timer == nil || e.receivesFor(sel)) {
		return true // without a caller, only a pause is sure to be too long
	}
	for i, st := range sel.States {
		if st.Dir == types.RecvOnly && (e.isDone(st.Chan) || e.hears(st.Chan, 4)) {
			return true
		}
		if st.Dir == types.RecvOnly && (isQuit(st.Chan.Type()) || endsClosed(sel, i)) && (e.startedBeside(sel.Parent(), w) || e.rootsOnly(w.Source, maxHops)) {
			return true
		}
	}
	return w.Timer != nil && w.Loop != nil && e.usesWithin(w.Loop, topOf(sel.Parent()), UseInspect)
}

// rootsOnly reports whether a context is a parameter of a function that isn't exported,
// and all who call it give it a root which nobody can cancel: it is never done.
func (e *engine) rootsOnly(src *Source, depth int) bool {
	if src == nil || depth == 0 {
		return false
	}
	p, ok := src.def.(*ssa.Parameter)
	if !ok || p.Parent().Parent() != nil || token.IsExported(p.Parent().Name()) {
		return false
	}
	for _, s := range e.sites[p.Parent()] {
		c, ok := s.Instr.(ssa.CallInstruction)
		i := slices.Index(p.Parent().Params, p)
		if !ok || s.Kind == SiteValue || c.Common().IsInvoke() || i >= len(c.Common().Args) || !e.neverDone(c.Common().Args[i], depth) {
			return false
		}
	}
	return len(e.sites[p.Parent()]) > 0
}

// neverDone reports whether a context is a root that nobody can cancel, also by way of
// the parameters of functions that are given nothing else.
func (e *engine) neverDone(ctx ssa.Value, depth int) bool {
	v := e.value(ctx)
	for _, o := range v {
		if len(o.derive) > 0 || o.Deadline.Bounded || o.Prov != Fresh && (o.Prov != Caller || !e.rootsOnly(&Source{def: o.param}, depth-1)) {
			return false
		}
	}
	return len(v) > 0
}

// receivesFor reports whether a select receives from a channel that was given for a
// context, whichever that is.
func (e *engine) receivesFor(sel *ssa.Select) bool {
	for _, st := range sel.States {
		v := e.held(st.Chan)
		if x, ok := v.(*ssa.Extract); ok {
			v = x.Tuple
		}
		c, ok := v.(*ssa.Call)
		if ok && slices.ContainsFunc(c.Common().Args, func(a ssa.Value) bool { return e.types.context(a.Type()) }) {
			return true
		}
	}
	return false
}

// endsClosed reports whether a select isn't come to again once the channel of its
// case i is closed: case x, ok := <-in: if !ok { return }.
func endsClosed(sel *ssa.Select, i int) bool {
	at := caseBlock(sel, i)
	for _, r := range *sel.Referrers() {
		ok, isExtract := r.(*ssa.Extract)
		if !isExtract || ok.Index != 1 || at == nil {
			continue
		}
		for _, r := range *ok.Referrers() {
			br, isIf := r.(*ssa.If)
			if isIf && at.Dominates(br.Block()) && !blockReaches(br.Block().Succs[1], sel.Block()) {
				return true
			}
		}
	}
	return false
}

// startedBeside reports whether the wait is in a goroutine that the function
// which has the context starts.
func (e *engine) startedBeside(fn *ssa.Function, w *Wait) bool {
	if w.Source == nil {
		return false
	}
	owner := w.Source.owner(fn)
	return owner != fn && e.runsBeside(w.instr, owner, maxHops)
}

// runsBeside reports whether an instruction of a literal in owner runs in a
// goroutine that owner starts, as what the literal is called by may show.
func (e *engine) runsBeside(in ssa.Instruction, owner *ssa.Function, depth int) bool {
	if e.goroutine(in, owner).started {
		return true
	}
	fn := in.Parent()
	if depth == 0 || fn == owner || len(e.sites[fn]) == 0 {
		return false
	}
	calls := 0
	for _, s := range e.sites[fn] {
		if e.onlyCalled(s) {
			continue
		}
		if s.Kind != SiteCall || !e.runsBeside(s.Instr, owner, depth-1) {
			return false
		}
		calls++
	}
	return calls > 0
}

// onlyCalled reports whether a site puts a literal into a variable, and all that
// is done with that is to call it.
func (e *engine) onlyCalled(s Site) bool {
	mk, ok := s.Instr.(*ssa.MakeClosure)
	only := ok && s.Kind == SiteValue
	if only {
		e.follow(mk, func(in ssa.Instruction, as ssa.Value) {
			c, isCall := in.(ssa.CallInstruction)
			only = only && isCall && c.Common().Value == as
		})
	}
	return only
}

// hears reports whether something happens to a channel when the caller leaves,
// as far as this package shows it: it is made by what is given a context, or
// somebody who has one closes it or sends to it.
func (e *engine) hears(ch ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch v := e.held(ch).(type) {
	case *ssa.Call:
		return e.heardFrom(v, depth)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return e.heardFrom(c, depth)
		}
	case *ssa.ChangeType:
		return e.hears(v.X, depth-1)
	case *ssa.MakeInterface:
		return e.hears(v.X, depth-1)
	case *ssa.MakeChan:
		return e.hearsThrough(v)
	case *ssa.Phi:
		for _, x := range v.Edges {
			if e.hears(x, depth-1) {
				return true
			}
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			return e.objectHears(addressed(fa)) || e.madeWithContext(fa.X, depth-1)
		}
		if g, ok := v.X.(*ssa.Global); ok {
			return e.objectHears(g.Object())
		}
		if a := e.variable(v.X); a != nil {
			return e.hearsThrough(a)
		}
	}
	return false
}

// heardFrom reports whether a call that gives a channel is given a context, or
// is called on what was made with one: client.Watch(ctx), watcher.ResultChan().
func (e *engine) heardFrom(c *ssa.Call, depth int) bool {
	if e.givenContext(c.Common()) && !e.readsOnly(c) {
		return true
	}
	recv := e.callee(c.Common()).receiver(c.Common())
	return recv != nil && e.madeWithContext(recv, depth-1)
}

// readsOnly reports whether a call makes no more of its contexts than to read values
// from them, so that what it gives knows nothing of their end.
func (e *engine) readsOnly(c *ssa.Call) bool {
	reads := false
	for _, u := range e.usesOf(c.Parent()) {
		if u.instr != ssa.Instruction(c) {
			continue
		}
		if u.kind != UseRead && u.kind != UseValues {
			return false
		}
		reads = true
	}
	return reads
}

// givenContext reports whether a caller's context is among the arguments of a call.
func (e *engine) givenContext(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if e.types.carrier(a.Type()) && e.value(a).Has(Caller) {
			return true
		}
	}
	return false
}

// madeWithContext reports whether a value comes from a call that is given a
// caller's context.
func (e *engine) madeWithContext(v ssa.Value, depth int) bool {
	if depth <= 0 {
		return false
	}
	switch x := e.held(v).(type) {
	case *ssa.Call:
		return e.heardFrom(x, depth)
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return e.heardFrom(c, depth)
		}
	case *ssa.MakeInterface:
		return e.madeWithContext(x.X, depth-1)
	case *ssa.ChangeInterface:
		return e.madeWithContext(x.X, depth-1)
	case *ssa.TypeAssert:
		return e.madeWithContext(x.X, depth-1)
	}
	return false
}

// hearsThrough follows a channel, or the variable that holds it, to those who
// close it, send to it, or are given it together with a context.
func (e *engine) hearsThrough(v ssa.Value) bool {
	for _, x := range e.aliases(v) {
		for _, in := range *x.Referrers() {
			if e.answersOn(in, x) {
				return true
			}
		}
	}
	return false
}

// aliases returns a value, the variables that hold it, in closures too, and what
// is loaded from them.
func (e *engine) aliases(v ssa.Value) []ssa.Value {
	all := []ssa.Value{v}
	seen := map[ssa.Value]bool{v: true}
	add := func(x ssa.Value) {
		if x != nil && !seen[x] && x.Referrers() != nil {
			seen[x] = true
			all = append(all, x)
		}
	}
	for i := 0; i < len(all) && i < maxSteps; i++ {
		x := all[i]
		for _, in := range *x.Referrers() {
			switch in := in.(type) {
			case *ssa.Store:
				if in.Val == x {
					if a := e.variable(in.Addr); a != nil {
						add(a)
					}
				}
			case *ssa.UnOp:
				if in.Op == token.MUL && in.X == x {
					if _, ok := in.Type().Underlying().(*types.Chan); ok {
						add(in)
					}
				}
			case *ssa.ChangeType:
				add(in)
			}
		}
		for _, fv := range e.capturesOf(x) {
			add(fv)
		}
	}
	return all
}

// answersOn reports whether an instruction that uses a channel closes it, sends to
// it or hands it on where a context decides over that.
func (e *engine) answersOn(in ssa.Instruction, ch ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.Send:
		return in.Chan == ch && e.driven(in)
	case *ssa.Select:
		for _, st := range in.States {
			if st.Chan == ch && st.Dir == types.SendOnly && e.driven(in) {
				return true
			}
		}
	case ssa.CallInstruction:
		if b, ok := in.Common().Value.(*ssa.Builtin); ok {
			return b.Name() == "close" && (e.driven(in) || cancelsBeside(in.Parent()))
		}
		return e.givenContext(in.Common()) || isReceiverContext(e, in.Common())
	case *ssa.Store:
		fa, ok := in.Addr.(*ssa.FieldAddr)
		return ok && in.Val == ch && e.objectHears(addressed(fa))
	}
	return false
}

// cancelsBeside reports whether fn calls a cancel function, wherever it has that
// from: what it closes is closed when a context ends.
func cancelsBeside(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(ssa.CallInstruction)
			if ok && !c.Common().IsInvoke() && isCancelFunc(c.Common().Value.Type()) {
				return true
			}
		}
	}
	return false
}

// isCancelFunc reports whether t is context.CancelFunc or context.CancelCauseFunc.
func isCancelFunc(t types.Type) bool {
	n := named(t)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context" && isCancelType(n)
}

// isReceiverContext reports whether a call is of a method of something that
// carries a context.
func isReceiverContext(e *engine, c *ssa.CallCommon) bool {
	recv := e.callee(c).receiver(c)
	return recv != nil && e.types.carrier(recv.Type())
}

// talks reports whether a function receives from a stream, or sends to one, that has
// the context of a call: it fails when that is over.
func (e *engine) talks(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || !isReceiverContext(e, c.Common()) {
				continue
			}
			switch e.callee(c.Common()).name() {
			case "Recv", "RecvMsg", "Receive", "Send", "SendMsg":
				return true
			}
		}
	}
	return false
}

// driven reports whether a context decides when the instruction runs: its
// function, or one that it stands in up to the one that starts it, uses one.
func (e *engine) driven(in ssa.Instruction) bool {
	fn := in.Parent()
	if e.left(in, 1) {
		return true
	}
	for f := fn; f != nil; f = f.Parent() {
		if syntax := f.Syntax(); syntax != nil && (e.looksItself(f) || e.talks(f)) {
			return true
		}
		if e.startedOnly(f) {
			return false
		}
	}
	return false
}

// looksItself reports whether fn looks at a context of its caller's or its own,
// or hands one on.
func (e *engine) looksItself(fn *ssa.Function) bool {
	for _, u := range e.usesOf(fn) {
		switch u.kind {
		case UseInspect, UseCall, UseDerive, UseRetain:
			return true
		}
	}
	return false
}

// objectHears reports whether somebody in the package who has a context closes
// the channel in a field or package variable, or sends to it.
func (e *engine) objectHears(obj types.Object) bool {
	if e.heard == nil {
		e.heard = map[types.Object]bool{}
		for _, fn := range e.fns {
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					e.indexAnswers(in)
				}
			}
		}
	}
	return e.heard[obj]
}

func (e *engine) indexAnswers(in ssa.Instruction) {
	var buf [8]*ssa.Value
	for _, op := range in.Operands(buf[:0]) {
		if *op == nil {
			continue
		}
		if _, ok := (*op).Type().Underlying().(*types.Chan); !ok {
			continue
		}
		obj := heldIn(*op)
		if obj == nil || e.heard[obj] {
			continue
		}
		if _, stored := in.(*ssa.Store); !stored {
			e.heard[obj] = e.answersOn(in, *op)
		}
	}
	if st, ok := in.(*ssa.Store); ok {
		if obj := addressed(st.Addr); obj != nil && !e.heard[obj] {
			if _, ok := st.Val.Type().Underlying().(*types.Chan); ok {
				e.heard[obj] = e.isDone(st.Val) || e.comesFromContext(st.Val)
			}
		}
	}
}

// comesFromContext reports whether a channel is given by a call that is given a context.
func (e *engine) comesFromContext(v ssa.Value) bool {
	switch x := e.held(v).(type) {
	case *ssa.Call:
		return e.heardFrom(x, 2)
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return e.heardFrom(c, 2)
		}
	case *ssa.MakeChan:
		return false
	}
	return false
}

// heldIn returns the field or package variable that a value is loaded from, or nil.
func heldIn(v ssa.Value) types.Object {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	return addressed(load.X)
}

// addressed returns the field or package variable of an address, or nil.
func addressed(addr ssa.Value) types.Object {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		if f := fieldOf(a.X.Type(), a.Field); f != nil {
			return f.Origin()
		}
	case *ssa.Global:
		return a.Object()
	}
	return nil
}
