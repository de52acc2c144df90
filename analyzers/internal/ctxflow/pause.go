package ctxflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// timerChan reports whether a channel is that of a timer or ticker: it carries
// times.
func (e *engine) timerChan(v ssa.Value) bool {
	ch, ok := v.Type().Underlying().(*types.Chan)
	if !ok || ch.Dir() == types.SendOnly {
		return false
	}
	n := named(ch.Elem())
	return n != nil && n.Obj().Name() == "Time" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time"
}

// timerPause returns the longest time between two ticks of a timer channel.
func (e *engine) timerPause(ch ssa.Value) time.Duration {
	v := e.held(ch)
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if fa, ok := load.X.(*ssa.FieldAddr); ok { // t.C
			return e.setTo(e.held(fa.X))
		}
	}
	return e.setTo(v)
}

// setTo returns the longest duration that a timer is set to by the call that
// makes it and by those of its methods.
func (e *engine) setTo(timer ssa.Value) time.Duration {
	c, ok := timer.(*ssa.Call)
	if !ok {
		return Unbounded
	}
	d := e.durationArgument(c.Common())
	for _, in := range *timer.Referrers() {
		switch in := in.(type) {
		case *ssa.Call:
			if cl := e.callee(in.Common()); cl.name() == "Reset" && cl.receiver(in.Common()) == timer {
				d = max(d, e.durationArgument(in.Common()))
			}
		case *ssa.Store, *ssa.MakeClosure:
			return Unbounded // others may reset it
		}
	}
	return d
}

// sleepArgument returns how long a call of a sleeper takes.
func (e *engine) sleepArgument(c *ssa.CallCommon) time.Duration { return e.durationArgument(c) }

// durationArgument returns the longest that the first duration among the
// arguments of a call can be, Unbounded where that isn't known.
func (e *engine) durationArgument(c *ssa.CallCommon) time.Duration {
	for _, a := range c.Args {
		if isDuration(a.Type()) {
			if d, ok := e.longest(a, 8); ok {
				return d
			}
			return Unbounded
		}
	}
	return Unbounded
}

// longest returns the largest value that an integer or a duration can have, as
// far as constants show it: a random part counts with its limit.
func (e *engine) longest(v ssa.Value, depth int) (time.Duration, bool) {
	if depth == 0 {
		return 0, false
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil || v.Value.Kind() != constant.Int {
			return 0, false
		}
		return time.Duration(v.Int64()), true
	case *ssa.Convert:
		return e.longest(v.X, depth-1)
	case *ssa.ChangeType:
		return e.longest(v.X, depth-1)
	case *ssa.Phi:
		var most time.Duration
		for _, x := range v.Edges {
			d, ok := e.longest(x, depth-1)
			if !ok {
				return 0, false
			}
			most = max(most, d)
		}
		return most, true
	case *ssa.BinOp:
		return e.longestOf(v, depth-1)
	case *ssa.Call:
		return e.longestCall(v, depth-1)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return 0, false
		}
		if g, ok := v.X.(*ssa.Global); ok {
			if x := e.onlyStore(g); x != nil {
				return e.longest(x, depth-1)
			}
			return 0, false
		}
		if x := e.held(v); x != ssa.Value(v) {
			return e.longest(x, depth-1)
		}
	}
	return 0, false
}

func (e *engine) longestOf(v *ssa.BinOp, depth int) (time.Duration, bool) {
	x, ok := e.longest(v.X, depth)
	if !ok || x < 0 {
		return 0, false
	}
	y, ok := e.longest(v.Y, depth)
	if !ok || y < 0 {
		return 0, false
	}
	switch v.Op {
	case token.ADD:
		if x+y >= x {
			return x + y, true
		}
	case token.MUL:
		if y == 0 || x*y/y == x {
			return x * y, true
		}
	case token.QUO:
		if _, c := v.Y.(*ssa.Const); c && y > 0 {
			return x / y, true
		}
	}
	return 0, false
}

// longestCall knows the smaller of several values, and random numbers.
func (e *engine) longestCall(c *ssa.Call, depth int) (time.Duration, bool) {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok && b.Name() == "min" {
		least, some := time.Duration(0), false
		for _, a := range c.Call.Args {
			if d, ok := e.longest(a, depth); ok && (!some || d < least) {
				least, some = d, true
			}
		}
		return least, some
	}
	cl := e.callee(c.Common())
	if cl.obj == nil || cl.obj.Pkg() == nil || len(c.Call.Args) == 0 {
		return 0, false
	}
	switch cl.obj.Pkg().Path() {
	case "math/rand", "math/rand/v2":
		return e.longest(c.Call.Args[len(c.Call.Args)-1], depth)
	}
	return 0, false
}

// sleepsFor returns the longest that a function sleeps at a time, in its own
// code and in what that calls, where no context reaches: 0 if it doesn't, or if it
// is given something by which it can hear its caller leave, so that the fault is
// its own. In says that only what it calls sleeps. What sleeps further away doesn't
// count, as nobody would know where to mend it, nor what sleeps after a failure only.
func (e *engine) sleepsFor(fn *ssa.Function) (most time.Duration, in bool) {
	if e.hearsSignature(fn.Signature) {
		return 0, false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			d, far := e.pauseOf(instr)
			if d > 0 && e.onErrorPath(instr) {
				continue
			}
			if d > 0 && e.loopAt(instr) != nil {
				d = Unbounded
			}
			if d > most {
				most, in = d, far
			}
		}
	}
	return most, in
}

// pauseOf returns how long an instruction sleeps, 0 if it doesn't, and whether that
// is in a function that it calls.
func (e *engine) pauseOf(in ssa.Instruction) (d time.Duration, far bool) {
	switch in := in.(type) {
	case *ssa.UnOp:
		if in.Op == token.ARROW && !in.CommaOk && e.timerChan(in.X) && !e.drained(in) {
			return e.timerPause(in.X), false
		}
	case *ssa.Call:
		cl := e.callee(in.Common())
		if row := cl.role(ctxapi.Sleep); row != nil {
			if row.Has("ctx-aware") {
				return 0, false
			}
			return e.sleepArgument(in.Common()), false
		}
		if s := e.summaryOf(cl); s != nil && !s.SleepsIn && !e.elsewhere(cl) {
			return s.SleepsFor, true
		}
	}
	return 0, false
}

// elsewhere reports whether a function is another module's: how it waits inside
// is its affair, and a row of the tables says where that matters.
func (e *engine) elsewhere(cl callee) bool {
	return cl.obj != nil && cl.obj.Pkg() != nil && !sameModule(e.pass, cl.obj.Pkg().Path())
}
