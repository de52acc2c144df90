package ctxflow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A Spin is a case for a context's Done channel in the select of a loop, from
// which control is sure to come back to the same select with nothing changed
// that would end the loop: once the context is done, the loop is busy for ever.
type Spin struct {
	Select *ast.SelectStmt
	Case   *ast.CommClause
	Loop   ast.Node
	Ctx    ast.Expr        // the context whose Done channel it is, nil where that is held in a variable
	Break  *ast.BranchStmt // the break at the end of the case, which leaves the select only, or nil
	Inner  ast.Node        // the function or literal that it stands in
	Func   Func
}

// Spins returns the spins of the package in source order.
func (r *Result) Spins() []*Spin {
	return gather(r, (*engine).spin, func(s *Spin) token.Pos { return s.Case.Pos() })
}

// spin returns the first spin of a select, nil if it has none or is something else.
func (e *engine) spin(in ssa.Instruction) *Spin {
	sel, ok := in.(*ssa.Select)
	if !ok {
		return nil
	}
	syntax, ok := e.nodeAt(sel.Pos()).(*ast.SelectStmt)
	loop := e.loopAt(sel)
	if !ok || loop == nil || loop.Pos() < sel.Parent().Syntax().Pos() {
		return nil
	}
	for i, st := range sel.States {
		if st.Dir != types.RecvOnly || !e.isDone(st.Chan) || !e.madeOutside(st.Chan, sel) {
			continue
		}
		p := &spinPath{e: e, sel: sel}
		if !p.comesBack(i) {
			continue
		}
		x := &Spin{Select: syntax, Loop: loop, Inner: sel.Parent().Syntax(), Func: e.describe(topOf(sel.Parent()), sel)}
		for _, c := range syntax.Body.List {
			if c := c.(*ast.CommClause); c.Comm != nil && c.Comm.Pos() <= st.Pos && st.Pos < c.Comm.End() {
				x.Case = c
			}
		}
		if x.Case == nil {
			continue
		}
		x.Ctx = doneContext(e.nodeAt(st.Pos))
		if n := len(x.Case.Body); n > 0 {
			if br, ok := x.Case.Body[n-1].(*ast.BranchStmt); ok && br.Tok == token.BREAK && br.Label == nil {
				x.Break = br
			}
		}
		return x
	}
	return nil
}

// doneContext returns x of <-x.Done().
func doneContext(n ast.Node) ast.Expr {
	recv, ok := n.(*ast.UnaryExpr)
	if !ok {
		return nil
	}
	call, ok := ast.Unparen(recv.X).(*ast.CallExpr)
	if !ok {
		return nil
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Done" {
		return sel.X
	}
	return nil
}

// madeOutside reports whether the context whose Done channel the select waits on
// is the same each turn: it, or the channel, is made before the loop, and no variable
// that holds it is set again.
func (e *engine) madeOutside(ch ssa.Value, sel *ssa.Select) bool {
	c, ok := ch.(*ssa.Call)
	if !ok || !inCycle(c.Block(), sel.Block()) {
		return outsideCycle(ch, sel) // done := ctx.Done()
	}
	ctx := methodReceiver(c)
	if conv, ok := ctx.(*ssa.ChangeInterface); ok {
		ctx = conv.X
	}
	load, ok := ctx.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return outsideCycle(ctx, sel)
	}
	if a := e.variable(load.X); a != nil {
		vals, _ := e.reachingStores(load.X, load)
		if len(vals) != 1 {
			return false
		}
		in, isInstr := vals[0].(ssa.Instruction)
		return !isInstr || in.Parent() != sel.Parent() || outsideCycle(vals[0], sel)
	}
	// A field: of what doesn't change, and never set in the loop's function.
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	obj := addressed(fa)
	for _, b := range sel.Parent().Blocks {
		for _, in := range b.Instrs {
			if st, ok := in.(*ssa.Store); ok && addressed(st.Addr) == obj {
				return false
			}
		}
	}
	return true
}

// outsideCycle reports whether a value is made before the loop of the select.
func outsideCycle(v ssa.Value, sel *ssa.Select) bool {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Const, *ssa.Global:
		return true
	case ssa.Instruction:
		return !inCycle(v.Block(), sel.Block())
	}
	return false
}

// inCycle reports whether a runs again and again with b: each reaches the other.
func inCycle(a, b *ssa.BasicBlock) bool {
	return a == b || blockReaches(a, b) && blockReaches(b, a)
}

