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
	sleep   = "sleep"
	timer   = "timer"
	choose  = "select"
	channel = "channel"
	retry   = "retry"
	retrier = "retrier"
	held    = "held"
	budget  = "budget"
	stop    = "stop"
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
		report.Category{Name: channel, Severity: report.Note, Summary: "a bare send or receive that the caller's context can't cut short"},
		report.Category{Name: retry, Default: true, Severity: report.Warning, Summary: "a function without a context retries an outgoing call with pauses, so that no caller can cut them short"},
		report.Category{Name: retrier, Default: true, Severity: report.Warning, Summary: "a retry library is used without the caller's context"},
		report.Category{Name: held, Severity: report.Note, Summary: "a wait that the context of an object, with which its function works, can't cut short"},
		report.Category{Name: budget, Severity: report.Note, Summary: "a pause between attempts isn't compared with what is left of the deadline"},
		report.Category{Name: stop, Severity: report.Note, Summary: "a pause in a goroutine without a context that its owner can't cut short"},
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
	add := func(f report.Finding, in ctxflow.Func, around []ast.Node, at token.Pos) {
		f.Claims = append(f.Claims, around...)
		f.Excused = r.marks.Excuse(in.Syntax(), append(starts(around), at)...)
		fs = append(fs, f)
	}
	retried := map[ast.Node]bool{}
	for _, w := range r.flow.Waits() {
		f, ok := r.wait(w)
		if f.Category == retry { // one finding is enough for a loop
			ok = ok && !retried[w.Loop]
			retried[w.Loop] = true
		}
		if ok {
			f.Claims = append(f.Claims, w.Node)
			add(f, w.Func, w.Around, w.Node.Pos())
		}
	}
	for _, l := range r.flow.Lingerings() {
		if !l.Func.AtHome(nil) && !l.Func.PkgMain {
			f := lingers(l)
			f.Claims = append(f.Claims, l.Node)
			add(f, l.Func, l.Around, l.Node.Pos())
		}
	}
	for _, c := range r.flow.Retriers() {
		if c.Func.AtHome(c.Source) {
			continue
		}
		add(report.Finding{
			Category: retrier,
			Range:    c.Call,
			Claims:   []ast.Node{c.Call},
			Message:  report.ExprString(c.Call.Fun) + " goes on waiting when " + c.Source.Label + " is done; use " + c.Use,
		}, c.Func, c.Around, c.Call.Pos())
	}
	return fs
}

// starts returns the positions of the go statements around a wait, where a
// directive may say that it is meant.
func starts(around []ast.Node) []token.Pos {
	var at []token.Pos
	for _, n := range around {
		if g, ok := n.(*ast.GoStmt); ok {
			at = append(at, g.Pos())
		}
	}
	return at
}

// wait judges a wait.
func (r *run) wait(w *ctxflow.Wait) (report.Finding, bool) {
	switch {
	case w.Func.AtHome(w.Source):
		return report.Finding{}, false
	case w.Held != nil:
		return holds(w)
	case w.Source == nil:
		return retries(w)
	case w.Reason == ctxflow.ReasonHeard && w.Backoff && w.Pause == ctxflow.Unbounded:
		return report.Finding{Category: budget, Range: w.Timer, Message: "the pause may outlast the deadline of " + w.Source.Label + "; compare it with " + w.Source.Label + ".Deadline() first"}, true
	case w.Reason != ctxflow.ReasonNone || short(w):
		return report.Finding{}, false
	}
	f := unheard(w, w.Source)
	if f.Category != channel {
		f.Fix = r.fix(w)
	}
	return f, true
}

// holds judges a wait in a function that works with a context which no caller gave it.
func holds(w *ctxflow.Wait) (report.Finding, bool) {
	if w.Source == nil {
		if f, ok := retries(w); ok {
			return f, true
		}
	}
	f := unheard(w, w.Held)
	f.Category = held
	return f, !short(w)
}

// unheard tells of a wait that goes on when a context is done.
func unheard(w *ctxflow.Wait, source *ctxflow.Source) report.Finding {
	src, done := source.Label, source.Done()
	f := report.Finding{Range: w.Node}
	switch w.Kind {
	case ctxflow.WaitSleep:
		call := w.Node.(*ast.CallExpr)
		f.Category = sleep
		f.Message = report.ExprString(call.Fun) + " may block past the deadline of " + src + "; wait for a timer or " + done
	case ctxflow.WaitTimer:
		f.Category = timer
		f.Range = receive(w)
		f.Message = "waiting for " + report.ExprString(w.Chan) + " may block past the deadline of " + src + "; select on " + done + " too"
	case ctxflow.WaitSelect:
		f.Category = choose
		f.Range = span{w.Node.Pos(), w.Node.(*ast.SelectStmt).Body.Lbrace}
		if w.Timer != nil {
			f.Range = w.Timer
		}
		f.Message = "select has no case for " + done + " and may outlast the deadline of " + src + "; add one"
	default:
		f.Category = channel
		f.Range = receive(w)
		verb := "receiving from "
		if _, ok := w.Node.(*ast.SendStmt); ok {
			verb = "sending to "
		}
		f.Message = verb + report.ExprString(w.Chan) + " may block past the deadline of " + src + "; select on " + done + " too"
	}
	return f
}

// retries judges a wait in a function that has no context at all: a pause
// between the attempts of an outgoing call.
func retries(w *ctxflow.Wait) (report.Finding, bool) {
	d := w.Func
	switch {
	case w.Kind != ctxflow.WaitSleep && w.Kind != ctxflow.WaitTimer, !w.Retry, w.Reason != ctxflow.ReasonNone, short(w):
		return report.Finding{}, false
	case d.Decl == nil, d.Interface != "", w.Started:
		return report.Finding{}, false
	case d.CallerName == "" && (d.PkgMain || d.Job || d.SetUp):
		return report.Finding{}, false
	}
	f := report.Finding{Category: retry, Range: receive(w), Yields: nodes(w.Calls)}
	what := "a pause"
	if call, ok := w.Node.(*ast.CallExpr); ok {
		what = report.ExprString(call.Fun)
	}
	f.Message = what + " delays a retry that no caller of " + d.Name + " can cut short; take ctx as a parameter"
	if d.CallerName != "" {
		f.Related = []analysis.RelatedInformation{{Pos: d.CallerPos, Message: d.CallerName + " has " + d.Callee + " here"}}
	}
	return f, true
}

// lingers tells of a pause in a goroutine that nothing ends, or not there.
func lingers(l *ctxflow.Lingering) report.Finding {
	f := report.Finding{Category: stop, Range: receive(l.Wait), Yields: l.Around}
	what := "waiting"
	if call, ok := l.Node.(*ast.CallExpr); ok {
		what = report.ExprString(call.Fun)
	} else if l.Chan != nil {
		what = "waiting for " + report.ExprString(l.Chan)
	}
	switch {
	case l.Quit != nil:
		f.Message = what + " goes on when " + report.ExprString(l.Quit) + " tells this goroutine to end; select on it too"
	case l.Flag != nil:
		f.Message = what + " goes on when " + l.Flag.Name() + " tells this goroutine to end; give it a context too"
	default:
		f.Message = what + " goes on for ever in this goroutine, which nothing can stop; give it a context"
	}
	return f
}

func nodes(calls []*ast.CallExpr) []ast.Node {
	var ns []ast.Node
	for _, c := range calls {
		ns = append(ns, c)
	}
	return ns
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
