package ctxignored

import (
	"go/ast"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
	"golang.org/x/tools/go/analysis"
)

// The categories of findings.
const (
	variant = "variant"
	request = "request"
	unused  = "unused"
	conn    = "conn"
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
		report.Category{Name: request, Default: true, Severity: report.Warning, Summary: "a handler makes outgoing calls and never looks at its request's context"},
		report.Category{Name: unused, Default: true, Severity: report.Warning, Summary: "a context parameter is never read though something could use it"},
		report.Category{Name: conn, Default: true, Severity: report.Warning, Summary: "a connection is read or written with no deadline on it"},
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
	for _, u := range r.flow.Unused() {
		if f, ok := r.unused(u); ok {
			fs = append(fs, f)
		}
	}
	for _, c := range r.flow.ConnUses() {
		if f, ok := r.conn(c); ok {
			fs = append(fs, f)
		}
	}
	return fs
}

// variant judges a call that has a context-taking form.
func (r *run) variant(v *ctxflow.Variant) (report.Finding, bool) {
	if v.Func.AtHome(v.Source) || v.Func.Wraps != "" || v.Reason != ctxflow.ReasonNone {
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
		if v.Root {
			f.Message = name + " makes a request that no caller of " + v.Func.Name + " can bound; take ctx and use " + r.siblingName(v)
			return f, !v.Func.PkgMain && !v.Func.Job
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

// unused judges a context, or a handler's request, that is never looked at.
func (r *run) unused(u *ctxflow.Unused) (report.Finding, bool) {
	if u.Func.AtHome(nil) || standsIn(u.Func) {
		return report.Finding{}, false
	}
	if u.Waits && u.Fixed && u.Call == nil {
		return report.Finding{}, false // others of the kind may have a use for it
	}
	f := report.Finding{
		Category: unused,
		Range:    u.Range,
		Yields:   []ast.Node{u.Node},
		Excused:  r.marks.Excuse(u.Func.Syntax(), u.Range.Pos(), u.Node.Pos()),
	}
	what := "a select"
	if u.Call != nil {
		what = report.ExprString(u.Call.Fun)
	} else if x, ok := u.Node.(ast.Expr); ok {
		what = report.ExprString(x)
	}
	switch {
	case u.Request:
		f.Category = request
		f.Message = u.Label + " is never read though " + what + " makes outgoing calls; pass it on"
	case u.Waits:
		f.Message = u.Label + " is never read, and " + what + " may block past its deadline"
	default:
		f.Message = u.Label + " is never read though " + what + " makes outgoing calls; pass it on"
	}
	f.Related = []analysis.RelatedInformation{{Pos: u.Node.Pos(), End: u.Node.End(), Message: "what could use it"}}
	return f, true
}

// standsIn reports whether a function belongs to something that only stands in
// for what it is named after, such as a mock.
func standsIn(f ctxflow.Func) bool {
	name := strings.ToLower(f.Name)
	for _, w := range []string{"mock", "fake", "stub", "noop", "nop", "dummy", "inmem", "memory"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// conn judges a read or write that nothing cuts short.
func (r *run) conn(c *ctxflow.ConnUse) (report.Finding, bool) {
	if c.Func.AtHome(c.Source) || c.Place.Deferred || c.Place.Goroutine && !c.Place.Joined {
		return report.Finding{}, false
	}
	return report.Finding{
		Category: conn,
		Range:    c.Call,
		Claims:   []ast.Node{c.Call},
		Message:  report.ExprString(c.Call.Fun) + " may block past the deadline of " + c.Source.Label + "; set one on the connection",
		Excused:  r.marks.Excuse(c.Func.Syntax(), c.Call.Pos()),
	}, true
}
