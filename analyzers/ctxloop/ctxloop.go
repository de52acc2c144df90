package ctxloop

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
	spin    = "spin"
	stream  = "stream"
	endless = "endless"
	cpu     = "cpu"
)

// Name is the analyzer's name.
const Name = "ctxloop"

// Analyzer is the check with flags of its own, for drivers that want a variable.
var Analyzer = New()

// New returns a fresh analyzer, whose flags nobody else can set.
func New() *analysis.Analyzer {
	check := report.NewCheck(Name,
		report.Category{Name: spin, Default: true, Severity: report.Error, Summary: "a loop whose select comes back to itself once the context is done, and keeps a processor busy", Fix: "leaves the loop, where a break was to do that"},
		report.Category{Name: stream, Default: true, Severity: report.Warning, Summary: "a loop sends to a stream and looks neither at its context nor at the error of a send"},
		report.Category{Name: endless, Default: true, Severity: report.Warning, Summary: "a loop without an end has the caller's context in scope and can't be ended by it"},
		report.Category{Name: cpu, Severity: report.Note, Summary: "a loop that may take long never looks at the caller's context"},
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
}

// findings asks the engine for the loops of the package that go wrong.
func (r *run) findings() []report.Finding {
	var fs []report.Finding
	for _, s := range r.flow.Spins() {
		fs = append(fs, r.spin(s))
	}
	for _, s := range r.flow.StreamSends() {
		fs = append(fs, report.Finding{
			Category: stream,
			Range:    s.Call,
			Message:  "the loop goes on sending when " + s.Source.Label + " is done; look at the error of " + report.ExprString(s.Call.Fun),
			Claims:   append([]ast.Node{s.Call}, s.Around...),
			Excused:  r.marks.Excuse(s.Func.Syntax(), s.Call.Pos()),
		})
	}
	told := map[ast.Node]bool{}
	for _, d := range r.flow.DeafLoops() {
		if f, ok := r.deaf(d); ok {
			fs = append(fs, f)
			told[d.Node] = true
		}
	}
	var long ast.Node // the last one told of, in which others may stand
	for _, l := range r.flow.Loops() {
		inside := long != nil && long.Pos() <= l.Node.Pos() && l.Node.End() <= long.End()
		if f, ok := r.loop(l, inside); ok && !told[l.Node] {
			fs = append(fs, f)
			long = l.Node
		}
	}
	return fs
}

// deaf judges a loop that goes on when a call fails because its context is done.
func (r *run) deaf(d *ctxflow.DeafLoop) (report.Finding, bool) {
	if d.Func.AtHome(d.Source) || !d.Endless && d.Turns > 0 && d.Turns <= fewTurns {
		return report.Finding{}, false
	}
	ctx := report.ExprString(d.Context)
	f := report.Finding{
		Category: endless,
		Range:    keyword(d.Node),
		Message:  "the loop goes on when " + report.ExprString(d.Call.Fun) + " fails, also when " + ctx + " is done; look at " + ctx + " in it",
		Yields:   append([]ast.Node{d.Node}, d.Around...),
		Excused:  r.marks.Excuse(d.Func.Syntax(), d.Node.Pos()),
	}
	if !d.Endless {
		f.Category = cpu
	}
	return f, true
}

// loop judges a loop that has a caller's context in scope, and may be inside
// another that was told of.
func (r *run) loop(l *ctxflow.Loop, inside bool) (report.Finding, bool) {
	if l.Reason != ctxflow.ReasonNone || l.Func.AtHome(l.Source) {
		return report.Finding{}, false
	}
	src := l.Source.Label
	f := report.Finding{Range: keyword(l.Node), Yields: append([]ast.Node{l.Node}, l.Around...)}
	switch {
	case l.Endless:
		f.Category, f.Message = endless, "the loop never ends, also when "+src+" is done; look at "+src+" in it"
	case l.Heavy && !l.Looks && !inside && (l.Turns == 0 || l.Turns > fewTurns):
		f.Category, f.Message = cpu, "the loop never looks at "+src+" and may run past its deadline; look at "+src+" in it"
	default:
		return f, false
	}
	f.Excused = r.marks.Excuse(l.Func.Syntax(), l.Node.Pos())
	return f, true
}

// fewTurns is how often a loop may turn and still be short.
const fewTurns = 100

// A span is the part of a statement that a finding points at.
type span struct{ from, to token.Pos }

func (s span) Pos() token.Pos { return s.from }
func (s span) End() token.Pos { return s.to }

// keyword returns the for of a loop.
func keyword(loop ast.Node) span { return span{loop.Pos(), loop.Pos() + token.Pos(len("for"))} }

// spin tells of a loop that spins once its context is done.
func (r *run) spin(s *ctxflow.Spin) report.Finding {
	ctx := "the context"
	if s.Ctx != nil {
		ctx = report.ExprString(s.Ctx)
	}
	f := report.Finding{
		Category: spin,
		Range:    s.Case.Comm,
		Message:  "the loop goes on once " + ctx + " is done, and spins; return from here",
		Claims:   []ast.Node{s.Loop, s.Select},
		Excused:  r.marks.Excuse(s.Func.Syntax(), s.Case.Pos()),
	}
	if s.Break != nil {
		f.Range = s.Break
		f.Message = "break leaves only the select, and the loop spins once " + ctx + " is done; return from here"
		f.Fix = r.leaveLoop(s)
	}
	return f
}
