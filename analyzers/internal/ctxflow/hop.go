package ctxflow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A SentDeadline is a header by which the next hop is told of the deadline, with a value
// that it will get wrong.
type SentDeadline struct {
	Write    ast.Node // the call or assignment that sets the header
	Header   string   // its name
	Value    ast.Expr // the number or time that goes wrong
	Absolute bool     // a time by this host's clock; else whole units of what is left, which may be less than one
	Unit     string   // of what is left: milliseconds, ...
	Number   bool     // Value is the number that goes into the header, so that a floor can be put on it
	Func     Func
}

// SentDeadlines returns these in source order.
func (r *Result) SentDeadlines() []*SentDeadline {
	return gather(r, (*engine).sentDeadline, func(s *SentDeadline) token.Pos { return s.Write.Pos() })
}

func (e *engine) sentDeadline(in ssa.Instruction) *SentDeadline {
	for _, w := range e.headerWrites(in) {
		t := &headerTrace{e: e}
		if !t.text(w.value, maxHeaderSteps) || t.value == nil {
			continue
		}
		x := &SentDeadline{Header: w.name, Value: t.value, Absolute: t.absolute, Unit: t.unit, Number: t.number, Func: e.describe(topOf(in.Parent()), in)}
		switch in := in.(type) {
		case *ssa.Call:
			if call := e.callExpr(in); call != nil {
				x.Write = call
			}
		case *ssa.MapUpdate:
			x.Write = e.nodeAt(in.Pos())
		}
		if x.Write != nil {
			return x
		}
	}
	return nil
}

// A headerWrite sets a header, or a key of the metadata of a call, that carries a
// deadline.
type headerWrite struct {
	name  string
	value ssa.Value
}

// headerWrites returns what an instruction sets of these.
func (e *engine) headerWrites(in ssa.Instruction) []headerWrite {
	var pairs [][2]ssa.Value
	switch in := in.(type) {
	case *ssa.MapUpdate:
		if vs := elements(in.Value); len(vs) == 1 && isHeaderMap(in.Map.Type()) {
			pairs = append(pairs, [2]ssa.Value{in.Key, vs[0]})
		}
	case *ssa.Call:
		cl := e.callee(in.Common())
		row := ctxapi.First(cl.rows, ctxapi.Header)
		if row == nil || row.Kind != "write" {
			return nil
		}
		pairs = textPairs(in, cl)
	}
	var ws []headerWrite
	for _, p := range pairs {
		k, ok := p[0].(*ssa.Const)
		if !ok || k.Value == nil || k.Value.Kind() != constant.String {
			continue
		}
		if name := constant.StringVal(k.Value); e.api.IsDeadlineHeader(name) {
			ws = append(ws, headerWrite{name, p[1]})
		}
	}
	return ws
}

// textPairs returns the keys and values among the arguments of a call: two texts, a
// text and a variadic one, or a list of both in turn.
func textPairs(c *ssa.Call, cl callee) [][2]ssa.Value {
	var texts []ssa.Value
	for i, a := range c.Call.Args {
		if cl.index(i) < 0 {
			continue
		}
		if isText(a.Type()) {
			texts = append(texts, a)
		} else {
			texts = append(texts, elements(a)...)
		}
	}
	var pairs [][2]ssa.Value
	for i := 0; i+1 < len(texts); i += 2 {
		pairs = append(pairs, [2]ssa.Value{texts[i], texts[i+1]})
	}
	return pairs
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isHeaderMap reports whether t is a header or metadata: a named map from a text to texts.
func isHeaderMap(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && (n.Obj().Name() == "Header" || n.Obj().Name() == "MD")
}

// A headerTrace goes back from the text of a header to the time that it tells.
type headerTrace struct {
	e        *engine
	frames   []*ssa.Call // the calls of helpers that the trace is in
	value    ast.Expr
	unit     string
	number   bool
	absolute bool
}

// maxHeaderSteps bounds the steps from a text to the time.
const maxHeaderSteps = 16

// text follows a text. It reports whether it found something that goes wrong.
func (t *headerTrace) text(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch v := t.e.held(v).(type) {
	case *ssa.BinOp: // a number with its unit
		return v.Op == token.ADD && (t.text(v.X, depth-1) || t.text(v.Y, depth-1))
	case *ssa.Phi:
		for _, x := range v.Edges {
			if t.text(x, depth-1) {
				return true
			}
		}
	case *ssa.Convert:
		return t.text(v.X, depth-1)
	case *ssa.Parameter:
		if a := t.argument(v); a != nil {
			defer t.leave()()
			return t.text(a, depth-1)
		}
	case *ssa.Call:
		return t.formatted(v, depth-1)
	}
	return false
}

// argument returns what a helper is given for a parameter, nil outside of helpers.
func (t *headerTrace) argument(p *ssa.Parameter) ssa.Value {
	if len(t.frames) == 0 {
		return nil
	}
	c := t.frames[len(t.frames)-1]
	for i, q := range p.Parent().Params {
		if q == p && t.e.callee(c.Common()).fn == p.Parent() && i < len(c.Call.Args) {
			return c.Call.Args[i]
		}
	}
	return nil
}

// leave steps out of the innermost helper, until the function that it gives is called.
func (t *headerTrace) leave() func() {
	saved := t.frames
	t.frames = t.frames[:len(t.frames)-1]
	return func() { t.frames = saved }
}

// formatted follows a call that gives a text.
func (t *headerTrace) formatted(c *ssa.Call, depth int) bool {
	cl := t.e.callee(c.Common())
	if cl.obj == nil || cl.obj.Pkg() == nil {
		return false
	}
	call := t.e.callExpr(c)
	switch cl.obj.Pkg().Path() {
	case "strconv":
		return call != nil && len(call.Args) > 0 && t.amount(c.Call.Args[0], call.Args[0], true, depth)
	case "fmt":
		if call == nil {
			return false
		}
		vs := elements(c.Call.Args[len(c.Call.Args)-1])
		for i, v := range vs {
			j := len(call.Args) - len(vs) + i
			if j >= 0 && t.amount(v, call.Args[j], true, depth) {
				return true
			}
		}
	case "time":
		if isTimeMethod(cl, "Format", "String") && isTime(c.Call.Args[0].Type()) && call != nil {
			t.absolute, t.value = true, call
			return true
		}
	}
	return t.helper(c, cl.fn, func(v ssa.Value) bool { return t.text(v, depth) })
}

// helper follows what a function of the package returns.
func (t *headerTrace) helper(c *ssa.Call, fn *ssa.Function, follow func(ssa.Value) bool) bool {
	if fn == nil || len(t.frames) > maxHops {
		return false
	}
	saved := t.frames
	t.frames = append(t.frames[:len(saved):len(saved)], c)
	defer func() { t.frames = saved }()
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) > 0 && follow(ret.Results[0]) {
			return true
		}
	}
	return false
}

