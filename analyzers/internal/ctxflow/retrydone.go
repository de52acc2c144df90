package ctxflow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A RetriedEnd is code that tries again although the reason for the failure is that
// a context has ended.
type RetriedEnd struct {
	Node ast.Node // the name of the predicate, the test, or the text
	Name string   // of the predicate, "" for other kinds
	End  string   // what is tried again, such as context.Canceled
	Like string   // what the same predicate takes for the end, "" where it names End itself
	Func Func
}

// RetriedEnds returns these in source order: functions that tell whether to try
// again, conditions of loops, and gRPC service configurations in constants.
func (r *Result) RetriedEnds() []*RetriedEnd {
	if r.e == nil {
		return nil
	}
	all := r.e.retryPredicates()
	all = append(all, gather(r, (*engine).retriedTest, func(x *RetriedEnd) token.Pos { return x.Node.Pos() })...)
	return append(all, r.e.retryConfigs()...)
}

// retryPredicates returns the predicates that go wrong. Of those that ask one another
// the one that is asked is told.
func (e *engine) retryPredicates() []*RetriedEnd {
	wrong := map[*ssa.Function]*RetriedEnd{}
	for _, fn := range e.fns {
		if x := e.retryPredicate(fn); x != nil {
			wrong[fn] = x
		}
	}
	var all []*RetriedEnd
	for _, fn := range e.fns {
		x := wrong[fn]
		e.eachInstr(fn, func(in ssa.Instruction) {
			if c, ok := in.(*ssa.Call); ok && x != nil {
				if asked := wrong[e.callee(c.Common()).fn]; asked != nil && asked != x && asked.End == x.End {
					x = nil
				}
			}
		})
		if x != nil {
			all = append(all, x)
		}
	}
	return all
}

// An endError is one of the errors that tell that a context has ended.
type endError struct {
	name string // as users write it
	code int64  // what status.Code gives for it
}

// endErrors are the errors that tell the end of a context, in pairs that mean the
// same of a deadline and of a cancellation: gRPC gives codes of its own.
func endErrors() []endError {
	const canceled, unknownCode, deadlineExceeded = 1, 2, 4 // of package codes, fixed by the protocol
	return []endError{
		{"context.Canceled", unknownCode},
		{"context.DeadlineExceeded", unknownCode},
		{"codes.Canceled", canceled},
		{"codes.DeadlineExceeded", deadlineExceeded},
	}
}

// stopWords and retryWords tell what true means of a predicate's name.
var (
	stopWords  = pattern(`(?i)non_?-?retr|not_?retr|unretr|noretr|permanent|fatal|terminal|unrecoverable|stopretr|skipretr|abortretr`)
	retryWords = pattern(`(?i)retr[iy]|transient|temporary`)
)

// retryPredicate tells what is wrong with a function that takes an error and tells
// whether to try again, nil where nothing is, or fn is something else.
func (e *engine) retryPredicate(fn *ssa.Function) *RetriedEnd {
	name, node := e.predicateName(fn)
	if node == nil {
		return nil
	}
	said := map[string]verdict{}
	for _, end := range endErrors() {
		w := &predicateWalk{e: e, end: end}
		said[end.name] = w.verdict(fn)
	}
	_, literal := node.(*ast.FuncType)
	x := e.contradiction(name, said)
	if x == nil || x.Like == "" && !e.triedAgain(fn) && !(literal && x.End == "context.Canceled") || e.callersLook(fn) {
		return nil
	}
	x.Node, x.Name = node, name
	x.Func = e.describe(topOf(fn), fn.Blocks[0].Instrs[0])
	x.Func.Test = x.Func.Test || e.isTestFile(node.Pos()) // the instruction may have no position
	return x
}

// predicateName returns the name of a predicate on an error and where it stands,
// nil where fn is none, or is given a context that it may look at.
func (e *engine) predicateName(fn *ssa.Function) (string, ast.Node) {
	sig := fn.Signature
	if sig.Results().Len() != 1 || sig.Results().At(0).Type().String() != "bool" || e.takesCarrier(fn) || len(fn.Blocks) == 0 {
		return "", nil
	}
	takes := false
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		takes = takes || isErrorType(t) || isCode(t)
	}
	if !takes {
		return "", nil
	}
	switch syntax := fn.Syntax().(type) {
	case *ast.FuncDecl:
		return fn.Name(), syntax.Name
	case *ast.FuncLit:
		if c := e.handedTo(fn); c != "" {
			return c, syntax.Type
		}
	}
	return "", nil
}