func blockReaches(a, b *ssa.BasicBlock) bool {
	return reaches(a.Instrs[len(a.Instrs)-1], b.Instrs[0])
}

// A spinPath follows control from the Done case of a select.
type spinPath struct {
	e     *engine
	sel   *ssa.Select
	back  bool // some path has come back
	steps int
}

// maxPath bounds the edges that are followed.
const maxPath = 400

// comesBack reports whether all ways from case i lead back to the select, and
// nothing on them changes what decides about the loop or waits for somebody else.
func (p *spinPath) comesBack(i int) bool {
	known := map[ssa.Value]ssa.Value{}
	for _, in := range *p.sel.Referrers() {
		if x, ok := in.(*ssa.Extract); ok && x.Index == 0 {
			known[x] = ssa.NewConst(constant.MakeInt64(int64(i)), types.Typ[types.Int])
		}
	}
	return p.rest(p.sel.Block(), indexOf(p.sel)+1, known, map[*ssa.BasicBlock]bool{}) && p.back
}

// edge follows the edge between two blocks. Known has what phis are on this way.
func (p *spinPath) edge(from, to *ssa.BasicBlock, known map[ssa.Value]ssa.Value, seen map[*ssa.BasicBlock]bool) bool {
	if p.steps++; p.steps > maxPath || !p.phis(from, to, known) {
		return false
	}
	if seen[to] {
		return true // an inner loop, which is taken to end
	}
	seen[to] = true
	defer delete(seen, to)
	return p.rest(to, 0, known, seen)
}

// rest follows the instructions of a block from the i-th on, and what comes after it.
func (p *spinPath) rest(b *ssa.BasicBlock, i int, known map[ssa.Value]ssa.Value, seen map[*ssa.BasicBlock]bool) bool {
	for _, in := range b.Instrs[i:] {
		if in == ssa.Instruction(p.sel) {
			p.back = true
			return true
		}
		if !p.harmless(in) {
			return false
		}
	}
	succs := b.Succs
	if br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		if yes, decided := decide(br.Cond, known); decided && yes {
			succs = succs[:1]
		} else if decided {
			succs = succs[1:]
		}
	}
	for _, s := range succs {
		// What is known on one way isn't so on another.
		if !p.edge(b, s, maps.Clone(known), seen) {
			return false
		}
	}
	return len(succs) > 0
}

// phis notes what the phis of a block are when it is entered from another. A phi
// at the head of the loop that the way changes, a counter or a flag, may end the
// loop in a later turn.
func (p *spinPath) phis(from, to *ssa.BasicBlock, known map[ssa.Value]ssa.Value) bool {
	i := slices.Index(to.Preds, from)
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		if j := slices.Index(to.Preds[i+1:], from); j >= 0 && phi.Edges[i] != phi.Edges[i+1+j] {
			return false // either branch of one if
		}
		v := phi.Edges[i]
		if k, ok := known[v]; ok {
			v = k
		}
		if to.Dominates(p.sel.Block()) && v != ssa.Value(phi) && p.decides(phi) {
			return false
		}
		known[phi] = v
	}
	return true
}

// decides reports whether a value may have a part in a branch or in what the
// select waits for.
func (p *spinPath) decides(v ssa.Value) bool {
	seen := map[ssa.Value]bool{}
	var uses func(v ssa.Value) bool
	uses = func(v ssa.Value) bool {
		if seen[v] || v.Referrers() == nil {
			return false
		}
		seen[v] = true
		for _, in := range *v.Referrers() {
			switch in := in.(type) {
			case *ssa.If:
				return true
			case *ssa.Select:
				for _, st := range in.States {
					if st.Chan == v {
						return true
					}
				}
			case *ssa.Call:
				if uses(in) {
					return true
				}
			case ssa.Value:
				if uses(in) {
					return true
				}
			}
		}
		return false
	}
	return uses(v)
}

// harmless reports whether an instruction neither waits nor ends anything, nor
// sets a variable on which something may depend.
func (p *spinPath) harmless(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Return, *ssa.Panic, *ssa.Send, *ssa.MapUpdate, *ssa.Go, *ssa.Defer:
		return false
	case *ssa.Store:
		return p.scratch(in.Addr)
	case *ssa.UnOp:
		return in.Op != token.ARROW
	case *ssa.Select:
		return !in.Blocking
	case *ssa.Call:
		return !p.mayEnd(in)
	}
	return true
}

