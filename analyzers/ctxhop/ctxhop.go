package ctxhop

import (
	"go/ast"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
	"golang.org/x/tools/go/analysis"
)

// The categories of findings.
const (
	roundZero = "roundzero"
	absolute  = "absolute"
	mutate    = "mutate"
	extend    = "extend"
	connWrap  = "connwrap"
	unstamped = "unstamped"
)

// Name is the analyzer's name.
const Name = "ctxhop"

// Analyzer is the check with flags of its own, for drivers that want a variable.
var Analyzer = New()

// New returns a fresh analyzer, whose flags nobody else can set.
func New() *analysis.Analyzer {
	check := report.NewCheck(Name,
		report.Category{Name: roundZero, Default: true, Severity: report.Warning, Summary: "the time that is left goes into a header in whole units, of which it may be less than one", Fix: "sends at least 1"},
		report.Category{Name: absolute, Default: true, Severity: report.Warning, Summary: "a time by the clock of this host goes into a deadline header"},
		report.Category{Name: mutate, Default: true, Severity: report.Warning, Summary: "a RoundTripper changes the request that it was given", Fix: "clones the request first"},
		report.Category{Name: extend, Default: true, Severity: report.Warning, Summary: "a request's header sets a deadline on a fresh root, past the one that the server has set"},
		report.Category{Name: connWrap, Default: true, Severity: report.Warning, Summary: "a type that wraps a net.Conn ignores its deadlines"},
		report.Category{Name: unstamped, Severity: report.Note, Summary: "an HTTP client doesn't send the header that timeout-headers names"},
	)
	return check.Analyzer(doc(), func(pass *analysis.Pass) []report.Finding {
		r := &run{
			pass:  pass,
			flow:  ctxflow.Of(pass),
			marks: pass.ResultOf[directives.Analyzer].(*directives.Set),
		}
		r.headers()
		r.transports()
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

// add adds a finding unless it is about tests.
func (r *run) add(in ctxflow.Func, f report.Finding) {
	if in.Test {
		return
	}
	f.Excused = r.marks.Excuse(in.Syntax(), f.Range.Pos())
	r.found = append(r.found, f)
}

// headers tells of deadlines in headers, which go out or come in.
func (r *run) headers() {
	for _, s := range r.flow.SentDeadlines() {
		f := report.Finding{
			Category: roundZero,
			Range:    s.Value,
			Message:  report.ExprString(s.Value) + " is 0 for what is less, and " + s.Header + " says that nothing is left or no limit; send at least 1",
			Fix:      r.floor(s),
		}
		if s.Absolute {
			f.Category = absolute
			f.Message = s.Header + " has a time by the clock of this host, and other hosts have others; send what is left"
		}
		if s.Value.Pos() < s.Write.Pos() || s.Value.End() > s.Write.End() {
			f.Related = []analysis.RelatedInformation{{Pos: s.Write.Pos(), End: s.Write.End(), Message: "it is sent here"}}
		}
		r.add(s.Func, f)
	}
	for _, x := range r.flow.ExtendedDeadlines() {
		r.add(x.Func, report.Finding{
			Category: extend,
			Range:    x.Made,
			Claims:   []ast.Node{x.Made, x.Root},
			Message:  "a header may set a later deadline than that of " + x.Source.Label + "; derive it from " + x.Source.Label,
		})
	}
}

// transports tells of what is between a client and the wire.
func (r *run) transports() {
	for _, m := range r.flow.Mutations() {
		message := m.What + " changes the request of whoever called; clone it first"
		if m.Shared {
			message = m.What + " changes the request of whoever called, as the copy shares it; clone it instead"
		}
		r.add(m.Func, report.Finding{
			Category: mutate,
			Range:    m.Node,
			Message:  message,
			Fix:      r.clone(m),
		})
	}
	for _, x := range r.flow.DeafConns() {
		r.add(x.Func, report.Finding{
			Category: connWrap,
			Range:    x.Method,
			Message:  x.Type + "." + x.Method.Name + " does nothing, so that deadlines never reach " + x.Field + "; forward it",
		})
	}
	for _, x := range r.flow.UnstampedClients() {
		r.add(x.Func, report.Finding{
			Category: unstamped,
			Range:    x.Client,
			Message:  report.ExprString(x.Client) + " sends no " + x.Header + "; use a transport that sets it",
		})
	}
}
