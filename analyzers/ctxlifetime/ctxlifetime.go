package ctxlifetime

import (
	"go/ast"
	"go/token"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
	"golang.org/x/tools/go/analysis"
)

// The categories of findings.
const (
	dead      = "dead"
	escape    = "escape"
	request   = "request"
	cleanUp   = "cleanup"
	tidyUp    = "tidyup"
	shared    = "shared"
	startUp   = "startup"
	deferLoop = "deferloop"
	nested    = "nested"
	lost      = "lostcancel"
)

// Name is the analyzer's name.
const Name = "ctxlifetime"

// Analyzer is the check with flags of its own, for drivers that want a variable.
var Analyzer = New()

// New returns a fresh analyzer, whose flags nobody else can set.
func New() *analysis.Analyzer {
	check := report.NewCheck(Name,
		report.Category{Name: dead, Default: true, Severity: report.Error, Summary: "a call is given a context that is cancelled or done on every path there", Fix: "derives its timeout from context.WithoutCancel"},
		report.Category{Name: escape, Default: true, Severity: report.Error, Summary: "a context is cancelled when its function returns, and goes into what lives on"},
		report.Category{Name: request, Default: true, Severity: report.Warning, Summary: "a goroutine that nobody waits for works on the context of a request, which ends with the handler", Fix: "derives its timeout from context.WithoutCancel"},
		report.Category{Name: cleanUp, Default: true, Severity: report.Warning, Summary: "a deferred call that the tables know to end something runs on the caller's context", Fix: "derives its timeout from context.WithoutCancel"},
		report.Category{Name: tidyUp, Severity: report.Note, Summary: "a clean-up that the tables don't know, deferred or after a failure, runs on the caller's context", Fix: "derives its timeout from context.WithoutCancel"},
		report.Category{Name: shared, Default: true, Severity: report.Warning, Summary: "what is done once for several callers runs on the context of the first", Fix: "derives its timeout from context.WithoutCancel"},
		report.Category{Name: startUp, Default: true, Severity: report.Warning, Summary: "a context with a deadline is made once, for what goes on long after that"},
		report.Category{Name: deferLoop, Default: true, Severity: report.Warning, Summary: "a cancel function is deferred in a loop, so that timers pile up until the function returns", Fix: "puts the turn into a function literal"},
		report.Category{Name: nested, Default: true, Severity: report.Warning, Summary: "a context is derived from itself in each turn of a loop", Fix: "makes a variable for each turn"},
		report.Category{Name: lost, Severity: report.Note, Summary: "a context's cancel function is thrown away"},
	)
	return check.Analyzer(doc(), func(pass *analysis.Pass) []report.Finding {
		r := &run{
			pass:  pass,
			flow:  ctxflow.Of(pass),
			marks: pass.ResultOf[directives.Analyzer].(*directives.Set),
		}
		return r.findings()
	}, ctxflow.Analyzer)
}

// A run looks at one package.
type run struct {
	pass  *analysis.Pass
	flow  *ctxflow.Result
	marks *directives.Set
	fs    []report.Finding
}

func (r *run) findings() []report.Finding {
	for _, u := range r.flow.DeadUses() {
		r.add(r.dead(u), u.Func, u.Call.Pos())
	}
	for _, o := range r.flow.Outliveds() {
		r.add(r.outlived(o), o.Func, o.Made.Pos())
	}
	for _, g := range r.flow.Forgottens() {
		at := g.Go
		if !at.IsValid() {
			at = g.Start.Pos()
		}
		r.add(r.forgotten(g), g.Func, at)
	}
	for _, c := range r.flow.CleanUps() {
		r.add(r.cleanUp(c), c.Func, c.Call.Pos())
	}
	for _, u := range r.flow.SharedUses() {
		r.add(r.shared(u), u.Func, u.Expr.Pos())
	}
	for _, u := range r.flow.StartUps() {
		if u.Loop != nil || !u.Func.PkgMain { // a program may have all its time set
			r.add(r.startUp(u), u.Func, u.Made.Pos())
		}
	}
	for _, d := range r.flow.DeferLoops() {
		r.add(r.deferLoop(d), d.Func, d.Defer.Pos())
	}
	for _, n := range r.flow.Nesteds() {
		r.add(r.nested(n), n.Func, n.Call.Pos())
	}
	for _, l := range r.flow.LostCancels() {
		r.add(r.lost(l), l.Func, l.Made.Pos())
	}
	return r.fs
}