// amount follows a number, with the expression that stands for it where it is
// formatted.
func (t *headerTrace) amount(v ssa.Value, x ast.Expr, number bool, depth int) bool {
	if depth == 0 {
		return false
	}
	v = t.e.held(v)
	if compared(v) {
		return false // a floor, or something like it
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		if isTime(v.X.Type()) {
			t.absolute, t.value = true, x
			return true
		}
		return t.amount(v.X, x, number, depth-1)
	case *ssa.Convert:
		if isFloat(v.X.Type()) && !isFloat(v.Type()) {
			if d := t.inUnits(v.X); d != nil && t.left(d, depth-1) {
				return t.found(x, number, t.unit)
			}
		}
		return t.amount(v.X, x, number, depth-1)
	case *ssa.ChangeType:
		return t.amount(v.X, x, number, depth-1)
	case *ssa.Parameter:
		if a := t.argument(v); a != nil {
			defer t.leave()()
			return t.amount(a, x, number, depth-1)
		}
	case *ssa.BinOp:
		if unit := unitOf(v.Y); v.Op == token.QUO && isDuration(v.X.Type()) && unit != "" && t.left(v.X, depth-1) {
			return t.found(x, number, unit)
		}
	case *ssa.Call:
		return t.amountOf(v, x, number, depth-1)
	}
	return false
}

// amountOf follows a call that gives a number.
func (t *headerTrace) amountOf(c *ssa.Call, x ast.Expr, number bool, depth int) bool {
	cl := t.e.callee(c.Common())
	switch {
	case isTimeMethod(cl, "Unix", "UnixMilli", "UnixMicro", "UnixNano") && isTime(c.Call.Args[0].Type()):
		t.absolute, t.value = true, x
		return true
	case isTimeMethod(cl, "Milliseconds", "Microseconds"):
		if t.left(c.Call.Args[0], depth) {
			return t.found(x, number, strings.ToLower(cl.name()))
		}
		return false
	}
	return t.helper(c, cl.fn, func(v ssa.Value) bool { return t.amount(v, x, number, depth) })
}

func (t *headerTrace) found(x ast.Expr, number bool, unit string) bool {
	t.value, t.number, t.unit = x, number, unit
	return true
}

// inUnits returns the duration that a fraction of units is computed from.
func (t *headerTrace) inUnits(v ssa.Value) ssa.Value {
	c, ok := t.e.held(v).(*ssa.Call)
	if !ok {
		return nil
	}
	cl := t.e.callee(c.Common())
	if !isTimeMethod(cl, "Seconds", "Minutes", "Hours") {
		return nil
	}
	t.unit = strings.ToLower(cl.name())
	return c.Call.Args[0]
}

// left reports whether a duration is what is left until some time, and nothing has made
// sure that it is more than so much.
func (t *headerTrace) left(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	v = t.e.held(v)
	if p, ok := v.(*ssa.Parameter); ok {
		if a := t.argument(p); a != nil && !floored(p) {
			defer t.leave()()
			return t.left(a, depth-1)
		}
		return false
	}
	if t.e.remainder(v) == notRemaining || floored(v) {
		return false
	}
	if phi, ok := v.(*ssa.Phi); ok {
		for _, x := range phi.Edges {
			if floored(x) || isPositive(x) {
				return false
			}
		}
	}
	return true
}

// floored reports whether a duration is compared with one of more than zero, as is done
// to raise it to that.
func floored(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, in := range *v.Referrers() {
		cmp, ok := in.(*ssa.BinOp)
		if !ok {
			continue
		}
		switch cmp.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ:
			if !isZeroNumber(cmp.X) && !isZeroNumber(cmp.Y) {
				return true
			}
		}
	}
	return false
}

func isPositive(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.Int && constant.Sign(k.Value) > 0
}

// unitOf returns what a constant duration of a millisecond or more is called as a unit.
func unitOf(v ssa.Value) string {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
		return ""
	}
	switch k.Int64() {
	case 1e3:
		return "microseconds"
	case 1e6:
		return "milliseconds"
	case 1e9:
		return "seconds"
	}
	return ""
}

func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

// isTime reports whether t is time.Time.
func isTime(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Time" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time"
}
