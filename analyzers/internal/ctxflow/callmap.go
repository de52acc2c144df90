package ctxflow

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A CallMap tells who calls whom in a package, for whoever joins the maps of a
// program's packages: the way of a request leads through many of them. Test
// files are left out. Functions are given as indices into Names.
type CallMap struct {
	Names   []string   `json:"names"`             // as types.Func.FullName writes them; a literal has its function's, $ and a number
	Funcs   []MapFunc  `json:"funcs,omitempty"`   // of this package
	Entries []MapEntry `json:"entries,omitempty"` // where requests come in, also in functions of other packages
	Impls   [][2]int   `json:"impls,omitempty"`   // a call of the first, an interface's method, may be one of the second
}

// A MapFunc is a function of the package, or a literal that handles requests.
type MapFunc struct {
	Name  int       `json:"name"`
	File  string    `json:"file"` // base name
	Line  int       `json:"line"`
	End   int       `json:"end"` // its last line
	Calls []MapCall `json:"calls,omitempty"`
	Loops [][2]int  `json:"loops,omitempty"` // their first and last lines
}

// A MapCall is a call of a function of the same module, or one that leaves the
// process. Function values that are handed on count as called.
type MapCall struct {
	To   int    `json:"to"`
	Line int    `json:"line"`
	Out  string `json:"out,omitempty"` // the kind of outgoing call that the callee is or makes
}

// A MapEntry is a function that handles requests.
type MapEntry struct {
	Func int    `json:"func"`
	Name string `json:"name,omitempty"` // "GET /checkout", "rpc Inventory.Reserve"; "" if it is only seen to be a handler
}

// CallMap returns the map of the package, nil for one that the gate kept out.
func (r *Result) CallMap() *CallMap {
	if r.e == nil {
		return nil
	}
	m := &mapper{e: r.e, index: map[string]int{}, nodes: map[*ssa.Function]*MapFunc{}, impls: map[[2]int]bool{}, entries: map[MapEntry]bool{}}
	return m.run()
}

// A mapper makes a CallMap.
type mapper struct {
	e        *engine
	out      CallMap
	index    map[string]int
	nodes    map[*ssa.Function]*MapFunc
	order    []*ssa.Function        // those with a node
	handlers map[*ssa.Function]bool // literals
	literals map[ast.Node]bool      // their syntax
	impls    map[[2]int]bool
	entries  map[MapEntry]bool
}

func (m *mapper) run() *CallMap {
	// First the entries, since literals that are some get a node of their own.
	m.handlers, m.literals = map[*ssa.Function]bool{}, map[ast.Node]bool{}
	m.eachInstr(func(_ *ssa.Function, in ssa.Instruction) { m.registers(in) })
	for _, fn := range m.e.fns {
		if !m.skip(fn) && isHandler(fn.Signature) {
			m.entry(fn, "")
		}
	}
	for _, fn := range m.e.fns {
		if !m.skip(fn) && (fn.Parent() == nil || m.handlers[fn]) {
			m.addNode(fn)
		}
	}
	m.eachInstr(func(fn *ssa.Function, in ssa.Instruction) {
		m.calls(m.nodes[m.owner(fn)], in)
		m.implements(in)
	})
	for _, fn := range m.order {
		n := m.nodes[fn]
		slices.SortFunc(n.Calls, func(a, b MapCall) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.To, b.To), cmp.Compare(a.Out, b.Out))
		})
		n.Calls = slices.Compact(n.Calls)
		if n.File == "" && len(n.Calls) == 0 {
			continue // an init that isn't written down
		}
		m.out.Funcs = append(m.out.Funcs, *n)
	}
	return &m.out
}

// skip leaves out tests and what the compiler adds.
func (m *mapper) skip(fn *ssa.Function) bool {
	return fn.Pos().IsValid() && m.e.isTestFile(fn.Pos())
}

// eachInstr calls f for the instructions of the package, in source order of the
// functions.
func (m *mapper) eachInstr(f func(*ssa.Function, ssa.Instruction)) {
	for _, fn := range m.e.fns {
		if m.skip(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				f(fn, in)
			}
		}
	}
}

// owner returns the function whose node speaks for fn.
func (m *mapper) owner(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil && !m.handlers[fn] {
		fn = fn.Parent()
	}
	return fn
}

// name returns the index of a name.
func (m *mapper) name(s string) int {
	i, ok := m.index[s]
	if !ok {
		i = len(m.out.Names)
		m.index[s] = i
		m.out.Names = append(m.out.Names, s)
	}
	return i
}

