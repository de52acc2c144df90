package ctxbudget

import (
	"go/ast"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
	"golang.org/x/tools/go/analysis"
)

// The categories of findings.
const (
	okIgnored     = "okignored"
	zeroForever   = "zeroforever"
	negative      = "negative"
	stale         = "stale"
	reset         = "reset"
	sharedAttempt = "sharedattempt"
	retryDone     = "retrydone"
	swallowed     = "swallowed"
	noop          = "noop"
)

// Name is the analyzer's name.
const Name = "ctxbudget"

// Analyzer is the check with flags of its own, for drivers that want a variable.
var Analyzer = New()

// New returns a fresh analyzer, whose flags nobody else can set.
func New() *analysis.Analyzer {
	check := report.NewCheck(Name,
		report.Category{Name: okIgnored, Default: true, Severity: report.Error, Summary: "something is computed with the deadline of a context that may have none"},
		report.Category{Name: zeroForever, Default: true, Severity: report.Error, Summary: "a remaining time that may be zero is set where zero means no limit"},
		report.Category{Name: negative, Default: true, Severity: report.Error, Summary: "a timeout of which some values mean no limit ends a context at once"},
		report.Category{Name: stale, Default: true, Severity: report.Warning, Summary: "a remaining time is computed before a loop and used in each turn"},
		report.Category{Name: reset, Default: true, Severity: report.Warning, Summary: "each attempt gets a full timeout on a fresh root"},
		report.Category{Name: sharedAttempt, Default: true, Severity: report.Warning, Summary: "one timeout is shared by all attempts, or by what follows the step that it is for"},
		report.Category{Name: retryDone, Default: true, Severity: report.Warning, Summary: "the end of a context is taken for worth another attempt"},
		report.Category{Name: swallowed, Severity: report.Note, Summary: "the end of a context is returned as success"},
		report.Category{Name: noop, Severity: report.Note, Summary: "a timeout does nothing: its context is handed to nobody, or has a shorter one already"},
	)
	return check.Analyzer(doc(), func(pass *analysis.Pass) []report.Finding {
		r := &run{
			pass:  pass,
			flow:  ctxflow.Of(pass),
			marks: pass.ResultOf[directives.Analyzer].(*directives.Set),
		}
		r.amounts()
		r.attempts()
		r.ends()
		return r.found
	}, ctxflow.Analyzer)
}

// A run looks at one package.
type run struct {
	pass  *analysis.Pass
	flow  *ctxflow.Result
	marks *directives.Set
	found []report.Finding
}

// add adds a finding unless it is about code that has no caller to answer to.
func (r *run) add(in ctxflow.Func, f report.Finding) {
	if in.Test {
		return
	}
	f.Excused = r.marks.Excuse(in.Syntax(), f.Range.Pos())
	r.found = append(r.found, f)
}

// amounts tells of durations and times that aren't what they are taken for.
func (r *run) amounts() {
	for _, b := range r.flow.BlindDeadlines() {
		r.add(b.Func, report.Finding{
			Category: okIgnored,
			Range:    b.Call,
			Claims:   []ast.Node{b.Call},
			Message:  "without a deadline " + report.ExprString(b.Use) + " counts from the year 1; check the second result",
		})
	}
	for _, z := range r.flow.ZeroLimits() {
		what := "may be 0"
		if z.Clamped {
			what = "is 0 when no time is left"
		}
		r.add(z.Func, report.Finding{
			Category: zeroForever,
			Range:    z.Value,
			Message:  report.ExprString(z.Value) + " " + what + ", and for " + z.To + " that is no limit; stop before",
		})
	}
	for _, f := range r.flow.ForeverTimeouts() {
		values := "zero"
		if f.Signed {
			values = "a negative value"
		}
		where := "for which " + values + " sets no timeout here"
		if f.Told {
			where = "by which " + values + " is to mean no limit"
		}
		r.add(f.Func, report.Finding{
			Category: negative,
			Range:    f.Value,
			Claims:   []ast.Node{f.Call},
			Message:  report.ExprString(f.Call.Fun) + " ends at once where " + report.ExprString(f.Value) + " is to mean no limit; leave it out then",
			Related:  []analysis.RelatedInformation{{Pos: f.Means, Message: where}},
		})
	}
	for _, n := range r.flow.NoopTimeouts() {
		message := "a timeout of " + n.Own + " does nothing on a context that has " + n.Parent
		if n.Unused {
			message = report.ExprString(n.Made.Fun) + " bounds nothing, as no call is given its context"
		}
		r.add(n.Func, report.Finding{Category: noop, Range: n.Made, Message: message})
	}
}

// attempts tells of timeouts in loops.
func (r *run) attempts() {
	for _, s := range r.flow.StaleTimeouts() {
		r.add(s.Func, report.Finding{
			Category: stale,
			Range:    s.Value,
			Claims:   []ast.Node{s.Call},
			Message:  report.ExprString(s.Value) + " is what was left before the loop; compute it for each turn",
		})
	}
	for _, f := range r.flow.FreshAttempts() {
		r.add(f.Func, report.Finding{
			Category: reset,
			Range:    f.Made,
			Claims:   []ast.Node{f.Made, f.Root},
			Message:  "each attempt gets a new timeout past the deadline of " + f.Source.Label + "; derive it from " + f.Source.Label,
		})
	}
	for _, s := range r.flow.SharedTimeouts() {
		message := "all attempts share the timeout of one " + report.ExprString(s.Made.Fun) + "; make one for each"
		if s.Step != nil {
			message = report.ExprString(s.Call.Fun) + " is bound by the timeout for " + report.ExprString(s.Step.Fun) + "; use another variable there"
		}
		r.add(s.Func, report.Finding{
			Category: sharedAttempt,
			Range:    s.Call,
			Claims:   []ast.Node{s.Call},
			Message:  message,
			Related:  []analysis.RelatedInformation{{Pos: s.Made.Pos(), End: s.Made.End(), Message: "the timeout starts here"}},
		})
	}
}

// ends tells of ends of contexts that aren't taken for what they are.
func (r *run) ends() {
	for _, x := range r.flow.RetriedEnds() {
		r.add(x.Func, report.Finding{
			Category: retryDone,
			Range:    x.Node,
			Message:  retryMessage(x),
		})
	}
	for _, s := range r.flow.Swallows() {
		r.add(s.Func, report.Finding{
			Category: swallowed,
			Range:    s.At,
			Message:  swallowMessage(s),
		})
	}
}

func swallowMessage(s *ctxflow.Swallow) string {
	if s.Ctx == nil {
		return "a passed deadline is returned as success; return the error"
	}
	ctx := report.ExprString(s.Ctx)
	switch {
	case s.Canceled:
		return "nil is returned when the deadline of " + ctx + " has passed; return " + ctx + ".Err()"
	case s.Expired:
		return "what follows can't tell a passed deadline of " + ctx + " from a cancel when all is done; ask " + ctx + ".Err()"
	}
	return "nil is returned when " + ctx + " is done, as if the work were; return " + ctx + ".Err()"
}

func retryMessage(x *ctxflow.RetriedEnd) string {
	switch {
	case x.Name == "" && x.Func.Name == "":
		return "the service configuration has " + x.End + " tried again; leave it out"
	case x.Name == "":
		return "the loop goes on after " + x.End + ", though its context stays done; leave it"
	case x.Like != "":
		return x.Name + " knows " + x.Like + ", but not " + x.End + "; treat both alike"
	}
	return x.Name + " takes " + x.End + " for worth another attempt; stop there"
}