// scratch reports whether an address is of something that lives for one call
// only, as the arguments of a variadic function do.
func (p *spinPath) scratch(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.IndexAddr:
		return p.scratch(a.X)
	case *ssa.FieldAddr:
		return p.scratch(a.X)
	case *ssa.Alloc:
		return inCycle(a.Block(), p.sel.Block())
	}
	return false
}

// mayEnd reports whether a call may not return, or do something that makes
// another case of the select fire and thereby end the loop. Where nothing at all
// leads out of the loop, no call that returns can end it.
func (p *spinPath) mayEnd(c *ssa.Call) bool {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		return b.Name() == "panic" || b.Name() == "close" && p.hasExit()
	}
	cl := p.e.callee(c.Common())
	return p.e.neverReturns(cl) || !idle(cl) && p.hasExit()
}

// hasExit reports whether some way leads out of the select's loop.
func (p *spinPath) hasExit() bool {
	at := p.sel.Block()
	for _, b := range p.sel.Parent().Blocks {
		if !inCycle(b, at) {
			continue
		}
		for _, s := range b.Succs {
			if !inCycle(s, at) && !impossible(s) {
				return true
			}
		}
	}
	return false
}

// impossible reports whether a block is the one that SSA has for a select that
// chose none of its cases.
func impossible(b *ssa.BasicBlock) bool {
	p, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Panic)
	return ok && !p.Pos().IsValid()
}

// idle reports whether a function only computes, formats or logs.
func idle(cl callee) bool {
	if isLoggerCall(cl) || cl.role(ctxapi.Logger) != nil {
		return true
	}
	if cl.obj == nil || cl.obj.Pkg() == nil {
		return false
	}
	switch cl.obj.Pkg().Path() {
	case "fmt", "log", "log/slog", "errors", "strings", "strconv", "time", "context", "math", "sort", "slices", "maps", "bytes":
		return true
	}
	return false
}

// neverReturns reports whether a function ends the process or the goroutine, or panics.
func (e *engine) neverReturns(cl callee) bool { return e.comesToEnd(cl, 3) }

func (e *engine) comesToEnd(cl callee, depth int) bool {
	if cl.fn == nil {
		name := strings.ToLower(cl.name())
		for _, w := range []string{"fatal", "panic", "exit", "goexit", "die", "abort", "fail", "skip"} {
			if strings.HasPrefix(name, w) {
				return true
			}
		}
		return false
	}
	for _, b := range cl.fn.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !e.endsBefore(b, depth) {
			return false
		}
	}
	return true
}

// endsBefore reports whether a call that doesn't come back stands on every way
// to the end of a block.
func (e *engine) endsBefore(b *ssa.BasicBlock, depth int) bool {
	if depth == 0 {
		return false
	}
	for d := b; d != nil; d = d.Idom() {
		for _, in := range d.Instrs {
			if c, ok := in.(*ssa.Call); ok && e.comesToEnd(e.callee(c.Common()), depth-1) {
				return true
			}
		}
	}
	return false
}

// decide evaluates the condition of a branch as far as what is known of phis
// makes it constant.
func decide(cond ssa.Value, known map[ssa.Value]ssa.Value) (yes, decided bool) {
	if k, ok := known[cond]; ok {
		cond = k
	}
	switch c := cond.(type) {
	case *ssa.Const:
		if c.Value != nil && c.Value.Kind() == constant.Bool {
			return constant.BoolVal(c.Value), true
		}
	case *ssa.UnOp:
		if c.Op == token.NOT {
			yes, decided = decide(c.X, known)
			return !yes, decided
		}
	case *ssa.BinOp:
		x, y := c.X, c.Y
		if k, ok := known[x]; ok {
			x = k
		}
		if k, ok := known[y]; ok {
			y = k
		}
		a, ok1 := x.(*ssa.Const)
		b, ok2 := y.(*ssa.Const)
		if !ok1 || !ok2 || c.Op != token.EQL && c.Op != token.NEQ {
			return false, false
		}
		same := a.IsNil() && b.IsNil()
		if a.Value != nil && b.Value != nil {
			same = constant.Compare(a.Value, token.EQL, b.Value)
		}
		return same == (c.Op == token.EQL), true
	}
	return false, false
}
