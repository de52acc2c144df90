package ctxwait

import (
	"go/ast"
	"go/token"
	"time"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
	"golang.org/x/tools/go/analysis"
)

// The categories of findings.
const (
	sleep  = "sleep"
	timer  = "timer"
	choose = "select"
)

// Name is the analyzer's name.
const Name = "ctxwait"

// How long a wait may be without being told.
const (
	// shortInLoop is for a loop that looks at its context each turn.
	shortInLoop = 100 * time.Millisecond
	// shortOnce is for a wait outside of loops, and for all turns of a loop together.
	shortOnce = time.Second
)

// Analyzer is the check with flags of its own, for drivers that want a variable.
var Analyzer = New()

// New returns a fresh analyzer, whose flags nobody else can set.
func New() *analysis.Analyzer {
	check := report.NewCheck(Name,
		report.Category{Name: sleep, Default: true, Severity: report.Warning, Summary: "a sleep that the caller's context can't cut short", Fix: "waits for a timer or the context"},
		report.Category{Name: timer, Default: true, Severity: report.Warning, Summary: "a bare receive from a timer or ticker that the caller's context can't cut short", Fix: "waits for the timer or the context"},
		report.Category{Name: choose, Default: true, Severity: report.Warning, Summary: "a select that waits and has no case for the caller's context", Fix: "adds the case"},
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

// findings asks the engine where the package waits, and says which of these
// waits go on when the caller has left.
func (r *run) findings() []report.Finding {
	var fs []report.Finding
	for _, w := range r.flow.Waits() {
		if f, ok := r.wait(w); ok {
			f.Claims = append(f.Claims, w.Around...)
			f.Excused = r.marks.Excuse(w.Func.Syntax(), append(starts(w), w.Node.Pos())...)
			fs = append(fs, f)
		}
	}
	return fs
}

// starts returns the positions of the go statements around a wait, where a
// directive may say that it is meant.
func starts(w *ctxflow.Wait) []token.Pos {
	var at []token.Pos
	for _, n := range w.Around {
		if g, ok := n.(*ast.GoStmt); ok {
			at = append(at, g.Pos())
		}
	}
	return at
}

// wait judges a wait.
func (r *run) wait(w *ctxflow.Wait) (report.Finding, bool) {
	if w.Reason != ctxflow.ReasonNone || w.Func.AtHome(w.Source) || w.Func.Support || w.Source == nil || short(w) {
		return report.Finding{}, false
	}
	src := w.Source.Label
	f := report.Finding{Range: w.Node}
	switch w.Kind {
	case ctxflow.WaitSleep:
		call := w.Node.(*ast.CallExpr)
		f.Category = sleep
		f.Claims = append(f.Claims, call)
		f.Message = report.ExprString(call.Fun) + " may block past the deadline of " + src + "; wait for a timer or " + src + ".Done()"
	case ctxflow.WaitTimer:
		f.Category = timer
		f.Message = "waiting for " + report.ExprString(w.Chan) + " may block past the deadline of " + src + "; select on " + src + ".Done() too"
		f.Range = receive(w)
	case ctxflow.WaitSelect:
		f.Category = choose
		f.Message = "select has no case for " + src + ".Done() and may outlast the deadline of " + src + "; add one"
		sel := w.Node.(*ast.SelectStmt)
		f.Range = span{sel.Pos(), sel.Body.Lbrace}
		if w.Timer != nil {
			f.Range = w.Timer
		}
	default:
		return f, false
	}
	f.Fix = r.fix(w)
	return f, true
}

// A span is the part of a statement that a finding points at.
type span struct{ from, to token.Pos }

func (s span) Pos() token.Pos { return s.from }
func (s span) End() token.Pos { return s.to }

// receive returns what of a wait on a channel the finding points at: of a range
// statement only the channel.
func receive(w *ctxflow.Wait) analysis.Range {
	if _, ok := w.Node.(*ast.RangeStmt); ok {
		return w.Chan
	}
	return w.Node
}

// short reports whether a wait is over so soon that nobody would mend it.
func short(w *ctxflow.Wait) bool {
	switch {
	case w.Pause == ctxflow.Unbounded:
		return false
	case w.Loop == nil:
		return w.Pause < shortOnce
	case w.Looks && w.Pause < shortInLoop:
		return true
	}
	return w.Turns > 0 && w.Pause < shortOnce/time.Duration(w.Turns)
}
