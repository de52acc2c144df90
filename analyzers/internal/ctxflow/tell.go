package ctxflow

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"time"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A Told is an expression that is a context, with what there is to tell of it.
type Told struct {
	Expr ast.Expr // an identifier, a field or a call
	Text string   // "from r.Context(); bounded by 2 s at line 40; cancelled at return"
}

// A LimitedCall is a call that leaves the process, with what its context bounds
// it by.
type LimitedCall struct {
	Call  *ast.CallExpr
	Kind  string // of outgoing call, as in the tables
	Limit string // "2 s", "the caller's", "none"
}

// Tell returns what is known of the contexts of the package, in source order:
// where they are declared, and where they are passed to calls. Each expression
// is there once. Line numbers are those of the expression's file.
func (r *Result) Tell() []Told {
	if r.e == nil {
		return nil
	}
	t := &teller{e: r.e, seen: map[ast.Expr]bool{}}
	for _, fn := range r.e.fns {
		for _, p := range fn.Params {
			t.parameter(fn, p)
		}
		for _, u := range r.e.usesOf(fn) {
			t.use(u)
		}
	}
	t.definitions()
	slices.SortFunc(t.told, func(a, b Told) int { return int(a.Expr.Pos() - b.Expr.Pos()) })
	return t.told
}

// A teller puts what is known of contexts into words.
type teller struct {
	e    *engine
	told []Told
	seen map[ast.Expr]bool
}

func (t *teller) add(x ast.Expr, text string) {
	if x != nil && text != "" && !t.seen[x] {
		t.seen[x] = true
		t.told = append(t.told, Told{x, text})
	}
}

// parameter tells of a parameter where it is declared.
func (t *teller) parameter(fn *ssa.Function, p *ssa.Parameter) {
	if !t.e.types.context(p.Type()) || t.e.isReceiver(p) {
		return
	}
	if id, ok := t.e.paramSyntax(fn, p).(*ast.Ident); ok && id.Pos() == p.Pos() {
		t.add(id, t.value(t.e.value(p), ""))
	}
}

// use tells of a context that a call gets, or whose method it is.
func (t *teller) use(u *use) {
	c, ok := u.instr.(ssa.CallInstruction)
	if !ok {
		return
	}
	x := t.e.useExpr(u, nil)
	v := ssa.Value(nil)
	switch {
	case u.kind == UseInspect || u.kind == UseValues && u.arg < 0:
		if x.Call == nil {
			return
		}
		sel, ok := ast.Unparen(x.Call.Fun).(*ast.SelectorExpr)
		if !ok {
			return
		}
		x.Expr = sel.X
	case u.arg >= 0:
		v = c.Common().Args[u.arg]
	}
	if x.Expr == nil || x.Expr == ast.Expr(x.Call) || !t.e.types.context(t.e.pass.TypesInfo.TypeOf(x.Expr)) {
		return
	}
	t.add(ast.Unparen(x.Expr), t.value(u.val, t.life(v, c)))
}

// life says when a context ends, as seen from a call.
func (t *teller) life(v ssa.Value, at ssa.Instruction) string {
	if v == nil {
		return ""
	}
	switch t.e.life(v, at) {
	case Dead:
		return "done by now"
	case DiesAtReturn:
		return "cancelled at return"
	}
	return ""
}

// definitions tells of variables that are given the result of a call.
func (t *teller) definitions() {
	if t.e.callAt == nil {
		t.e.indexDefinitions()
	}
	for _, f := range t.e.pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				t.assigned(n.Lhs, n.Rhs)
			case *ast.ValueSpec:
				lhs := make([]ast.Expr, len(n.Names))
				for i, id := range n.Names {
					lhs[i] = id
				}
				t.assigned(lhs, n.Values)
			}
			return true
		})
	}
}

func (t *teller) assigned(lhs, rhs []ast.Expr) {
	for i, x := range lhs {
		id, ok := x.(*ast.Ident)
		if !ok || id.Name == "_" || len(rhs) == 0 || !t.e.types.context(t.e.pass.TypesInfo.TypeOf(id)) {
			continue
		}
		from, index := rhs[0], i
		if len(rhs) == len(lhs) {
			from, index = rhs[i], 0
		}
		call, ok := ast.Unparen(from).(*ast.CallExpr)
		if !ok {
			continue
		}
		c, ok := t.e.callAt[call.Lparen].(*ssa.Call)
		if !ok {
			continue
		}
		if v := result(c, index); v != nil {
			t.add(id, t.value(t.e.value(v), t.lifeOf(v)))
		}
	}
}

// lifeOf says when a context ends that its function has just made.
func (t *teller) lifeOf(v ssa.Value) string {
	for _, o := range t.e.value(v) {
		if o.Prov != Nil && !t.e.diesAtReturn(o, v.Parent()) {
			return ""
		}
	}
	return "cancelled at return"
}

// result returns a result of a call, nil if it isn't used.
func result(c *ssa.Call, index int) ssa.Value {
	if c.Common().Signature().Results().Len() == 1 {
		return c
	}
	for _, r := range *c.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && x.Index == index {
			return x
		}
	}
	return nil
}

// maxTold is how many origins are told of a context.
const maxTold = 3