// add adds a finding about code in a function, if that isn't a test.
func (r *run) add(f report.Finding, in ctxflow.Func, at token.Pos) {
	if in.Test {
		return
	}
	f.Excused = r.marks.Excuse(in.Syntax(), at)
	r.fs = append(r.fs, f)
}

// dead judges a call on a context that is over.
func (r *run) dead(u *ctxflow.DeadUse) report.Finding {
	ctx, call := report.ExprString(u.Expr), report.ExprString(u.Call.Fun)
	f := report.Finding{
		Category: dead,
		Range:    u.Expr,
		Claims:   []ast.Node{u.Call},
	}
	ended := analysis.RelatedInformation{Pos: u.End.Pos(), End: u.End.End()}
	switch {
	case u.Defers:
		f.Message = ctx + " is cancelled before " + call + ", which is deferred, runs; use context.WithoutCancel and a timeout"
		ended.Message = "this runs first, and ends " + ctx
	case u.Done:
		f.Message = ctx + " is done here, so that " + call + " comes to nothing; use context.WithoutCancel and a timeout"
		ended.Message = "only a done context comes here"
		if u.Derives {
			f.Fix = r.detach(u.Call)
		}
	default:
		f.Message = ctx + " is cancelled here, so that " + call + " comes to nothing; use the context that it was made of"
		ended.Message = ctx + " is cancelled here"
	}
	f.Related = []analysis.RelatedInformation{ended}
	return f
}

// outlived judges a context that is cancelled though what is returned needs it.
func (r *run) outlived(o *ctxflow.Outlived) report.Finding {
	ctx := r.made(o.Made)
	f := report.Finding{Category: escape, Range: o.Cancel}
	switch o.What {
	case ctxflow.ByResult:
		ctx = report.ExprString(o.Expr)
		f.Range, f.Claims = o.Expr, []ast.Node{o.Call}
		f.Message = ctx + " is cancelled on return, and what " + report.ExprString(o.Call.Fun) + " gave is returned; let its user cancel it"
	case ctxflow.ByField:
		f.Message = ctx + " is cancelled on return, and is part of what is returned; let its user cancel it"
	case ctxflow.ByFunc:
		f.Message = ctx + " is cancelled on return, and the function that is returned uses it; make one in there"
	default:
		f.Message = ctx + " is cancelled on return, and is returned; return its cancel function too"
	}
	f.Related = []analysis.RelatedInformation{{Pos: o.Cancel.Pos(), End: o.Cancel.End(), Message: ctx + " is cancelled by this"}}
	return f
}

// made returns how to speak of the context that a call makes: by the name of its
// variable, where it has one.
func (r *run) made(call *ast.CallExpr) string {
	if v := r.flow.AssignedTo(call); v != nil {
		return v.Name()
	}
	return "the context of " + report.ExprString(call.Fun)
}

// forgotten judges a goroutine that works on a context which ends with its starter.
func (r *run) forgotten(g *ctxflow.Forgotten) report.Finding {
	ctx := report.ExprString(g.Expr)
	f := report.Finding{Category: request, Range: g.Expr}
	if g.Call != nil {
		f.Claims = []ast.Node{g.Call}
	}
	start := analysis.RelatedInformation{Pos: g.Start.Pos(), End: g.Start.Fun.Pos(), Message: "the goroutine starts here, and nobody waits for it"}
	if g.Go.IsValid() {
		start.Pos = g.Go
	}
	if g.Request {
		f.Fix = r.detach(g.Limit)
		f.Message = ctx + " ends with the request, but this goroutine goes on; use context.WithoutCancel and a timeout"
		f.Related = []analysis.RelatedInformation{start}
		return f
	}
	f.Category = escape
	f.Message = ctx + " is cancelled on return, but this goroutine goes on; cancel it when that has ended"
	f.Related = []analysis.RelatedInformation{{Pos: g.Cancel.Pos(), End: g.Cancel.End(), Message: ctx + " is cancelled by this"}, start}
	return f
}

