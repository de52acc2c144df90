package ctxflow

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A predicateWalk follows a function that is given an error on all ways on which it
// may return, where the error is known to be the end of a context.
type predicateWalk struct {
	e     *engine
	end   endError
	out   verdict
	steps int
	calls int // how deep in functions of the package that are asked in turn
}

// Bounds of the work for one predicate.
const (
	maxPredicateSteps = 400
	maxPredicateCalls = 3
)

// verdict tells what fn returns for the error.
func (w *predicateWalk) verdict(fn *ssa.Function) verdict {
	w.block(fn.Blocks[0], nil, false, map[*ssa.BasicBlock]bool{})
	if w.steps > maxPredicateSteps {
		w.out.unsure = true
	}
	return w.out
}

// block follows the ways from a block, which is entered from another. Named says
// that a comparison on the way has found the error to be what it is.
func (w *predicateWalk) block(b, from *ssa.BasicBlock, named bool, seen map[*ssa.BasicBlock]bool) {
	if w.steps++; w.steps > maxPredicateSteps || seen[b] {
		w.out.unsure = true
		return
	}
	seen[b] = true
	defer delete(seen, b)
	switch last := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Return:
		yes, decided, byName := w.condition(last.Results[0], b, from)
		w.out.named = w.out.named || named || byName
		switch {
		case !decided:
			w.out.unsure = true
		case yes:
			w.out.yes = true
		default:
			w.out.no = true
		}
	case *ssa.If:
		yes, decided, byName := w.condition(last.Cond, b, from)
		if !decided || yes {
			w.block(b.Succs[0], b, named || byName, seen)
		}
		if !decided || !yes {
			w.block(b.Succs[1], b, named || byName, seen)
		}
	case *ssa.Jump:
		w.block(b.Succs[0], b, named, seen)
	default:
		w.out.unsure = true
	}
}

// condition evaluates a boolean. ByName says that it is true because it names the error.
func (w *predicateWalk) condition(v ssa.Value, b, from *ssa.BasicBlock) (yes, decided, byName bool) {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.Bool {
			return constant.BoolVal(v.Value), true, false
		}
	case *ssa.UnOp:
		if v.Op == token.NOT {
			yes, decided, byName = w.condition(v.X, b, from)
			return !yes, decided, byName
		}
	case *ssa.Phi:
		if v.Block() != b {
			break
		}
		for i, p := range b.Preds {
			if p == from {
				return w.condition(v.Edges[i], b, from)
			}
		}
	case *ssa.BinOp:
		return w.comparison(v)
	case *ssa.Call:
		return w.call(v)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok && v.Index == 1 && w.isStatus(c) {
			return w.ofCodes(), true, false
		}
		if a, ok := v.Tuple.(*ssa.TypeAssert); ok && v.Index == 1 && isErrorType(a.X.Type()) {
			return false, !types.IsInterface(a.AssertedType) && !w.mayBe(a.AssertedType), false
		}
	}
	return false, false, false
}

// isStatus reports whether a call is of status.FromError, which tells whether the
// error is one of gRPC's.
func (w *predicateWalk) isStatus(c *ssa.Call) bool {
	cl := w.e.callee(c.Common())
	return cl.obj != nil && cl.obj.Name() == "FromError" && cl.obj.Pkg() != nil && cl.obj.Pkg().Path() == "google.golang.org/grpc/status"
}

// comparison evaluates a comparison of errors or of codes.
func (w *predicateWalk) comparison(c *ssa.BinOp) (yes, decided, byName bool) {
	if c.Op != token.EQL && c.Op != token.NEQ {
		return false, false, false
	}
	x, y := c.X, c.Y
	if _, constant := x.(*ssa.Const); constant || sentinel(x) {
		x, y = y, x
	}
	same := false
	switch {
	case isErrorType(x.Type()) && isNil(y):
	case isErrorType(x.Type()) && sentinel(y):
		same, byName = w.is(y), w.is(y)
	case isCode(x.Type()):
		k, ok := y.(*ssa.Const)
		if !ok || k.Value == nil {
			return false, false, false
		}
		code, exact := constant.Int64Val(constant.ToInt(k.Value))
		if !exact {
			return false, false, false
		}
		same = code == w.end.code
		byName = same && w.ofCodes()
	default:
		return false, false, false
	}
	if c.Op == token.NEQ {
		return !same, true, byName
	}
	return same, true, byName
}

// is reports whether a sentinel is the error.
func (w *predicateWalk) is(sentinel ssa.Value) bool {
	n := contextError(sentinel)
	return n != "" && w.end.name == "context."+n
}

// ofCodes reports whether the error is one of gRPC's.
func (w *predicateWalk) ofCodes() bool { return w.end.name[:6] == "codes." }

// call evaluates a call: of errors.Is and errors.As, or of another predicate of the
// package on an error.
func (w *predicateWalk) call(c *ssa.Call) (yes, decided, byName bool) {
	cl := w.e.callee(c.Common())
	args := c.Call.Args
	if cl.obj != nil && len(args) == 2 && isErrorType(args[0].Type()) {
		switch {
		case cl.obj.Name() == "Is" && isErrorType(args[1].Type()):
			return w.is(args[1]), sentinel(args[1]), w.is(args[1])
		case cl.obj.Name() == "As":
			return false, w.notAs(args[1]), false
		}
	}
	if cl.fn == nil || w.calls >= maxPredicateCalls || len(args) != 1 || !isErrorType(args[0].Type()) && !isCode(args[0].Type()) {
		return false, false, false
	}
	if r := cl.fn.Signature.Results(); r.Len() != 1 || r.At(0).Type().String() != "bool" {
		return false, false, false
	}
	sub := &predicateWalk{e: w.e, end: w.end, calls: w.calls + 1, steps: w.steps}
	said := sub.verdict(cl.fn)
	w.steps = sub.steps
	return said.yes, !said.unsure && said.yes != said.no, said.named
}

// notAs reports whether a context's error can't be what errors.As is to find: the
// target is a concrete type of some other package.
func (w *predicateWalk) notAs(target ssa.Value) bool {
	if mi, ok := target.(*ssa.MakeInterface); ok {
		target = mi.X
	}
	p, ok := target.Type().Underlying().(*types.Pointer)
	return ok && !types.IsInterface(p.Elem()) && !w.mayBe(p.Elem())
}

// mayBe reports whether the error may be of a type: that of package context isn't
// exported, and gRPC's may be one of several of its own.
func (w *predicateWalk) mayBe(t types.Type) bool {
	n := named(t)
	return w.ofCodes() || n == nil || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() == "context"
}

// sentinel reports whether v is a package variable that holds an error.
func sentinel(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	_, global := load.X.(*ssa.Global)
	return global
}

// isCode reports whether t is the type of gRPC's codes, or connect's, whose numbers
// are the same.
func isCode(t types.Type) bool {
	n := named(t)
	if n == nil || n.Obj().Pkg() == nil || n.Obj().Name() != "Code" {
		return false
	}
	switch n.Obj().Pkg().Path() {
	case "google.golang.org/grpc/codes", "connectrpc.com/connect":
		return true
	}
	return false
}
