package ctxignored

import (
	"go/ast"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
	"golang.org/x/tools/go/analysis"
)

// The categories of findings.
const (
	variant = "variant"
	weak    = "weak"
	logger  = "logger"
)

// Name is the analyzer's name.
const Name = "ctxignored"

// Analyzer is the check with flags of its own, for drivers that want a variable.
var Analyzer = New()

// New returns a fresh analyzer, whose flags nobody else can set.
func New() *analysis.Analyzer {
	check := report.NewCheck(Name,
		report.Category{Name: variant, Default: true, Severity: report.Warning, Summary: "a call takes no context though a form of it does", Fix: "calls the form that takes the caller's context"},
		report.Category{Name: weak, Severity: report.Note, Summary: "the same, where the context-taking form gains little", Fix: "calls the form that takes the caller's context"},
		report.Category{Name: logger, Severity: report.Note, Summary: "a log line is written without the context whose values it could show", Fix: "calls the form that takes the caller's context"},
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

// findings asks the engine for what goes on without a context, and says what
// of it is wrong.
func (r *run) findings() []report.Finding {
	var fs []report.Finding
	for _, v := range r.flow.Variants() {
		if f, ok := r.variant(v); ok {
			fs = append(fs, f)
		}
	}
	return fs
}

// variant judges a call that has a context-taking form.
func (r *run) variant(v *ctxflow.Variant) (report.Finding, bool) {
	if v.Func.AtHome(v.Source) || v.Func.Support || v.Func.Wraps != "" || v.Reason != ctxflow.ReasonNone {
		return report.Finding{}, false
	}
	if v.Kept || v.Place.Deferred || v.Place.Goroutine && !v.Place.Joined {
		return report.Finding{}, false // runs when the context may be done
	}
	f := report.Finding{
		Category: variant,
		Range:    v.Call,
		Claims:   []ast.Node{v.Call},
		Excused:  r.marks.Excuse(v.Func.Syntax(), v.Call.Pos()),
	}
	switch {
	case v.Sibling.Log:
		f.Category = logger
	case v.Sibling.Weak:
		f.Category = weak
	}
	name := report.ExprString(v.Call.Fun)
	if v.Source == nil {
		if f.Category != variant || v.Func.Interface != "" || v.Func.SetUp {
			return report.Finding{}, false
		}
		f.Message = "call of " + name + " ignores " + v.Func.Callee + " of the caller " + v.Func.CallerName + "; take ctx and use " + r.siblingName(v)
		f.Related = []analysis.RelatedInformation{{Pos: v.Func.CallerPos, Message: v.Func.CallerName + " has " + v.Func.Callee + " here"}}
		return f, true
	}
	use := "; use "
	if v.Source.Obj == nil {
		use = "; name it and use "
	}
	f.Message = "call of " + name + " ignores " + v.Source.Label + use + r.siblingName(v)
	f.Fix = r.fix(v)
	return f, true
}
