package ctxflow

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"sort"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A Summary says what a function does with contexts. It is the fact that other
// packages see; a function with nothing to say has none.
type Summary struct {
	Params   []ParamSummary  // context parameters that differ from "read and passed on"
	Results  []ResultSummary // context and carrier results
	Root     []Hop           // the function starts a root that reaches a call: from here to there
	Bounded  bool            // with Root: it has a timeout of its own
	Outgoing []Outgoing      // calls that leave the process
	Sleeps   bool            // it sleeps, and no context can cut that short
	Blocks   bool            // it waits for a channel or lock, and no context can cut that short
	Wraps    string          // it only forwards to this context-taking sibling
}

// AFact marks Summary as a fact.
func (*Summary) AFact() {}

// ParamSummary describes a context parameter, by its index in the signature.
type ParamSummary struct {
	Index     int
	Unread    bool // the body never looks at it
	Kept      bool // read, but handed to no call that could wait on it
	Retained  bool // kept in what outlives the call
	Goroutine bool // used by a goroutine that isn't waited for
}

// ResultSummary describes a result that is a context or a carrier.
type ResultSummary struct {
	Index    int
	From     []Derived // parameters it derives from
	Fresh    bool
	Detached bool
	Other    bool     // may come from elsewhere
	Deadline Deadline // of the fresh or detached part
}

// Derived names a parameter (-1: the receiver) and what was added on the way.
type Derived struct {
	Param    int
	Deadline Deadline
}

// Outgoing is a kind of outgoing call and what bounds it.
type Outgoing struct {
	Kind  string
	Bound string // "param N", "self", "nothing" or "unknown"
}

// A Hop is one step of a chain, without absolute paths.
type Hop struct {
	Func string // package-qualified name
	File string // base name
	Line int
}

// maxHops bounds a chain.
const maxHops = 5

// maxOutgoing bounds the outgoing calls that a summary lists.
const maxOutgoing = 4

// String renders the summary for tests: lower case, without spaces inside an item.
func (s *Summary) String() string {
	var parts []string
	for _, p := range s.Params {
		parts = append(parts, fmt.Sprintf("param%d:%s", p.Index, flags(p.Unread, "unread", p.Kept, "kept", p.Retained, "retained", p.Goroutine, "goroutine")))
	}
	for _, r := range s.Results {
		var from []string
		for _, d := range r.From {
			from = append(from, fmt.Sprintf("param%d%s", d.Param, d.Deadline.suffix()))
		}
		if r.Fresh {
			from = append(from, "fresh"+r.Deadline.suffix())
		}
		if r.Detached {
			from = append(from, "detached"+r.Deadline.suffix())
		}
		if r.Other {
			from = append(from, "other")
		}
		parts = append(parts, fmt.Sprintf("result%d:%s", r.Index, strings.Join(from, "|")))
	}
	if len(s.Root) > 0 {
		var hops []string
		for _, h := range s.Root {
			hops = append(hops, h.Func)
		}
		parts = append(parts, "root:"+strings.Join(hops, ">")+flags(s.Bounded, "(bounded)"))
	}
	for _, o := range s.Outgoing {
		parts = append(parts, "out:"+o.Kind+"@"+strings.ReplaceAll(o.Bound, " ", ""))
	}
	if f := flags(s.Sleeps, "sleeps", s.Blocks, "blocks", s.Wraps != "", "wraps:"+s.Wraps); f != "" {
		parts = append(parts, f)
	}
	return strings.Join(parts, " ")
}

// suffix renders a deadline for String.
func (d Deadline) suffix() string {
	switch {
	case d.Timeout != 0:
		return "+" + d.Timeout.String()
	case d.Bounded:
		return "+bounded"
	case d.Unclear:
		return "+unclear"
	}
	return ""
}

// flags joins the names whose condition holds.
func flags(pairs ...any) string {
	var on []string
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i].(bool) {
			on = append(on, pairs[i+1].(string))
		}
	}
	return strings.Join(on, ",")
}

func (s *Summary) empty() bool {
	return len(s.Params) == 0 && len(s.Results) == 0 && len(s.Root) == 0 && len(s.Outgoing) == 0 &&
		!s.Sleeps && !s.Blocks && s.Wraps == ""
}

// summaryOf returns the summary of a callee, or nil when nothing is known:
// of the body in this package, of the only visible implementations of an
// interface method, or the fact from another package.
func (e *engine) summaryOf(c callee) *Summary {
	switch {
	case c.fn != nil:
		return e.summary(c.fn)
	case c.obj == nil:
		return nil
	case c.invoke:
		if token.IsExported(interfaceName(c.obj)) {
			return nil // others may implement it
		}
		if fns := e.implementers(c.obj); len(fns) == 1 {
			return e.summary(fns[0])
		}
		return nil
	}
	return e.fact(c.obj)
}

func interfaceName(m *types.Func) string {
	if n := named(m.Signature().Recv().Type()); n != nil {
		return n.Obj().Name()
	}
	return ""
}

