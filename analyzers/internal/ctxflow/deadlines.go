package ctxflow

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A BlindDeadline is a call of a context's Deadline method whose second result,
// which tells whether there is a deadline at all, is thrown away though something
// is computed with the first. Without a deadline that is the zero time, long ago.
type BlindDeadline struct {
	Call *ast.CallExpr // ctx.Deadline()
	Use  *ast.CallExpr // what the zero time goes into, such as time.Until(d)
	Func Func
}

// BlindDeadlines returns these calls in source order. Calls that take the zero time
// for what it is, such as net.Conn's SetDeadline, are no uses that count.
func (r *Result) BlindDeadlines() []*BlindDeadline {
	return gather(r, (*engine).blindDeadline, func(b *BlindDeadline) token.Pos { return b.Call.Pos() })
}

func (e *engine) blindDeadline(in ssa.Instruction) *BlindDeadline {
	c, ok := in.(*ssa.Call)
	if !ok || !e.asksDeadline(c) || e.value(methodReceiver(c)).Bounded() {
		return nil
	}
	var at ssa.Value
	for _, in := range *c.Referrers() {
		x, ok := in.(*ssa.Extract)
		if !ok {
			continue
		}
		if x.Index == 1 && len(*x.Referrers()) > 0 {
			return nil
		}
		if x.Index == 0 {
			at = x
		}
	}
	call := e.callExpr(c)
	if at == nil || call == nil || e.asksElsewhere(c) {
		return nil
	}
	use := e.computesWith(at)
	if use == nil {
		return nil
	}
	return &BlindDeadline{Call: call, Use: use, Func: e.describe(topOf(c.Parent()), c)}
}

// asksDeadline reports whether a call is of the Deadline method of a context.
func (e *engine) asksDeadline(c *ssa.Call) bool {
	recv := methodReceiver(c)
	return recv != nil && e.callee(c.Common()).name() == "Deadline" && c.Call.Signature().Results().Len() == 2 && e.types.context(recv.Type())
}

// asksElsewhere reports whether the function of a call of Deadline looks at the
// second result of another one.
func (e *engine) asksElsewhere(c *ssa.Call) bool {
	asks := false
	e.eachInstr(topOf(c.Parent()), func(in ssa.Instruction) {
		o, ok := in.(*ssa.Call)
		if !ok || o == c || !e.asksDeadline(o) {
			return
		}
		for _, in := range *o.Referrers() {
			if x, ok := in.(*ssa.Extract); ok && x.Index == 1 && len(*x.Referrers()) > 0 {
				asks = true
			}
		}
	})
	return asks
}

// computesWith returns the first call that makes something else of a time that may
// be zero: a duration, an order, a number or a context. It is nil where the code
// asks whether the time is zero.
func (e *engine) computesWith(at ssa.Value) *ast.CallExpr {
	var first *ast.CallExpr
	zero := false
	seen := map[ssa.Value]bool{}
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		e.follow(v, func(in ssa.Instruction, as ssa.Value) {
			c, ok := in.(*ssa.Call)
			if !ok {
				return
			}
			cl := e.callee(c.Common())
			switch {
			case cl.name() == "IsZero":
				zero = true
			case isTimeMethod(cl, "Add", "UTC", "Local", "In", "Round", "Truncate") && methodReceiver(c) == as:
				visit(c)
			case isTimeMethod(cl, "Sub", "Before", "After", "Compare", "Unix", "UnixMilli", "UnixNano", "UnixMicro", "Format", "String"),
				isTimeFunc(cl, "Until", "Since"), strings.HasPrefix(cl.name(), "WithDeadline") && cl.of("context"):
				if first == nil {
					first = e.callExpr(c)
				}
			}
		})
	}
	visit(at)
	if zero {
		return nil
	}
	return first
}

// isTimeMethod reports whether a callee is one of the methods of time.Time.
func isTimeMethod(cl callee, names ...string) bool {
	return cl.recv && isTimeFunc(cl, names...)
}

// isTimeFunc reports whether a callee is one of the functions or methods of package time.
func isTimeFunc(cl callee, names ...string) bool {
	if cl.obj == nil || cl.obj.Pkg() == nil || cl.obj.Pkg().Path() != "time" {
		return false
	}
	for _, n := range names {
		if cl.obj.Name() == n {
			return true
		}
	}
	return false
}
