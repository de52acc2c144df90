package ctxflow

import (
	"go/token"
	"go/types"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A callee is what a call calls, as far as that is known.
type callee struct {
	obj  *types.Func   // the declared function or interface method; nil for literals and values
	fn   *ssa.Function // its body, where this package has it
	rows []*ctxapi.Row
	// recv says that the call's first argument is the receiver.
	recv   bool
	invoke bool
}

// callee resolves a call.
func (e *engine) callee(c *ssa.CallCommon) callee {
	if r, ok := e.callees[c]; ok {
		return r
	}
	r := e.resolve(c)
	e.callees[c] = r
	return r
}

func (e *engine) resolve(c *ssa.CallCommon) callee {
	if c.IsInvoke() {
		r := callee{obj: c.Method, invoke: true, rows: e.api.MethodRows(c.Value.Type(), c.Method)}
		if len(r.rows) == 0 {
			if rows := e.api.ShapeRows(c.Method); len(rows) > 0 && len(e.implementers(c.Method)) == 0 {
				r.rows = rows
			}
		}
		return r
	}
	if fn := e.funcValue(c.Value, maxClosures); fn != nil {
		return e.calleeOf(fn)
	}
	// A function held by a package variable or a field that the tables know.
	if load, ok := c.Value.(*ssa.UnOp); ok && load.Op == token.MUL {
		switch a := load.X.(type) {
		case *ssa.Global:
			if a.Object() != nil {
				return callee{rows: e.api.Rows(a.Object())}
			}
		case *ssa.FieldAddr:
			if f := fieldOf(a.X.Type(), a.Field); f != nil {
				return callee{rows: e.api.FieldRows(a.X.Type(), f)}
			}
		}
	}
	return callee{rows: e.api.TypeRows(c.Value.Type())}
}

// calleeOf describes a function that is known.
func (e *engine) calleeOf(fn *ssa.Function) callee {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	obj, _ := fn.Object().(*types.Func)
	r := callee{obj: obj, recv: fn.Signature.Recv() != nil}
	if fn.Synthetic != "" && obj != nil {
		// A thunk takes the receiver as an ordinary parameter, a bound method
		// has it in a free variable; both stand for the method itself.
		r.recv = len(fn.FreeVars) == 0 && obj.Signature().Recv() != nil
		if m := fn.Prog.FuncValue(obj); m != nil {
			fn = m
		}
	}
	if obj != nil {
		r.obj = obj.Origin()
		r.rows = e.api.Rows(r.obj)
	}
	if fn.Blocks != nil && fn.Pkg == e.pkg {
		r.fn = fn
	}
	return r
}

// funcValue returns the only function that v can be, or nil.
func (e *engine) funcValue(v ssa.Value, depth int) *ssa.Function {
	if depth == 0 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	case *ssa.ChangeType:
		return e.funcValue(v.X, depth-1)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil
		}
		if g, ok := v.X.(*ssa.Global); ok {
			return e.funcValue(e.onlyStore(g), depth-1)
		}
		if e.variable(v.X) == nil {
			return nil
		}
		if vals, _ := e.reachingStores(v.X, v); len(vals) == 1 {
			return e.funcValue(vals[0], depth-1)
		}
	}
	return nil
}

// onlyStore returns the value of an unexported package variable that is set
// exactly once, by its declaration; nil otherwise.
func (e *engine) onlyStore(g *ssa.Global) ssa.Value {
	if g.Pkg != e.pkg || token.IsExported(g.Name()) {
		return nil
	}
	stores := e.globalStores()[g]
	if len(stores) != 1 || stores[0].Parent().Name() != "init" {
		return nil
	}
	return stores[0].Val
}

// receiver returns the value that a method is called on, or nil.
func (c callee) receiver(call *ssa.CallCommon) ssa.Value {
	switch {
	case c.invoke:
		return call.Value
	case c.recv && len(call.Args) > 0:
		return call.Args[0]
	}
	return nil
}

// param returns the argument for parameter i of the callee's signature, or nil.
func (c callee) param(call *ssa.CallCommon, i int) ssa.Value {
	if i < 0 {
		return c.receiver(call)
	}
	if c.recv {
		i++
	}
	if i >= len(call.Args) {
		return nil
	}
	return call.Args[i]
}

// of reports whether the callee is declared in the package with a path.
func (c callee) of(path string) bool {
	return c.obj != nil && c.obj.Pkg() != nil && c.obj.Pkg().Path() == path
}

// index returns the parameter index of argument i of the call, -1 for the receiver.
func (c callee) index(i int) int {
	if c.recv {
		return i - 1
	}
	return i
}

