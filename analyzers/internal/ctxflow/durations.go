package ctxflow

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// What is known of a duration or number as an amount of time that is left.
type remaining uint8

const (
	notRemaining remaining = iota
	checked                // it is what is left, and something has compared it
	raw                    // it is what is left, and may be zero or negative
	clamped                // it is what is left, or zero where nothing is
)

// A remainderTrace goes back from a duration to where it is computed.
type remainderTrace struct {
	e     *engine
	busy  map[ssa.Value]bool
	whole bool // counted in whole units of which it may be less than one
}

// remainder tells whether a duration is what is left until some time: what
// time.Until gives, the time from now to a later one, or what an elapsed time
// leaves of another.
func (e *engine) remainder(v ssa.Value) remaining {
	t := &remainderTrace{e: e, busy: map[ssa.Value]bool{}}
	return t.of(v, maxRemainder)
}

// maxRemainder bounds the steps from a duration to where it is computed.
const maxRemainder = 12

func (t *remainderTrace) of(v ssa.Value, depth int) remaining {
	if depth == 0 || t.busy[v] {
		return notRemaining
	}
	t.busy[v] = true
	defer delete(t.busy, v)
	r := t.made(v, depth-1)
	if (r == raw || r == clamped) && compared(v) {
		return checked
	}
	return r
}

// made tells it of a value by the instruction that makes it.
func (t *remainderTrace) made(v ssa.Value, depth int) remaining {
	switch v := v.(type) {
	case *ssa.Phi:
		return t.union(v.Edges, depth)
	case *ssa.Convert:
		return t.of(v.X, depth)
	case *ssa.ChangeType:
		return t.of(v.X, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL && t.e.variable(v.X) != nil {
			vals, _ := t.e.reachingStores(v.X, v)
			r := t.union(vals, depth)
			if (r == raw || r == clamped) && t.comparedLoads(v.X) {
				return checked
			}
			return r
		}
	case *ssa.BinOp:
		return t.binary(v, depth)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return t.helper(c, v.Index, depth)
		}
	case *ssa.Call:
		return t.call(v, depth)
	}
	return notRemaining
}

// union tells it of a value that is one of several: a zero beside what is left is
// what clamping makes of it.
func (t *remainderTrace) union(vs []ssa.Value, depth int) remaining {
	r, zero := notRemaining, false
	for _, x := range vs {
		if isZeroNumber(x) {
			zero = true
			continue
		}
		r = max(r, t.of(x, depth))
	}
	if zero && r != notRemaining {
		return clamped
	}
	return r
}

// binary tells it of a calculation.
func (t *remainderTrace) binary(v *ssa.BinOp, depth int) remaining {
	switch v.Op {
	case token.SUB:
		if isDuration(v.Type()) && t.elapsed(v.Y) {
			return raw
		}
		if _, margin := v.Y.(*ssa.Const); margin && t.of(v.X, depth) != notRemaining {
			return raw // a comparison before it says nothing of what is left then
		}
	case token.QUO:
		if k, ok := v.Y.(*ssa.Const); ok {
			if k.Value != nil && isDuration(v.Type()) && constant.Compare(k.Value, token.GEQ, constant.MakeInt64(int64(1000))) {
				t.whole = true
			}
			return t.of(v.X, depth)
		}
	case token.MUL:
		return t.of(v.X, depth)
	}
	return notRemaining
}

// elapsed reports whether a duration is how much time has passed since another:
// time.Since(start), time.Now().Sub(start).
func (t *remainderTrace) elapsed(v ssa.Value) bool {
	c, ok := t.e.held(v).(*ssa.Call)
	if !ok {
		return false
	}
	cl := t.e.callee(c.Common())
	return isTimeFunc(cl, "Since") || isTimeMethod(cl, "Sub") && t.isNow(c.Call.Args[0])
}

// isNow reports whether a time is that of the call of time.Now.
func (t *remainderTrace) isNow(v ssa.Value) bool {
	c, ok := t.e.held(v).(*ssa.Call)
	return ok && isTimeFunc(t.e.callee(c.Common()), "Now")
}

// call tells it of the result of a call.
func (t *remainderTrace) call(c *ssa.Call, depth int) remaining {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		return t.builtin(b.Name(), c.Call.Args, depth)
	}
	cl := t.e.callee(c.Common())
	switch {
	case isTimeFunc(cl, "Until"):
		return raw
	case isTimeMethod(cl, "Sub"):
		if t.isNow(c.Call.Args[1]) && !t.isNow(c.Call.Args[0]) {
			return raw
		}
	case isTimeMethod(cl, "Round", "Truncate", "Milliseconds", "Microseconds", "Nanoseconds"):
		if !isTimeMethod(cl, "Nanoseconds") {
			t.whole = true
		}
		return t.of(c.Call.Args[0], depth)
	case isTimeMethod(cl, "Seconds", "Minutes", "Hours"):
		return t.of(c.Call.Args[0], depth)
	default:
		return t.helper(c, 0, depth)
	}
	return notRemaining
}

// builtin tells it of max and min.
func (t *remainderTrace) builtin(name string, args []ssa.Value, depth int) remaining {
	if name != "max" && name != "min" {
		return notRemaining
	}
	r, zero := notRemaining, false
	for _, a := range args {
		if k, ok := a.(*ssa.Const); ok {
			if name == "max" && !isZeroNumber(k) {
				return notRemaining // it has a floor
			}
			zero = zero || isZeroNumber(k)
			continue
		}
		r = max(r, t.of(a, depth))
	}
	if zero && name == "max" && r != notRemaining {
		return clamped
	}
	return r
}

// helper tells it of result i of a function of the package.
func (t *remainderTrace) helper(c *ssa.Call, i, depth int) remaining {
	fn := t.e.callee(c.Common()).fn
	if fn == nil || depth < 2 {
		return notRemaining
	}
	var vs []ssa.Value
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && i < len(ret.Results) {
			vs = append(vs, ret.Results[i])
		}
	}
	return t.union(vs, depth-1)
}

// comparedLoads reports whether a value that is read from a variable is compared.
func (t *remainderTrace) comparedLoads(addr ssa.Value) bool {
	for _, in := range *addr.Referrers() {
		if load, ok := in.(*ssa.UnOp); ok && compared(load) {
			return true
		}
	}
	return false
}

// compared reports whether a value, also as another type, is an operand of a comparison.
func compared(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, in := range *v.Referrers() {
		switch in := in.(type) {
		case *ssa.BinOp:
			switch in.Op {
			case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
				return true
			}
		case *ssa.Convert:
			if compared(in) {
				return true
			}
		}
	}
	return false
}

// isZeroNumber reports whether v is the constant 0 of a number type.
func isZeroNumber(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	if !ok {
		return false
	}
	b, ok := k.Type().Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsNumeric == 0 {
		return false
	}
	return k.Value == nil || constant.Sign(k.Value) == 0
}