// fact returns the summary that another package exported for f, or nil.
func (e *engine) fact(f *types.Func) *Summary {
	if f.Pkg() == nil || f.Pkg() == e.pass.Pkg {
		return nil
	}
	if s, ok := e.imported[f]; ok {
		return s
	}
	var s Summary
	r := &s
	if !e.pass.ImportObjectFact(f, r) {
		r = nil
	}
	e.imported[f] = r
	return r
}

// summary computes the summary of a function of this package. It returns nil
// for one that is being computed.
func (e *engine) summary(fn *ssa.Function) *Summary {
	if s, ok := e.summaries[fn]; ok {
		return s
	}
	if e.busy[fn] {
		return nil
	}
	e.busy[fn] = true
	defer delete(e.busy, fn)
	s := &Summary{}
	s.Results = e.results(fn)
	s.Params = e.params(fn, s.Results)
	s.Wraps = e.wraps(fn)
	e.effects(fn, s)
	e.summaries[fn] = s
	return s
}

// results summarizes the context and carrier results of fn.
func (e *engine) results(fn *ssa.Function) []ResultSummary {
	var rs []ResultSummary
	res := fn.Signature.Results()
	given := e.takesCarrier(fn)
	for i := range res.Len() {
		if !e.types.carrier(res.At(i).Type()) {
			continue
		}
		r := ResultSummary{Index: i}
		for _, b := range fn.Blocks {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if !ok || i >= len(ret.Results) {
				continue
			}
			for _, o := range e.value(ret.Results[i]) {
				if o.Prov == Fresh && e.nilGuarded(o.call) {
					continue // stands in for a context that wasn't given
				}
				if o.Prov == Fresh && given {
					r.Other = true // told there, or right there, and no fault of the callers
					continue
				}
				r.merge(fn, o)
			}
		}
		rs = append(rs, r)
	}
	return rs
}

// takesCarrier reports whether one of fn's parameters is a context or carries one.
func (e *engine) takesCarrier(fn *ssa.Function) bool {
	for i := range fn.Signature.Params().Len() {
		if e.types.carrier(fn.Signature.Params().At(i).Type()) {
			return true
		}
	}
	return false
}

// merge adds an origin of a returned value.
func (r *ResultSummary) merge(fn *ssa.Function, o *Origin) {
	switch o.Prov {
	case Caller:
		if o.param.Parent() != fn {
			r.Other = true // an enclosing function's
			return
		}
		d := Derived{Param: paramIndex(o.param), Deadline: o.Deadline}
		for _, x := range r.From {
			if x == d {
				return
			}
		}
		r.From = append(r.From, d)
	case Fresh:
		r.Fresh = true
		r.Deadline = r.Deadline.min(o.Deadline)
	case Detached:
		r.Detached = true
		r.Deadline = r.Deadline.min(o.Deadline)
	case Nil:
	default:
		r.Other = true
	}
}

// params summarizes the context parameters of fn.
func (e *engine) params(fn *ssa.Function, results []ResultSummary) []ParamSummary {
	var ps []ParamSummary
	for _, i := range e.types.contextParams(fn.Signature) {
		k := i
		if fn.Signature.Recv() != nil {
			k++
		}
		if k >= len(fn.Params) {
			continue
		}
		p := ParamSummary{Index: i}
		param := fn.Params[k]
		if refs := param.Referrers(); refs == nil || len(*refs) == 0 {
			p.Unread = true
		} else {
			e.paramUses(fn, param, &p)
			p.Kept = p.Kept && !derivesFrom(results, i)
		}
		if p != (ParamSummary{Index: i}) {
			ps = append(ps, p)
		}
	}
	return ps
}

// derivesFrom reports whether a result comes from the parameter, which hands
// it to whoever uses the result.
func derivesFrom(results []ResultSummary, param int) bool {
	for _, r := range results {
		for _, d := range r.From {
			if d.Param == param {
				return true
			}
		}
	}
	return false
}

// paramUses fills in what fn and its literals do with the parameter.
func (e *engine) paramUses(fn *ssa.Function, param *ssa.Parameter, p *ParamSummary) {
	passed := false
	e.eachUse(fn, func(u *use) {
		if !u.from(param) {
			return
		}
		switch u.kind {
		case UseCall, UseReturn, UseInspect:
			passed = true
		case UseRetain, UseField, UseGlobal, UseOther:
			p.Retained, passed = true, true
		}
		if u.kind == UseCall && e.inGoroutine(u.instr, fn) {
			p.Goroutine = true
		}
		if e.inKeptLiteral(u.fn, fn) {
			p.Retained, passed = true, true
		}
	})
	p.Kept = !passed
}

