package ctxflow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// UseKind says what happens to a context at a use.
type UseKind uint8

// The kinds of uses.
const (
	UseCall    UseKind = iota // passed to a call that can wait on it
	UseDerive                 // another context is made of it
	UseValues                 // only its values are read
	UseRead                   // passed to a function of the program's own that hands it to nothing which could wait
	UseInspect                // its own methods are called
	UseIgnored                // passed to a function that never looks at it
	UseRetain                 // passed to what keeps it beyond the call
	UseStart                  // passed to what only starts goroutines with it and waits for none
	UseOwn                    // stored in an object whose methods work on it while the function runs
	UseField                  // stored in a field
	UseGlobal                 // stored in a package variable
	UseReturn                 // returned
	UseCompare                // compared
	UseOther                  // sent, put into a map or slice, ...
)

// A use is one place where a context goes.
type use struct {
	kind  UseKind
	instr ssa.Instruction
	fn    *ssa.Function
	val   Value
	arg   int // for calls: index into the call's arguments, -1 for the receiver of an invoke
	cl    callee
	out   string // for calls: the kind of outgoing call, if it is one
}

// from reports whether one of the origins is the parameter.
func (u *use) from(p *ssa.Parameter) bool {
	for _, o := range u.val {
		if o.param == p {
			return true
		}
	}
	return false
}

// usesOf returns the uses of contexts in fn itself, in the order of its instructions.
func (e *engine) usesOf(fn *ssa.Function) []*use {
	if us, ok := e.uses[fn]; ok {
		return us
	}
	var us []*use
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			us = append(us, e.usesIn(fn, in)...)
		}
	}
	e.uses[fn] = us
	return us
}

// eachUse calls f for the uses in fn and its literals.
func (e *engine) eachUse(fn *ssa.Function, f func(*use)) {
	for _, u := range e.usesOf(fn) {
		f(u)
	}
	for _, a := range fn.AnonFuncs {
		e.eachUse(a, f)
	}
}

// eachInstr calls f for the instructions of fn and of its literals, except of
// those that it only starts as goroutines.
func (e *engine) eachInstr(fn *ssa.Function, f func(ssa.Instruction)) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			f(in)
		}
	}
	for _, a := range fn.AnonFuncs {
		if !e.startedOnly(a) {
			e.eachInstr(a, f)
		}
	}
}

// startedOnly reports whether a literal is used by go statements alone.
func (e *engine) startedOnly(fn *ssa.Function) bool {
	for _, s := range e.sites[fn] {
		if s.Kind != SiteGo {
			return false
		}
	}
	return len(e.sites[fn]) > 0
}

// usesIn returns the uses of contexts by one instruction.
func (e *engine) usesIn(fn *ssa.Function, in ssa.Instruction) []*use {
	one := func(k UseKind, v ssa.Value) []*use {
		if v == nil || !e.types.context(v.Type()) {
			return nil
		}
		return []*use{{kind: k, instr: in, fn: fn, val: e.value(v), arg: -1}}
	}
	switch in := in.(type) {
	case ssa.CallInstruction:
		return e.callUses(fn, in)
	case *ssa.Store:
		switch in.Addr.(type) {
		case *ssa.FieldAddr:
			if e.variable(in.Addr.(*ssa.FieldAddr).X) != nil && e.localStruct(in.Addr.(*ssa.FieldAddr)) {
				return nil // followed by the trace
			}
			if a, ok := in.Addr.(*ssa.FieldAddr).X.(*ssa.Alloc); ok && e.ownCommand(a) {
				return one(UseOwn, in.Val)
			}
			return one(UseField, in.Val)
		case *ssa.Global:
			return one(UseGlobal, in.Val)
		case *ssa.IndexAddr:
			return one(UseOther, in.Val)
		}
	case *ssa.Return:
		var us []*use
		for _, r := range in.Results {
			us = append(us, one(UseReturn, r)...)
		}
		return us
	case *ssa.Send:
		return one(UseOther, in.X)
	case *ssa.MapUpdate:
		return one(UseOther, in.Value)
	case *ssa.BinOp:
		if in.Op == token.EQL || in.Op == token.NEQ {
			return append(one(UseCompare, in.X), one(UseCompare, in.Y)...)
		}
	}
	return nil
}