// value tells where a context comes from, what bounds it, and when it ends.
func (t *teller) value(v Value, life string) string {
	var from, limits []string
	for _, o := range v {
		if o.Prov == Nil {
			continue
		}
		if text := t.origin(o); !slices.Contains(from, text) {
			from = append(from, text)
		}
		if text := t.limit(o); !slices.Contains(limits, text) {
			limits = append(limits, text)
		}
	}
	switch {
	case len(from) == 0 && len(v) > 0:
		return "nil, which is no context"
	case len(from) == 0:
		return ""
	case len(from) > maxTold:
		from = append(from[:maxTold], "elsewhere")
	}
	text := strings.Join(from, " or ") + "; " + strings.Join(limits, " or ")
	if life != "" {
		text += "; " + life
	}
	return text
}

// origin tells where a context comes from.
func (t *teller) origin(o *Origin) string {
	switch o.Prov {
	case Caller:
		if o.param == nil {
			return "from the caller"
		}
		suffix, _ := t.e.types.accessor(o.param.Type())
		if o.param.Name() == "" || o.param.Name() == "_" {
			return "from the caller"
		}
		return "from " + o.param.Name() + suffix
	case Fresh:
		return "starts at " + t.made(o)
	case Detached:
		return "detached from the caller's by " + t.made(o)
	case Stored:
		if o.obj != nil && o.base != nil {
			return "from the field " + o.obj.Name()
		} else if o.obj != nil {
			return "from the variable " + o.obj.Name()
		}
	}
	return "from a place that isn't known"
}

// made names the call that made a context.
func (t *teller) made(o *Origin) string {
	if o.call == nil {
		return "a call"
	}
	name := "a call"
	if cl := t.e.callee(o.call.Common()); cl.obj != nil {
		name = cl.obj.Name()
		if p := cl.obj.Pkg(); p != nil && cl.obj.Signature().Recv() == nil && p != t.e.pass.Pkg {
			name = p.Name() + "." + name
		}
	}
	return fmt.Sprintf("%s, line %d", name, t.e.pass.Fset.Position(o.call.Pos()).Line)
}

// limit tells what bounds a context.
func (t *teller) limit(o *Origin) string {
	d := o.Deadline
	switch {
	case d.Bounded && d.Timeout > 0:
		return "bounded by " + duration(d.Timeout) + t.bounding(o)
	case d.Bounded:
		return "bounded" + t.bounding(o)
	case d.Unclear:
		return "what bounds it isn't known"
	case o.Prov == Caller:
		return "with the caller's deadline"
	case o.Prov == Fresh || o.Prov == Detached:
		return "no deadline"
	}
	return "what bounds it isn't known"
}

// bounding says where a context gets its deadline, the shortest if there are
// several: " at line 40".
func (t *teller) bounding(o *Origin) string {
	for i := len(o.derive) - 1; i >= 0; i-- {
		c := o.derive[i]
		cl := t.e.callee(c.Common())
		row := cl.role(ctxapi.Derive)
		if row != nil && (!row.Adds("deadline") || rowDeadline(row, cl, c.Common()).Timeout != o.Deadline.Timeout) {
			continue
		}
		if p := t.e.pass.Fset.Position(c.Pos()); p.IsValid() {
			return fmt.Sprintf(" at line %d", p.Line)
		}
	}
	return ""
}

// duration writes a duration for people.
func duration(d time.Duration) string {
	for _, u := range []struct {
		of   time.Duration
		name string
	}{{time.Hour, "h"}, {time.Minute, "min"}, {time.Second, "s"}, {time.Millisecond, "ms"}} {
		if d >= u.of && d%u.of == 0 {
			return fmt.Sprintf("%d %s", d/u.of, u.name)
		}
	}
	return d.String()
}

// LimitedCalls returns the calls that leave the process on a context, where
// something is known of its deadline, in source order. Calls that something else
// may bound as well, such as a client's own timeout, are left out, unless the
// context bounds them for sure.
func (r *Result) LimitedCalls() []LimitedCall {
	limited := func(e *engine, in ssa.Instruction) *LimitedCall {
		c, ok := in.(ssa.CallInstruction)
		if !ok {
			return nil
		}
		call := e.callExpr(c)
		if call == nil {
			return nil
		}
		return e.limited(c, call)
	}
	var all []LimitedCall
	for _, x := range gather(r, limited, func(x *LimitedCall) token.Pos { return x.Call.Pos() }) {
		all = append(all, *x)
	}
	return all
}

// limited describes an outgoing call, nil for others and for those of which
// nothing is known.
func (e *engine) limited(c ssa.CallInstruction, call *ast.CallExpr) *LimitedCall {
	cl := e.callee(c.Common())
	kind, ctx, other := "", ssa.Value(nil), false
	if row := cl.outgoing(); row != nil {
		kind, ctx = e.outgoing(c, cl)
		other = strings.HasPrefix(row.Attr("timeout"), "Client.") || e.otherBound(row, c, cl)
	} else if len(cl.rows) == 0 {
		kind, ctx = e.handsOn(c, cl)
	}
	if ctx == nil || kind == "" {
		return nil
	}
	x := &LimitedCall{Call: call, Kind: kind}
	v := e.value(ctx)
	switch {
	case v.Bounded():
		x.Limit = longest(v)
	case other:
		return nil
	case v.Only(Caller) && !slices.ContainsFunc(v, func(o *Origin) bool { return o.Deadline != Deadline{} }):
		x.Limit = "the caller's"
	case v.Unbounded():
		x.Limit = "none"
	default:
		return nil
	}
	return x
}

// longest returns the longest time that a bounded context may take, "some" if
// that isn't a constant.
func longest(v Value) string {
	var most time.Duration
	for _, o := range v {
		if o.Prov != Nil && o.Deadline.Timeout == 0 {
			return "some"
		}
		most = max(most, o.Deadline.Timeout)
	}
	return duration(most)
}