// effects fills in what fn does besides handling contexts: roots, outgoing
// calls, sleeping and blocking. Goroutines that it starts are not its own waiting.
func (e *engine) effects(fn *ssa.Function, s *Summary) {
	if r := e.ownRoot(fn); r != nil {
		s.Root = []Hop{e.hop(fn, r.instr.Pos())}
		s.Bounded = r.val.Bounded()
	}
	e.eachInstr(fn, func(in ssa.Instruction) {
		if c, ok := in.(ssa.CallInstruction); ok {
			e.callEffects(fn, c, s)
			return
		}
		if !s.Blocks && e.blocks(in) {
			s.Blocks = true
		}
	})
	sort.SliceStable(s.Outgoing, func(i, j int) bool {
		a, b := s.Outgoing[i], s.Outgoing[j]
		return a.Kind < b.Kind || a.Kind == b.Kind && a.Bound < b.Bound
	})
	if len(s.Outgoing) > maxOutgoing {
		s.Outgoing = s.Outgoing[:maxOutgoing]
	}
}

// callEffects adds the effects of one call.
func (e *engine) callEffects(fn *ssa.Function, c ssa.CallInstruction, s *Summary) {
	cl := e.callee(c.Common())
	_, started := c.(*ssa.Go)
	if kind, bound := e.outgoing(c, cl); kind != "" {
		s.addOutgoing(kind, e.boundIn(fn, bound))
	}
	if row := cl.role(ctxapi.Sleep); row != nil && !row.Has("ctx-aware") && !started {
		s.Sleeps = true
	}
	if row := cl.role(ctxapi.Wait); row != nil && !row.Has("ctx-aware") && !row.Has("depends") && row.Attr("depends") == "" && !started {
		s.Blocks = true
	}
	sub := e.summaryOf(cl)
	if sub == nil {
		return
	}
	if !started {
		s.Sleeps = s.Sleeps || sub.Sleeps
		s.Blocks = s.Blocks || sub.Blocks
	}
	if len(s.Root) == 0 && len(sub.Root) > 0 && sub.Wraps == "" && !started {
		s.Root = append([]Hop{e.hop(fn, c.Pos())}, sub.Root...)
		s.Bounded = sub.Bounded
		if len(s.Root) > maxHops {
			s.Root = s.Root[:maxHops]
		}
	}
	for _, o := range sub.Outgoing {
		s.addOutgoing(o.Kind, e.rebind(fn, c, cl, o.Bound))
	}
}

func (s *Summary) addOutgoing(kind, bound string) {
	o := Outgoing{kind, bound}
	for _, x := range s.Outgoing {
		if x == o {
			return
		}
	}
	s.Outgoing = append(s.Outgoing, o)
}

// boundIn says what bounds a call made on the context v inside fn.
func (e *engine) boundIn(fn *ssa.Function, v ssa.Value) string {
	if v == nil {
		return "nothing"
	}
	val := e.value(v)
	switch {
	case val.Bounded():
		return "self"
	case val.Unbounded():
		return "nothing"
	case val.Only(Caller):
		p := val[0].param
		if p != nil && p.Parent() == fn {
			return fmt.Sprintf("param %d", paramIndex(p))
		}
	}
	return "unknown"
}

// rebind turns the bound of a callee's outgoing call into the caller's words.
func (e *engine) rebind(fn *ssa.Function, c ssa.CallInstruction, cl callee, bound string) string {
	var i int
	if _, err := fmt.Sscanf(bound, "param %d", &i); err != nil {
		return bound
	}
	if arg := cl.param(c.Common(), i); arg != nil {
		return e.boundIn(fn, arg)
	}
	return "unknown"
}

// blocks reports whether an instruction waits on a channel with no way out.
func (e *engine) blocks(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op == token.ARROW && !e.isDone(in.X)
	case *ssa.Send:
		return true
	case *ssa.Select:
		if !in.Blocking {
			return false
		}
		for _, st := range in.States {
			if e.isDone(st.Chan) {
				return false
			}
		}
		return true
	}
	return false
}

// hop describes a place in fn.
func (e *engine) hop(fn *ssa.Function, pos token.Pos) Hop {
	p := e.pass.Fset.Position(pos)
	return Hop{Func: e.pass.Pkg.Path() + "." + shortName(fn), File: filepath.Base(p.Filename), Line: p.Line}
}

// shortName names a function as a person would: "Type.Method", "Func", or the
// function that a literal stands in.
func shortName(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if r := fn.Signature.Recv(); r != nil {
		if n := named(r.Type()); n != nil {
			return n.Obj().Name() + "." + fn.Name()
		}
	}
	return fn.Name()
}

// export exports the summaries that other packages can use: of functions and
// methods with exported names, and not those that the tables describe.
func (e *engine) export() {
	for _, fn := range e.fns {
		obj, _ := fn.Object().(*types.Func)
		if obj == nil {
			continue
		}
		s := e.summary(fn)
		if !obj.Exported() || s == nil || s.empty() || e.isTestFile(obj.Pos()) || len(ctxapi.Rows(obj)) > 0 {
			continue
		}
		if r := obj.Signature().Recv(); r != nil && named(r.Type()) == nil {
			continue
		}
		e.pass.ExportObjectFact(obj, s)
	}
}

func (e *engine) isTestFile(pos token.Pos) bool {
	return strings.HasSuffix(e.pass.Fset.Position(pos).Filename, "_test.go")
}