// name returns what the callee is called in messages about it.
func (c callee) name() string {
	switch {
	case c.obj != nil:
		return c.obj.Name()
	case c.fn != nil:
		return c.fn.Name()
	}
	return ""
}

// role returns the first row with the role that isn't about a callback, or nil.
func (c callee) role(r ctxapi.Role) *ctxapi.Row {
	for _, row := range c.rows {
		if row.Role == r && !row.Has("callback") {
			return row
		}
	}
	return nil
}

// A Site is a place where a function of the package is used.
type Site struct {
	Instr ssa.Instruction
	In    *ssa.Function
	Kind  SiteKind
}

// SiteKind says how a function is used at a site.
type SiteKind uint8

// The kinds of sites.
const (
	SiteCall  SiteKind = iota
	SiteGo             // go f()
	SiteDefer          // defer f()
	SiteValue          // f is stored, passed or returned
)

// indexSites records, for each function of the package, where it is used.
func (e *engine) indexSites() {
	for _, fn := range e.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				e.sitesOf(fn, in)
			}
		}
	}
}

func (e *engine) sitesOf(fn *ssa.Function, in ssa.Instruction) {
	var called ssa.Value
	if c, ok := in.(ssa.CallInstruction); ok {
		called = c.Common().Value
		cl := e.callee(c.Common())
		if cl.fn != nil {
			k := SiteCall
			switch in.(type) {
			case *ssa.Go:
				k = SiteGo
			case *ssa.Defer:
				k = SiteDefer
			}
			e.sites[cl.fn] = append(e.sites[cl.fn], Site{in, fn, k})
		} else if cl.invoke {
			for _, m := range e.implementers(cl.obj) {
				e.sites[m] = append(e.sites[m], Site{in, fn, SiteCall})
			}
		}
	}
	var buf [8]*ssa.Value
	for _, op := range in.Operands(buf[:0]) {
		f, ok := (*op).(*ssa.Function)
		if !ok || *op == called {
			continue
		}
		if mk, ok := in.(*ssa.MakeClosure); ok && mk.Fn == f && calledOnly(mk) {
			continue // counted where it is called
		}
		if cl := e.calleeOf(f); cl.fn != nil {
			e.sites[cl.fn] = append(e.sites[cl.fn], Site{in, fn, SiteValue})
		}
	}
}

// calledOnly reports whether a closure is used only as the function of calls.
func calledOnly(mk *ssa.MakeClosure) bool {
	for _, in := range *mk.Referrers() {
		c, ok := in.(ssa.CallInstruction)
		if !ok || c.Common().Value != mk {
			return false
		}
	}
	return true
}

// implementers returns the methods of this package that a call of the
// interface method m may reach, if the interface is declared in this package.
func (e *engine) implementers(m *types.Func) []*ssa.Function {
	if m == nil || m.Pkg() != e.pass.Pkg {
		return nil
	}
	fns, ok := e.impls[m]
	if !ok {
		fns = e.findImplementers(m)
		e.impls[m] = fns
	}
	return fns
}

func (e *engine) findImplementers(m *types.Func) []*ssa.Function {
	iface, ok := m.Signature().Recv().Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var fns []*ssa.Function
	scope := e.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
			continue
		}
		if n, ok := tn.Type().(*types.Named); ok && n.TypeParams().Len() > 0 {
			continue
		}
		ptr := types.NewPointer(tn.Type())
		if !types.Implements(ptr, iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(ptr, true, m.Pkg(), m.Name())
		if f, ok := obj.(*types.Func); ok {
			if fn := e.pkg.Prog.FuncValue(f.Origin()); fn != nil && fn.Blocks != nil && fn.Pkg == e.pkg {
				fns = append(fns, fn)
			}
		}
	}
	return fns
}

// globalStores indexes the stores to package variables.
func (e *engine) globalStores() map[*ssa.Global][]*ssa.Store {
	if e.globals == nil {
		e.globals = map[*ssa.Global][]*ssa.Store{}
		for _, fn := range e.fns {
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					if st, ok := in.(*ssa.Store); ok {
						if g, ok := st.Addr.(*ssa.Global); ok {
							e.globals[g] = append(e.globals[g], st)
						}
					}
				}
			}
		}
	}
	return e.globals
}

// bounded reports whether the callee comes to an end by itself: it only waits
// its turn, as a rate limiter does.
func (c callee) bounded() bool {
	row := c.role(ctxapi.Wait)
	return row != nil && row.Has("budget")
}