// funcName returns the name by which other packages know a function.
func (m *mapper) funcName(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return obj.Origin().FullName()
	}
	if fn.Parent() != nil {
		return m.funcName(fn.Parent()) + "$" + literalNumber(fn)
	}
	return m.e.pass.Pkg.Path() + "." + fn.Name() // init
}

// literalNumber returns what ssa puts behind the $ of a literal's name.
func literalNumber(fn *ssa.Function) string {
	name := fn.Name()
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '$' {
			return name[i+1:]
		}
	}
	return name
}

// addNode adds the node of a function.
func (m *mapper) addNode(fn *ssa.Function) {
	n := &MapFunc{Name: m.name(m.funcName(fn))}
	if syntax := fn.Syntax(); syntax != nil {
		n.File, n.Line = m.position(syntax.Pos())
		_, n.End = m.position(syntax.End())
		ast.Inspect(syntax, func(x ast.Node) bool {
			switch x.(type) {
			case *ast.FuncLit:
				return x == syntax || !m.literals[x] // such a one has a node of its own
			case *ast.ForStmt, *ast.RangeStmt:
				_, from := m.position(x.Pos())
				_, to := m.position(x.End())
				n.Loops = append(n.Loops, [2]int{from, to})
				return false // what is inside is in it, too
			}
			return true
		})
	}
	m.nodes[fn] = n
	m.order = append(m.order, fn)
}

// position returns the base name of a file and a line, as drivers show them.
func (m *mapper) position(pos token.Pos) (file string, line int) {
	p := m.e.pass.Fset.Position(pos)
	if p.Filename == "" {
		return "", 0
	}
	return filepath.Base(p.Filename), p.Line
}

// calls notes what an instruction calls, and the functions that it hands on.
func (m *mapper) calls(n *MapFunc, in ssa.Instruction) {
	if n == nil {
		return
	}
	var called ssa.Value
	if c, ok := in.(ssa.CallInstruction); ok {
		called = c.Common().Value
		cl := m.e.callee(c.Common())
		out, _ := m.e.outgoing(c, cl)
		if cl.obj != nil {
			m.call(n, c.Pos(), cl.obj, out)
		} else if cl.fn != nil && m.handlers[cl.fn] {
			n.Calls = append(n.Calls, m.callOf(c.Pos(), m.funcName(cl.fn), ""))
		}
	}
	var buf [8]*ssa.Value
	for _, op := range in.Operands(buf[:0]) {
		if f, ok := (*op).(*ssa.Function); ok && *op != called {
			if cl := m.e.calleeOf(f); cl.obj != nil {
				m.call(n, in.Pos(), cl.obj, "")
			}
		}
	}
}

// call notes a call, if it is one that the map is about.
func (m *mapper) call(n *MapFunc, pos token.Pos, f *types.Func, out string) {
	if f.Pkg() == nil {
		return
	}
	own := f.Pkg() == m.e.pass.Pkg || sameModule(m.e.pass, f.Pkg().Path())
	if out == "" && f.Pkg() != m.e.pass.Pkg {
		if s := m.e.fact(f); s != nil && len(s.Outgoing) > 0 {
			out = s.Outgoing[0].Kind
		}
	}
	if own || out != "" {
		n.Calls = append(n.Calls, m.callOf(pos, f.Origin().FullName(), out))
	}
}

func (m *mapper) callOf(pos token.Pos, name, out string) MapCall {
	_, line := m.position(pos)
	return MapCall{To: m.name(name), Line: line, Out: out}
}

// implements notes which methods stand behind an interface of the module where
// a value is turned into one: that is where the two meet, whichever packages
// they are of.
func (m *mapper) implements(in ssa.Instruction) {
	var from, to types.Type
	switch in := in.(type) {
	case *ssa.MakeInterface:
		from, to = in.X.Type(), in.Type()
	case *ssa.ChangeInterface:
		from, to = in.X.Type(), in.Type()
	default:
		return
	}
	iface, ok := to.Underlying().(*types.Interface)
	if !ok {
		return
	}
	for method := range iface.Methods() {
		if method.Pkg() == nil || method.Pkg() != m.e.pass.Pkg && !sameModule(m.e.pass, method.Pkg().Path()) {
			continue
		}
		if f := methodOf(from, method); f != nil {
			pair := [2]int{m.name(method.Origin().FullName()), m.name(f.FullName())}
			if pair[0] != pair[1] && !m.impls[pair] {
				m.impls[pair] = true
				m.out.Impls = append(m.out.Impls, pair)
			}
		}
	}
}

// methodOf returns the method of a type that has the name of an interface's, or
// nil.
func methodOf(t types.Type, method *types.Func) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, method.Pkg(), method.Name())
	f, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	return f.Origin()
}