// localStruct reports whether the struct that the field belongs to stays a
// local variable: only its fields are used, it is never copied or passed.
func (e *engine) localStruct(fa *ssa.FieldAddr) bool {
	if fa.X.Referrers() == nil {
		return false
	}
	for _, in := range *fa.X.Referrers() {
		switch in := in.(type) {
		case *ssa.FieldAddr, *ssa.DebugRef:
		case *ssa.UnOp:
			if e.types.context(in.Type()) {
				continue
			}
			return false
		case *ssa.MakeInterface:
			if !e.types.context(in.X.Type()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// ownCommand reports whether an object is made by a function for itself, to call methods
// of it that do something and tell how that went: a command object, which ends with
// the function.
func (e *engine) ownCommand(a *ssa.Alloc) bool {
	if p, ok := a.Type().(*types.Pointer); !ok || !isStruct(p.Elem()) {
		return false
	}
	called := false
	for _, in := range *a.Referrers() {
		switch in := in.(type) {
		case *ssa.FieldAddr, *ssa.DebugRef:
		case *ssa.Store:
			if in.Val == a {
				return false
			}
		case *ssa.Call:
			cl := e.callee(in.Common())
			res := in.Common().Signature().Results()
			if cl.receiver(in.Common()) != a || res.Len() == 0 || !isErrorType(res.At(res.Len()-1).Type()) || strings.HasPrefix(strings.ToLower(cl.name()), "start") {
				return false
			}
			for _, arg := range in.Common().Args[1:] {
				if arg == ssa.Value(a) {
					return false
				}
			}
			called = true
		default:
			return false
		}
	}
	return called
}

// onOwnCommand reports whether a call is of a method of such an object: what that keeps
// of a context ends with the object.
func (e *engine) onOwnCommand(cl callee, c ssa.CallInstruction) bool {
	a, ok := cl.receiver(c.Common()).(*ssa.Alloc)
	return ok && e.ownCommand(a)
}

// staysHere reports whether what a callee keeps a context in is what it returns, and
// that is used at once, for something that holds nothing: Stats(ctx).Errors().
func (e *engine) staysHere(u *use) bool {
	c, ok := u.instr.(*ssa.Call)
	if !ok || u.kind != UseRetain || u.cl.recv || !isObject(c.Type()) {
		return false
	}
	for _, in := range *c.Referrers() {
		switch in := in.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			given := slices.Contains(in.Call.Args, ssa.Value(c))
			if given && e.callee(in.Common()).receiver(in.Common()) != c || !given && in.Call.Value != c || !plain(in.Common().Signature().Results()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isObject reports whether t is what methods are called on.
func isObject(t types.Type) bool { return named(t) != nil && !isErrorType(t) }

// plain reports whether results hold nothing: texts, numbers, truth values, errors.
func plain(res *types.Tuple) bool {
	for v := range res.Variables() {
		if _, basic := v.Type().Underlying().(*types.Basic); !basic && !isErrorType(v.Type()) {
			return false
		}
	}
	return true
}

// callUses returns the uses of contexts and carriers as arguments of a call.
func (e *engine) callUses(fn *ssa.Function, c ssa.CallInstruction) []*use {
	common := c.Common()
	cl := e.callee(common)
	var us []*use
	if common.IsInvoke() && e.types.context(common.Value.Type()) && isContextMethod(common.Method) {
		k := UseInspect
		if common.Method.Name() == "Value" {
			k = UseValues
		}
		us = append(us, &use{kind: k, instr: c, fn: fn, val: e.value(common.Value), arg: -1, cl: cl})
	}
	kind, on := e.outgoing(c, cl)
	for i, a := range common.Args {
		isCtx := e.types.context(a.Type())
		if !isCtx && !(kind != "" && a == on) && !sendsOn(cl, i, a) {
			continue
		}
		if cl.recv && i == 0 && isCtx {
			us = append(us, &use{kind: UseInspect, instr: c, fn: fn, val: e.value(a), arg: 0, cl: cl})
			continue
		}
		u := &use{instr: c, fn: fn, val: e.value(a), arg: i, cl: cl}
		u.kind, u.out = e.classify(cl, i, c), kind
		us = append(us, u)
	}
	return us
}

// sendsOn reports whether a call hands on a request, whose context thereby goes
// where the request goes. What the tables know of requests is told by their rows.
func sendsOn(cl callee, i int, a ssa.Value) bool {
	return isHTTPRequest(a.Type()) && len(cl.rows) == 0 && !(cl.recv && i == 0)
}

// classify says what a call does with the context in argument i.
func (e *engine) classify(cl callee, i int, c ssa.CallInstruction) UseKind {
	p := cl.index(i)
	kind := UseCall
	for _, row := range cl.rows {
		if row.Has("callback") || row.Ctx >= 0 && row.Ctx != p {
			continue
		}
		switch row.Role {
		case ctxapi.Derive, ctxapi.Detach:
			return UseDerive
		case ctxapi.Logger:
			return UseValues
		case ctxapi.Retains:
			if outlives(row) {
				kind = UseRetain
			}
		}
	}
	if kind != UseCall || len(cl.rows) > 0 {
		return kind
	}
	if isLoggerCall(cl) || isLoggerField(c.Common()) || givesLogger(c.Common().Signature()) {
		return UseValues
	}
	if cl.fn != nil && i < len(cl.fn.Params) && e.switchedOff(cl.fn, cl.fn.Params[i], c.Common()) {
		return UseIgnored
	}
	s := e.summaryOf(cl)
	if s == nil {
		return e.unknownCallee(cl, c)
	}
	for _, ps := range s.Params {
		if ps.Index == p {
			switch {
			case ps.Unread:
				return UseIgnored
			case ps.Retained && !e.onOwnCommand(cl, c):
				return UseRetain
			case ps.Starts:
				return UseStart
			case ps.Kept:
				kind = UseRead
			}
		}
	}
	for _, r := range s.Results {
		for _, d := range r.From {
			if d.Param == p {
				return UseDerive
			}
		}
	}
	return kind
}

// outlives reports whether a row keeps its context for as long as what it
// returns lives, and not just until rows are closed or a body is read.
func outlives(r *ctxapi.Row) bool {
	k := r.Kind
	return strings.HasPrefix(k, "for the ") || strings.HasPrefix(k, "credentials") || strings.HasPrefix(k, "option: parent") || strings.HasPrefix(k, "option: for")
}

// unknownCallee classifies a call of which only the signature is known.
func (e *engine) unknownCallee(cl callee, c ssa.CallInstruction) UseKind {
	sig := c.Common().Signature()
	if len(e.types.contextParams(sig)) != 1 {
		return UseCall
	}
	for i := range sig.Results().Len() {
		t := sig.Results().At(i).Type()
		if e.types.context(t) {
			return UseDerive
		}
		if ch, ok := t.Underlying().(*types.Chan); ok && ch.Dir() == types.RecvOnly {
			return UseRetain // what fills the channel goes on after the call
		}
	}
	return UseCall
}

// isLoggerCall recognizes logging and metrics by their package: they read
// values such as a trace ID and never wait.
func isLoggerCall(cl callee) bool {
	if cl.obj == nil || cl.obj.Pkg() == nil {
		return false
	}
	path := cl.obj.Pkg().Path()
	base := path[strings.LastIndexByte(path, '/')+1:]
	switch strings.ToLower(base) {
	case "log", "logs", "logger", "logging", "slog", "zap", "logrus", "zerolog", "logr", "klog", "zaplog", "logutil", "metrics", "metric", "otel", "trace", "tracing", "baggage":
		return true
	}
	if n := named(recvType(cl.obj)); n != nil && strings.HasSuffix(strings.ToLower(n.Obj().Name()), "logger") {
		return true
	}
	return false
}

// isLoggerField recognizes a function to log with that is held in a field.
func isLoggerField(c *ssa.CallCommon) bool {
	f, ok := heldIn(c.Value).(*types.Var)
	if !ok || c.IsInvoke() {
		return false
	}
	name := strings.ToLower(f.Name())
	return name == "log" || name == "logf" || strings.HasSuffix(name, "logger")
}

// givesLogger reports whether all that a function returns is something to log
// with: it reads the context's values, as log.G(ctx) does.
func givesLogger(sig *types.Signature) bool {
	if sig.Results().Len() != 1 {
		return false
	}
	t := sig.Results().At(0).Type()
	for _, names := range [][]string{{"Info", "Error"}, {"Infof", "Errorf"}, {"Infow", "Errorw"}} {
		if isFunc(t, names[0]) && isFunc(t, names[1]) {
			return true
		}
	}
	return false
}

// isFunc reports whether t has a method of that name, on itself or its pointer.
func isFunc(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

func recvType(f *types.Func) types.Type {
	if r := f.Signature().Recv(); r != nil {
		return r.Type()
	}
	return types.Typ[types.Invalid]
}

// isContextMethod reports whether m is one of context.Context's methods.
func isContextMethod(m *types.Func) bool {
	switch m.Name() {
	case "Done", "Err", "Deadline", "Value":
		return true
	}
	return false
}

// outgoing returns the row by which the callee leaves the process, or nil.
func (c callee) outgoing() *ctxapi.Row {
	for _, row := range c.rows {
		switch row.Role {
		case ctxapi.Outgoing, ctxapi.NoDeadline:
			if !row.Has("weak") && !row.Has("constructor") && !isServing(row) {
				return row
			}
		}
	}
	return nil
}

// outgoing returns the kind of outgoing call that c is, "" if it is none, and
// the value that carries its context (nil if none does).
func (e *engine) outgoing(c ssa.CallInstruction, cl callee) (kind string, ctx ssa.Value) {
	row := cl.outgoing()
	switch {
	case row == nil:
		return "", nil
	case row.Ctx >= 0:
		return row.Kind, cl.param(c.Common(), row.Ctx)
	case row.Attr("ctx") == "arg0.Context()":
		return row.Kind, cl.param(c.Common(), 0)
	case strings.HasPrefix(row.Attr("ctx"), "receiver"):
		return row.Kind, cl.receiver(c.Common())
	}
	return row.Kind, nil
}