// handedTo returns the name of the function or field that a literal is handed to.
func (e *engine) handedTo(fn *ssa.Function) string {
	for _, s := range e.sites[fn] {
		if s.Kind != SiteValue {
			continue
		}
		if st, ok := s.Instr.(*ssa.Store); ok {
			if obj := addressed(st.Addr); obj != nil {
				return obj.Name()
			}
		}
		if c := passedTo(s.Instr); c != nil {
			return e.callee(c.Common()).name()
		}
	}
	return ""
}

// A verdict is what a predicate says of an error.
type verdict struct {
	yes, no, unsure bool // what it may return
	named           bool // because it compares the error with this very one
}

// only reports whether the predicate gives this answer for sure.
func (v verdict) only(answer bool) bool {
	return !v.unsure && (answer && v.yes && !v.no || !answer && v.no && !v.yes)
}

// contradiction tells which end a predicate takes for worth another attempt: one
// that it names itself, or one of which it takes the like for the end.
func (e *engine) contradiction(name string, said map[string]verdict) *RetriedEnd {
	stop := stopWords().MatchString(name)
	canceled, deadline := said["context.Canceled"], said["context.DeadlineExceeded"]
	codeCanceled, codeDeadline := said["codes.Canceled"], said["codes.DeadlineExceeded"]
	if stop || retryWords().MatchString(name) {
		for _, end := range endErrors() {
			if v := said[end.name]; v.named && v.only(!stop) {
				return &RetriedEnd{End: end.name}
			}
		}
		// A deadline may be that of a single attempt, but a caller who has left is gone.
		if deadline.named && deadline.only(stop) && !canceled.named && canceled.only(!stop) {
			return &RetriedEnd{End: "context.Canceled", Like: "context.DeadlineExceeded"}
		}
		return nil
	}
	// Whatever the predicate is for, it takes gRPC's two for the same.
	if !codeCanceled.named || !codeDeadline.named {
		return nil
	}
	for _, same := range []bool{true, false} {
		if !codeCanceled.only(same) || !codeDeadline.only(same) {
			continue
		}
		switch {
		case canceled.named && canceled.only(same) && deadline.only(!same) && !deadline.named:
			return &RetriedEnd{End: "context.DeadlineExceeded", Like: "codes.DeadlineExceeded"}
		case deadline.named && deadline.only(same) && canceled.only(!same) && !canceled.named:
			return &RetriedEnd{End: "context.Canceled", Like: "codes.Canceled"}
		}
	}
	return nil
}

// triedAgain reports whether some loop of the package asks a predicate about the error of
// a call on a context that the loop doesn't make. Others may try again later, on another.
func (e *engine) triedAgain(fn *ssa.Function) bool {
	for _, s := range e.sites[fn] {
		c, ok := s.Instr.(*ssa.Call)
		if !ok || s.Kind != SiteCall || len(c.Call.Args) == 0 {
			continue
		}
		t := turnOf(c.Block())
		tried := e.resultOf(c.Call.Args[len(c.Call.Args)-1])
		if t != nil && tried != nil && t.has(tried) && e.onOuterContext(t, tried) {
			return true
		}
	}
	return false
}

// onOuterContext reports whether a call in a loop is on a caller's context that each turn
// hands on as it is, without a timeout of its own.
func (e *engine) onOuterContext(t *turn, c *ssa.Call) bool {
	for _, u := range e.usesOf(c.Parent()) {
		if u.instr == ssa.Instruction(c) && u.kind == UseCall && u.val.Only(Caller) {
			made := timeoutOf(u.val)
			return made == nil || !t.has(made) && made.Parent() == c.Parent()
		}
	}
	return false
}

