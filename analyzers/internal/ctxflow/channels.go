package ctxflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// The reasons for which a bare send or receive is right.
const (
	ReasonRoom Reason = "there is room for what is sent"
	ReasonPeer Reason = "the other end stays"
)

// channelReason says why a bare send or receive needs no context, or can't be
// said to need one.
func (e *engine) channelReason(w *Wait) Reason {
	switch in := w.instr.(type) {
	case *ssa.Send:
		return e.sendReason(in, w)
	case *ssa.UnOp:
		if e.hears(in.X, 4) && !e.leftToOthers(in.X) {
			return ReasonHeard
		}
		if isQuit(in.X.Type()) && e.startedBeside(in.Parent(), w) {
			return ReasonOwnLife // it waits to be told to stop
		}
		if !e.deafSender(in.X) || in.CommaOk && e.closedHere(in.X) {
			return ReasonPeer
		}
	}
	return ReasonNone
}

// onlyCancels reports whether a goroutine receives from a channel only to cancel a context
// then: when that has ended with its parent, the goroutine has nothing to stay for.
func (e *engine) onlyCancels(w *Wait) bool {
	recv, ok := w.instr.(*ssa.UnOp)
	if !ok || w.Kind != WaitChannel || w.Loop != nil || w.Source == nil || !w.Source.FromCaller() {
		return false
	}
	fn := recv.Parent()
	return e.startedOnly(fn) && cancelsBeside(fn) && len(e.usesOf(fn)) == 0 && !e.hears(recv.X, 4)
}

// sendReason judges a send: on a channel of a known size there may be room, and
// where all who receive stay until the channel is closed, the send comes to an
// end when they get to it.
func (e *engine) sendReason(in *ssa.Send, w *Wait) Reason {
	if obj := heldIn(e.held(in.Chan)); obj != nil && e.objectHears(obj) {
		return ReasonHeard
	}
	reason := ReasonNone
	made := e.makesOf(in.Chan, 3)
	for i, m := range made {
		r := e.roomIn(m, w)
		if i > 0 && r != reason {
			return ReasonNone
		}
		reason = r
	}
	return reason
}

// roomIn judges a send on a channel whose make is known.
func (e *engine) roomIn(made *ssa.MakeChan, w *Wait) Reason {
	if size, known := made.Size.(*ssa.Const); !known || size.Int64() > 0 && w.Loop == nil {
		return ReasonRoom
	}
	if e.receiversStay(made) {
		return ReasonPeer
	}
	return ReasonNone
}

// makesOf returns where a channel is made: in the function, or, for a parameter
// of an unexported function, in those that call it; nil where that isn't known
// of all of them.
func (e *engine) makesOf(ch ssa.Value, depth int) []*ssa.MakeChan {
	if made := e.madeHere(ch); made != nil {
		return []*ssa.MakeChan{made}
	}
	v := e.held(ch)
	if conv, ok := v.(*ssa.ChangeType); ok {
		v = e.held(conv.X)
	}
	p, ok := v.(*ssa.Parameter)
	if !ok || depth == 0 || token.IsExported(p.Parent().Name()) {
		return nil
	}
	var all []*ssa.MakeChan
	for _, s := range e.sites[p.Parent()] {
		c, ok := s.Instr.(ssa.CallInstruction)
		i := slices.Index(p.Parent().Params, p)
		if !ok || s.Kind == SiteValue || c.Common().IsInvoke() || i >= len(c.Common().Args) {
			return nil
		}
		made := e.makesOf(c.Common().Args[i], depth-1)
		if made == nil {
			return nil
		}
		all = append(all, made...)
	}
	return all
}

// leftToOthers reports whether all who send to a channel made here, or close it, are
// literals that somebody unknown was handed, who was given no context: whether they ever
// run is not for the function to say, whatever it does with contexts itself.
func (e *engine) leftToOthers(ch ssa.Value) bool {
	made := e.madeHere(ch)
	if made == nil {
		return false
	}
	some := false
	for _, x := range e.aliases(made) {
		for _, in := range *x.Referrers() {
			switch in := in.(type) {
			case *ssa.Send, *ssa.Select:
			case ssa.CallInstruction:
				if b, ok := in.Common().Value.(*ssa.Builtin); !ok || b.Name() != "close" {
					return false
				}
			default:
				continue
			}
			if !e.handedOff(in.Parent()) {
				return false
			}
			some = true
		}
	}
	return some
}

// handedOff reports whether a literal is used only as an argument of calls that have
// neither a body here nor a row in the tables, and are given no context.
func (e *engine) handedOff(lit *ssa.Function) bool {
	mks := e.makes(lit)
	for _, mk := range mks {
		for _, in := range *mk.Referrers() {
			c, ok := in.(*ssa.Call)
			if !ok {
				return false
			}
			cl := e.callee(c.Common())
			if c.Call.Value == mk || cl.fn != nil || cl.obj == nil || len(cl.rows) > 0 || signals(cl) || e.givenContext(c.Common()) {
				return false
			}
		}
	}
	return len(mks) > 0
}

