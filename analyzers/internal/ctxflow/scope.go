package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Source is a context that can be reached at some point of the program.
type Source struct {
	Name  string     // how to write it there, such as "ctx" or "r.Context()"; "" when it can't be named
	Label string     // how to speak of it
	Obj   *types.Var // the parameter or variable
	Param bool       // a parameter, of the function or of one that it stands in; else a local variable
	Outer bool       // of an enclosing function, not of the innermost one
	Value Value      // what the variable holds, for local variables
	def   ssa.Value
}

// InScope returns the contexts of callers that are in scope at a point, the
// nearest first: parameters of the function and of those it stands in, blank
// ones included, and local variables that hold contexts.
func (e *engine) InScope(fn *ssa.Function, pos token.Pos) []Source {
	var srcs []Source
	named := map[*types.Var]bool{}
	here := e.innermost(pos)
	for sc := here; sc != nil && sc != e.pass.Pkg.Scope() && sc != types.Universe; sc = sc.Parent() {
		for _, name := range sc.Names() {
			v, ok := sc.Lookup(name).(*types.Var)
			if !ok || !e.types.carrier(v.Type()) {
				continue
			}
			if _, o := sc.LookupParent(name, pos); o != types.Object(v) {
				continue // declared later
			}
			named[v] = true
			if s, ok := e.source(fn, v, here, pos); ok {
				srcs = append(srcs, s)
			}
		}
	}
	for f := fn; f != nil; f = f.Parent() {
		for _, p := range f.Params {
			v, ok := p.Object().(*types.Var)
			if e.isReceiver(p) || !e.types.carrier(p.Type()) || ok && named[v] || ok && v.Name() != "_" && v.Name() != "" {
				continue
			}
			srcs = append(srcs, Source{Label: "the blank " + types.TypeString(p.Type(), (*types.Package).Name) + " parameter", Param: true, Outer: f != fn, def: p})
		}
	}
	return srcs
}

// source describes a variable in scope at pos, which is in the scope here; ok is false for receivers and
// for local variables about which nothing is known.
func (e *engine) source(fn *ssa.Function, v *types.Var, here *types.Scope, pos token.Pos) (Source, bool) {
	suffix, _ := e.types.accessor(v.Type())
	s := Source{Name: v.Name() + suffix, Label: v.Name() + suffix, Obj: v}
	if _, o := here.LookupParent(v.Name(), pos); o != types.Object(v) {
		s.Name = "" // hidden by another
	}
	if p := e.paramOf(v); p != nil {
		if e.isReceiver(p) || ofTesting(p.Type()) {
			return s, false
		}
		s.Param, s.Outer, s.def = true, p.Parent() != fn, p
		return s, true
	}
	if !e.types.context(v.Type()) {
		return s, false // a request that this function makes, say
	}
	s.def = e.definition(v)
	if s.def == nil {
		return s, false
	}
	s.Value = e.value(s.def)
	return s, true
}

// ofTesting reports whether t is one of package testing's types, whose context
// is a test's and nobody's deadline.
func ofTesting(t types.Type) bool {
	n := named(t)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "testing"
}

// File returns the file of the package that holds a position, nil for what the
// compiler adds.
func (r *Result) File(pos token.Pos) *ast.File {
	if r.e == nil {
		return nil
	}
	return r.e.file(pos)
}

func (e *engine) file(pos token.Pos) *ast.File {
	for _, f := range e.pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

// innermost returns the innermost scope at pos.
func (e *engine) innermost(pos token.Pos) *types.Scope {
	if sc := e.pass.TypesInfo.Scopes[e.file(pos)]; sc != nil {
		if in := sc.Innermost(pos); in != nil {
			return in
		}
		return sc
	}
	return nil
}

// paramOf returns the parameter that v is, or nil.
func (e *engine) paramOf(v *types.Var) *ssa.Parameter {
	if e.paramVars == nil {
		e.paramVars = map[*types.Var]*ssa.Parameter{}
		for _, fn := range e.fns {
			for _, p := range fn.Params {
				if o, ok := p.Object().(*types.Var); ok {
					e.paramVars[o] = p
				}
			}
		}
	}
	return e.paramVars[v]
}

// definition returns the value that a local variable is first given by a
// call, as in ctx, cancel := context.WithTimeout(...), or nil.
func (e *engine) definition(v *types.Var) ssa.Value {
	if e.defs == nil {
		e.indexDefinitions()
	}
	d, ok := e.defs[v]
	if !ok {
		return nil
	}
	c, ok := e.callAt[d.call.Lparen].(*ssa.Call)
	if !ok {
		return nil
	}
	if c.Common().Signature().Results().Len() == 1 {
		return c
	}
	for _, r := range *c.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && x.Index == d.index {
			return x
		}
	}
	return nil
}