// cleanUp tells of a clean-up on the caller's context.
func (r *run) cleanUp(c *ctxflow.CleanUp) report.Finding {
	ctx, call := report.ExprString(c.Expr), report.ExprString(c.Call.Fun)
	f := report.Finding{
		Category: tidyUp,
		Range:    c.Expr,
		Claims:   []ast.Node{c.Call},
		Message:  call + " comes to nothing when " + ctx + " is done; use context.WithoutCancel and a timeout",
	}
	f.Fix = r.detach(c.Limit)
	if c.Alike != nil {
		f.Related = []analysis.RelatedInformation{{Pos: c.Alike.Pos(), End: c.Alike.End(), Message: "here it has a context that lives"}}
	}
	if c.Known {
		f.Category = cleanUp
	}
	return f
}

// shared tells of what is done for several callers on the context of one.
func (r *run) shared(u *ctxflow.SharedUse) report.Finding {
	f := report.Finding{
		Category: shared,
		Range:    u.Expr,
		Message:  report.ExprString(u.Expr) + " is the first caller's, and the others share the result; use context.WithoutCancel and a timeout",
	}
	f.Fix = r.detach(u.Limit)
	if u.Call != nil {
		f.Claims = []ast.Node{u.Call}
	}
	if u.By != nil {
		f.Related = []analysis.RelatedInformation{{Pos: u.By.Pos(), End: u.By.Lparen, Message: "this runs it once for all who ask meanwhile"}}
	}
	return f
}

// startUp tells of a context that expires before it is used.
func (r *run) startUp(u *ctxflow.StartUp) report.Finding {
	f := report.Finding{Category: startUp, Range: u.Made}
	ctx := r.made(u.Made)
	switch {
	case u.Global:
		f.Message = "a context with a deadline is kept in a package variable, and expires for good; make one for each use"
	case u.Field:
		f.Message = "a context with a deadline is kept in a field, and nothing renews it; make one for each use"
	default:
		f.Message = ctx + " is made once before the loop, and is over in later turns; make one in each turn"
		f.Related = []analysis.RelatedInformation{{Pos: u.Use.Expr.Pos(), End: u.Use.Expr.End(), Message: "it is used here, in each turn"}}
	}
	return f
}

// deferLoop tells of a cancel function that is deferred in a loop.
func (r *run) deferLoop(d *ctxflow.DeferLoop) report.Finding {
	what := "contexts"
	if d.Timer {
		what = "timers"
	}
	return report.Finding{
		Category: deferLoop,
		Range:    d.Defer,
		Message:  d.Cancel + " is deferred in a loop, so that the " + what + " of all turns pile up; call it in each turn",
		Fix:      r.fixDeferLoop(d),
		Related:  []analysis.RelatedInformation{{Pos: d.Made.Pos(), End: d.Made.End(), Message: "each turn makes one here"}},
	}
}

// nested tells of a context that grows with each turn.
func (r *run) nested(n *ctxflow.Nested) report.Finding {
	name := "the context"
	if n.Var != nil {
		name = n.Var.Name()
	}
	f := report.Finding{
		Category: nested,
		Range:    n.Call,
		Claims:   []ast.Node{n.Call},
		Message:  name + " is derived from itself in each turn of the loop, and grows; use a new variable",
		Fix:      r.fixNested(n),
	}
	if n.Use.Expr != nil {
		f.Related = []analysis.RelatedInformation{{Pos: n.Use.Expr.Pos(), End: n.Use.Expr.End(), Message: "it is used here, in the loop"}}
	}
	return f
}

// lost tells of a context that nobody can end.
func (r *run) lost(l *ctxflow.LostCancel) report.Finding {
	f := report.Finding{Category: lost, Range: l.Made, Claims: []ast.Node{l.Made}}
	f.Message = "nobody can end " + r.made(l.Made) + ", as its cancel function is thrown away; call it"
	if l.Timer {
		f.Message = r.made(l.Made) + " has its timer until that fires, as its cancel function is thrown away; call it"
	}
	return f
}