// closedHere reports whether the function that makes a channel, or one of its
// literals, closes it: who ranges over it waits for that one only.
func (e *engine) closedHere(ch ssa.Value) bool {
	made := e.madeHere(ch)
	if made == nil {
		return false
	}
	for _, x := range e.aliases(made) {
		for _, in := range *x.Referrers() {
			if c, ok := in.(ssa.CallInstruction); ok {
				if b, ok := c.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
					return true
				}
			}
		}
	}
	return false
}

// madeHere returns the only make of a channel that the value can be, or nil.
func (e *engine) madeHere(ch ssa.Value) *ssa.MakeChan {
	v := e.held(ch)
	if conv, ok := v.(*ssa.ChangeType); ok {
		v = e.held(conv.X)
	}
	made, _ := v.(*ssa.MakeChan)
	return made
}

// receiversStay reports whether all who receive from a channel made here are
// seen, and none of them leaves early: out of the loop in which it receives, or
// because it waits for something else as well.
func (e *engine) receiversStay(made *ssa.MakeChan) bool {
	some := false
	for _, x := range e.aliases(made) {
		for _, in := range *x.Referrers() {
			switch in := in.(type) {
			case *ssa.UnOp:
				if in.Op != token.ARROW {
					continue
				}
				some = true
				if loop := e.loopAt(in); loop != nil && e.exits(loop) {
					return false
				}
			case *ssa.Select:
				for _, st := range in.States {
					if st.Chan == x && st.Dir == types.RecvOnly {
						return false
					}
				}
			case *ssa.Return, *ssa.MakeInterface, *ssa.MapUpdate:
				return false // somebody else has it
			case ssa.CallInstruction:
				if _, builtin := in.Common().Value.(*ssa.Builtin); !builtin && !e.sendOnly(in, x) {
					return false
				}
			case *ssa.Store:
				if outside(in.Addr) && in.Val == x {
					return false
				}
			}
		}
	}
	return some
}

// sendOnly reports whether a call takes the channel to send on it only.
func (e *engine) sendOnly(c ssa.CallInstruction, ch ssa.Value) bool {
	cl := e.callee(c.Common())
	for i, a := range c.Common().Args {
		if a != ch {
			continue
		}
		p := cl.index(i)
		sig := c.Common().Signature()
		if p < 0 || p >= sig.Params().Len() {
			return false
		}
		t, ok := sig.Params().At(p).Type().Underlying().(*types.Chan)
		return ok && t.Dir() == types.SendOnly
	}
	return true
}

// deafSender reports whether somebody is seen to send to a channel or to close
// it who may take long. That none of them has to do with a context is known already.
func (e *engine) deafSender(ch ssa.Value) bool {
	made := e.madeHere(ch)
	if made == nil {
		obj := heldIn(e.held(ch))
		return obj != nil && e.sentTo(obj)
	}
	for _, x := range e.aliases(made) {
		for _, in := range *x.Referrers() {
			switch in := in.(type) {
			case *ssa.Send:
				if e.slow(in.Parent()) {
					return true
				}
			case ssa.CallInstruction:
				if b, ok := in.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" && e.slow(in.Parent()) {
					return true
				}
			}
		}
	}
	return false
}

// slow reports whether a function does what may take long: calls out of the
// process, sleeps, waits, or calls something unknown.
func (e *engine) slow(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if d, _ := e.pauseOf(in); d > 0 {
				return true
			}
			c, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			if _, builtin := c.Call.Value.(*ssa.Builtin); builtin {
				continue
			}
			cl := e.callee(c.Common())
			if kind, _ := e.outgoing(c, cl); kind != "" || doesIO(cl) {
				return true
			}
			s := e.summaryOf(cl)
			if s != nil && (len(s.Outgoing) > 0 || s.Sleeps || s.Blocks) || s == nil && cl.fn == nil && !idle(cl) && !signals(cl) {
				return true
			}
		}
	}
	return false
}

// signals reports whether a function only tells others something, as those of
// package sync do.
func signals(cl callee) bool {
	return cl.of("sync") || cl.of("sync/atomic")
}

// sentTo reports whether somebody in the package sends to the channel in a
// field or variable, or closes it.
func (e *engine) sentTo(obj types.Object) bool {
	for _, fn := range e.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Send:
					if heldIn(in.Chan) == obj {
						return true
					}
				case ssa.CallInstruction:
					if b, ok := in.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" && heldIn(in.Common().Args[0]) == obj {
						return true
					}
				}
			}
		}
	}
	return false
}

// receivedFrom returns the channels that an instruction receives from, or waits to.
func receivedFrom(in ssa.Instruction) []ssa.Value {
	switch in := in.(type) {
	case *ssa.UnOp:
		if in.Op == token.ARROW {
			return []ssa.Value{in.X}
		}
	case *ssa.Select:
		var chans []ssa.Value
		for _, st := range in.States {
			if st.Dir == types.RecvOnly {
				chans = append(chans, st.Chan)
			}
		}
		return chans
	}
	return nil
}

// receives reports whether fn itself receives from a channel that counts.
func receives(fn *ssa.Function, counts func(ch ssa.Value) bool) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if slices.ContainsFunc(receivedFrom(in), counts) {
				return true
			}
		}
	}
	return false
}