// A definition is result index of a call.
type definition struct {
	call  *ast.CallExpr
	index int
}

func (e *engine) indexDefinitions() {
	e.defs = map[*types.Var]definition{}
	e.callAt = map[token.Pos]ssa.CallInstruction{}
	for _, fn := range e.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(ssa.CallInstruction); ok {
					e.callAt[c.Pos()] = c
				}
			}
		}
	}
	add := func(lhs []*ast.Ident, rhs []ast.Expr) {
		for i, id := range lhs {
			v, ok := e.pass.TypesInfo.Defs[id].(*types.Var)
			if !ok {
				continue
			}
			r, k := rhs[0], i
			if len(rhs) == len(lhs) {
				r, k = rhs[i], 0
			}
			if c, ok := ast.Unparen(r).(*ast.CallExpr); ok {
				e.defs[v] = definition{c, k}
			}
		}
	}
	for _, f := range e.pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok == token.DEFINE {
					ids := make([]*ast.Ident, len(n.Lhs))
					for i, l := range n.Lhs {
						ids[i], _ = l.(*ast.Ident)
					}
					add(ids, n.Rhs)
				}
			case *ast.ValueSpec:
				if len(n.Values) > 0 {
					add(n.Names, n.Values)
				}
			}
			return true
		})
	}
}

// best returns the source that a person would use: the nearest parameter that
// is a context, then the nearest carrier, then a local variable; nil when
// there is none. A local variable that was derived from a parameter of the
// same function stands for it.
func best(srcs []Source) *Source {
	var local, carrier, blank *Source
	for i := range srcs {
		s := &srcs[i]
		switch {
		case s.Param && s.Obj == nil:
			if blank == nil {
				blank = s
			}
		case s.Param && IsContext(s.Obj.Type()):
			if carrier != nil && !carrier.Outer && s.Outer {
				return carrier
			}
			return s
		case s.Param:
			if carrier == nil {
				carrier = s
			}
		case s.Value.Only(Caller) && s.Name != "":
			if carrier == nil {
				carrier = s
			}
		case s.Value.Only(Fresh):
			if local == nil {
				local = s
			}
		}
	}
	for _, s := range []*Source{carrier, blank, local} {
		if s != nil {
			return s
		}
	}
	return nil
}

// own returns the local variable of fn that holds a context which somebody may end
// though no caller gave it, and which lasts as long as fn runs: one read from a field,
// or one made for all of fn, with a timeout or of such a one; nil when there is none.
func (e *engine) own(srcs []Source, fn *ssa.Function) *Source {
	for i := range srcs {
		s := &srcs[i]
		if s.Param || s.Name == "" || s.owner(fn) != fn {
			continue
		}
		lasts := len(s.Value) > 0
		for _, o := range s.Value {
			ends := o.Prov == Stored || o.Prov == Fresh && o.Deadline.Bounded
			lasts = lasts && ends && (len(o.derive) == 0 || e.diesAtReturn(o, fn))
		}
		if lasts {
			return s
		}
	}
	return nil
}

// ofTask returns the context of the group whose task a use is part of, where the group
// has one and it can be named there, or nil: the task is to end when another fails.
func (e *engine) ofTask(u *use, pos token.Pos) *Source {
	for _, t := range e.tasks() {
		if t.group == nil || t.fn == nil || !within(u.fn, t.fn) {
			continue
		}
		g := e.groupOf(t.group)
		if g == nil || g.with == nil || g.ctx == nil {
			continue
		}
		made := e.callExpr(g.with)
		if made == nil {
			continue
		}
		ctx, _ := e.secondVar(made)
		if sc := e.innermost(pos); ctx != nil && sc != nil {
			if _, o := sc.LookupParent(ctx.Name(), pos); o == types.Object(ctx) {
				return &Source{Name: ctx.Name(), Label: ctx.Name(), Obj: ctx, Outer: true, Value: e.value(g.ctx), def: g.ctx}
			}
		}
	}
	return nil
}

// FromCaller reports whether the source is a caller's context, not one that
// this function made for itself.
func (s *Source) FromCaller() bool { return s.Param || s.Value.Only(Caller) }

// Done returns how to speak of the channel that is closed when the context is done.
func (s *Source) Done() string {
	if s.Obj == nil {
		return "its Done()" // a parameter without a name
	}
	return s.Label + ".Done()"
}

// owner returns the function that the source belongs to.
func (s *Source) owner(fn *ssa.Function) *ssa.Function {
	if p, ok := s.def.(*ssa.Parameter); ok {
		return p.Parent()
	}
	if in, ok := s.def.(ssa.Instruction); ok {
		return in.Parent()
	}
	return fn
}