// callersLook reports whether all who call a predicate, as far as they are seen and
// there are any, look at a context themselves: that stops them.
func (e *engine) callersLook(fn *ssa.Function) bool {
	for _, s := range e.sites[fn] {
		if s.Kind == SiteCall && e.isTestFile(s.Instr.Pos()) {
			continue
		}
		if s.Kind != SiteCall || !e.asksContext(topOf(s.In)) {
			return false
		}
	}
	return len(e.sites[fn]) > 0
}

// asksContext reports whether a function asks a context whether it is done.
func (e *engine) asksContext(fn *ssa.Function) bool {
	asks := false
	e.eachUse(fn, func(u *use) {
		n := u.cl.name()
		asks = asks || u.kind == UseInspect && (n == "Err" || n == "Done")
	})
	return asks
}

// retriedTest finds the condition of a loop that goes on because an error is that
// of a context which no turn makes anew.
func (e *engine) retriedTest(in ssa.Instruction) *RetriedEnd {
	br, ok := in.(*ssa.If)
	if !ok {
		return nil
	}
	end := e.comparedWith(br.Cond)
	t := turnOf(br.Block())
	if end == "" || t == nil || !t.body[br.Block().Succs[0]] || !e.onlyTurns(t, br.Block().Succs[0]) {
		return nil
	}
	c := e.failed(br.Cond)
	if c == nil || !t.has(c) {
		return nil
	}
	x := e.conditionExpr(br.Cond)
	if x == nil || e.asks(t) || !e.onOuterContext(t, c) {
		return nil
	}
	return &RetriedEnd{Node: x, End: "context." + end, Func: e.describe(topOf(c.Parent()), c)}
}

// onlyTurns reports whether all ways from a block lead back to the head of the loop.
func (e *engine) onlyTurns(t *turn, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(*ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		if seen[b] || b == t.head {
			return true
		}
		seen[b] = true
		if !t.body[b] {
			return false
		}
		for _, s := range b.Succs {
			if !walk(s) {
				return false
			}
		}
		return true
	}
	return walk(b)
}

// asks reports whether something in the loop asks a context whether it is done.
func (e *engine) asks(t *turn) bool {
	for _, u := range e.usesOf(t.head.Parent()) {
		if u.kind == UseInspect && t.has(u.instr) {
			return true
		}
	}
	return false
}

// failed returns the call whose error a condition looks at.
func (e *engine) failed(cond ssa.Value) *ssa.Call {
	var ops []ssa.Value
	switch c := cond.(type) {
	case *ssa.BinOp:
		ops = []ssa.Value{c.X, c.Y}
	case *ssa.Call:
		ops = c.Call.Args[:1]
	}
	for _, v := range ops {
		if c := e.resultOf(v); c != nil {
			return c
		}
	}
	return nil
}

// resultOf returns the call that a value is a result of, or nil.
func (e *engine) resultOf(v ssa.Value) *ssa.Call {
	v = e.held(v)
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	c, _ := v.(*ssa.Call)
	return c
}

// conditionExpr returns the syntax of a comparison.
func (e *engine) conditionExpr(cond ssa.Value) ast.Node {
	switch c := cond.(type) {
	case *ssa.Call:
		if x := e.callExpr(c); x != nil {
			return x
		}
	case *ssa.BinOp:
		return e.nodeAt(c.Pos())
	}
	return nil
}

// retryConfigs finds the service configurations of gRPC in the package's constants
// that list codes to try again, and the codes with which contexts end among them.
// AIP-194 has none but UNAVAILABLE tried again.
func (e *engine) retryConfigs() []*RetriedEnd {
	var all []*RetriedEnd
	for _, f := range e.pass.Files {
		if e.isTestFile(f.Pos()) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING || !strings.Contains(lit.Value, "retryableStatusCodes") {
				return true
			}
			if m := retriedCode().FindStringSubmatch(constant.StringVal(e.pass.TypesInfo.Types[lit].Value)); m != nil {
				all = append(all, &RetriedEnd{Node: lit, End: m[1]})
			}
			return true
		})
	}
	return all
}

// retriedCode finds the code of a context's end in the list of a service configuration.
var retriedCode = pattern(`"retryableStatusCodes"\s*:\s*\[[^\]]*"(?i:(DEADLINE_EXCEEDED|CANCELLED))"`)
