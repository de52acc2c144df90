package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"sort"

	"golang.org/x/tools/go/ssa"
)

// A SharedUse is a call that is made once for several callers, on the context of
// the one who came first.
type SharedUse struct {
	Use
	By    *ast.CallExpr // that runs it once, such as group.Do; nil for a call whose result is kept for others
	Limit *ast.CallExpr // that gives the context a deadline in there, or nil
	Func  Func
}

// SharedUses returns the shared calls of the package that run on a caller's
// context, in source order: in what singleflight or sync.Once runs, and those
// whose result is put into an entry of a map for which others wait. Where
// somebody asks whether the error is a context's, it is taken to be seen to.
func (r *Result) SharedUses() []*SharedUse {
	if r.e == nil {
		return nil
	}
	var all []*SharedUse
	seen := map[token.Pos]bool{}
	add := func(x *SharedUse) {
		if x != nil && x.Expr != nil && !seen[x.Expr.Pos()] {
			seen[x.Expr.Pos()] = true
			all = append(all, x)
		}
	}
	for _, fn := range r.e.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(ssa.CallInstruction); ok {
					add(r.e.flight(c))
				}
			}
		}
		for _, u := range r.e.usesOf(fn) {
			add(r.e.promised(u))
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Expr.Pos() < all[j].Expr.Pos() })
	return all
}

// flight returns the first use of a caller's context in what a call runs once
// for all, nil if there is none.
func (e *engine) flight(c ssa.CallInstruction) *SharedUse {
	cl := e.callee(c.Common())
	recv := cl.receiver(c.Common())
	if !isShared(cl) || recv == nil || e.variable(recv) != nil || e.handlesCancel(c.Parent()) {
		return nil // one of the function's own runs once a call
	}
	if isStart(topOf(c.Parent()).Name()) {
		return nil // what it starts lives as long as who starts it wants
	}
	for _, a := range c.Common().Args {
		fn := e.funcValue(a, maxClosures)
		if fn == nil || fn.Parent() == nil {
			continue
		}
		if x := e.onCaller(fn, c); x != nil {
			x.By = e.callExpr(c)
			return x
		}
	}
	return nil
}

// onCaller returns the first use in a literal, and in those in it, of a context
// that the caller of the function around it gave.
func (e *engine) onCaller(lit *ssa.Function, c ssa.CallInstruction) *SharedUse {
	var found *SharedUse
	e.eachOwnUse(lit, func(u *use) {
		if found != nil || !e.works(u) || !u.val.Only(Caller) {
			return
		}
		for _, o := range u.val {
			if o.param != nil && !within(c.Parent(), o.param.Parent()) {
				return // given by who runs it
			}
		}
		found = &SharedUse{Use: e.useExpr(u, nil), Limit: e.ownLimit(u, lit), Func: e.describe(topOf(lit), c)}
	})
	return found
}

// handlesCancel reports whether a function, or one that it stands in, asks
// whether an error is that of a context.
func (e *engine) handlesCancel(fn *ssa.Function) bool {
	handles := false
	for _, f := range append([]*ssa.Function{topOf(fn)}, fn) {
		e.eachOwn(f, func(in ssa.Instruction) {
			switch in := in.(type) {
			case *ssa.Call:
				for _, a := range in.Call.Args {
					handles = handles || isCanceled(a)
				}
			case *ssa.BinOp:
				handles = handles || isCanceled(in.X) || isCanceled(in.Y)
			}
		})
	}
	return handles
}

// promised describes a call on a caller's context whose result goes into an
// object that others find in a map or a field, and that has a channel for them
// which is closed when the result is there.
func (e *engine) promised(u *use) *SharedUse {
	c, ok := u.instr.(*ssa.Call)
	if !ok || !e.works(u) || !u.val.Only(Caller) {
		return nil
	}
	for _, in := range *c.Referrers() {
		if x, ok := in.(*ssa.Extract); ok {
			for _, in := range *x.Referrers() {
				if e.fulfils(in) && !e.handlesCancel(u.fn) {
					return &SharedUse{Use: e.useExpr(u, nil), Func: e.describe(topOf(u.fn), c)}
				}
			}
		}
	}
	return nil
}

// fulfils reports whether an instruction puts a value into a promise: an object
// made here, known to others, with a channel that is closed.
func (e *engine) fulfils(in ssa.Instruction) bool {
	st, ok := in.(*ssa.Store)
	if !ok {
		return false
	}
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	obj, ok := e.held(fa.X).(*ssa.Alloc)
	return ok && e.published(obj) && e.closesChannelOf(obj)
}

// published reports whether an object is put into a map or a field that isn't the
// function's own.
func (e *engine) published(obj *ssa.Alloc) bool {
	for _, x := range e.copiesOf(obj) {
		for _, in := range *x.Referrers() {
			switch in := in.(type) {
			case *ssa.MapUpdate:
				if in.Value == x {
					return true
				}
			case *ssa.Store:
				if fa, ok := in.Addr.(*ssa.FieldAddr); ok && in.Val == x && e.variable(fa.X) == nil {
					return true
				}
			}
		}
	}
	return false
}

// copiesOf returns an object and what is loaded of the variables that hold it,
// in literals too.
func (e *engine) copiesOf(obj *ssa.Alloc) []ssa.Value {
	all := []ssa.Value{obj}
	seen := map[ssa.Value]bool{obj: true}
	add := func(v ssa.Value) {
		if !seen[v] && v.Referrers() != nil {
			seen[v] = true
			all = append(all, v)
		}
	}
	for i := 0; i < len(all) && i < maxSteps; i++ {
		for _, in := range *all[i].Referrers() {
			switch in := in.(type) {
			case *ssa.Store:
				if in.Val == all[i] {
					if a, ok := in.Addr.(*ssa.Alloc); ok {
						add(a)
					}
				}
			case *ssa.UnOp:
				if in.Op == token.MUL && types.Identical(in.Type(), obj.Type()) {
					add(in)
				}
			}
		}
		for _, fv := range e.capturesOf(all[i]) {
			add(fv)
		}
	}
	return all
}

// closesChannelOf reports whether a channel in a field of the object is closed.
func (e *engine) closesChannelOf(obj *ssa.Alloc) bool {
	for _, x := range e.copiesOf(obj) {
		for _, in := range *x.Referrers() {
			fa, ok := in.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			for _, in := range *fa.Referrers() {
				load, ok := in.(*ssa.UnOp)
				if !ok {
					continue
				}
				for _, in := range *load.Referrers() {
					if c, ok := in.(ssa.CallInstruction); ok {
						if b, ok := c.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
							return true
						}
					}
				}
			}
		}
	}
	return false
}
