package ctxdeadline

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
	defaultClient = "defaultclient"
	client        = "client"
	unbounded     = "unbounded"
	dial          = "dial"
	server        = "server"
	oneshot       = "oneshot"
)

// Name is the analyzer's name.
const Name = "ctxdeadline"

// Analyzer is the check with flags of its own, for drivers that want a variable.
var Analyzer = New()

// New returns a fresh analyzer, whose flags nobody else can set.
func New() *analysis.Analyzer {
	check := report.NewCheck(Name,
		report.Category{Name: defaultClient, Default: true, Severity: report.Warning, Summary: "a request without a deadline goes out on the HTTP library's own client, which has no timeout"},
		report.Category{Name: client, Default: true, Severity: report.Warning, Summary: "a request without a deadline goes out on an HTTP client that has no timeout"},
		report.Category{Name: unbounded, Default: true, Severity: report.Warning, Summary: "a call leaves the process on a context that has no deadline"},
		report.Category{Name: dial, Default: true, Severity: report.Warning, Summary: "a connection is opened with no limit on how long that may take"},
		report.Category{Name: server, Default: true, Severity: report.Warning, Summary: "an HTTP server sets no limit on how long a client may take to send a request"},
		report.Category{Name: oneshot, Severity: report.Note, Summary: "the same in a program that runs once and exits"},
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

// findings asks the engine for the calls and servers of the package that
// nothing bounds, and says which of them matter.
func (r *run) findings() []report.Finding {
	fs := append(r.clients(), r.unbounded()...)
	for _, x := range r.flow.ProcessCalls() {
		fs = r.add(fs, x, report.Finding{
			Category: unbounded,
			Range:    x.Command,
			Message:  x.Program + " may never end, and nothing ends it; use exec.CommandContext and a timeout",
		})
	}
	for _, x := range r.flow.DialCalls() {
		f := report.Finding{Category: dial, Message: report.ExprString(x.Call.Fun) + " has no time limit; use " + x.Instead}
		if x.Instead == "" {
			f.Message = report.ExprString(x.Call.Fun) + " has no time limit; give its dialer a timeout"
		}
		fs = r.add(fs, x, f)
	}
	for _, x := range r.flow.Servers() {
		if !exempt(x.Func) {
			fs = append(fs, r.server(x))
		}
	}
	return fs
}

// unbounded judges the calls on a context without a deadline. Of those in one
// function that have the context from the same place the first is told, as a
// timeout there mends all; and where the context starts in sight of a call, those
// that get it from there aren't told as well.
func (r *run) unbounded() []report.Finding {
	var fs []report.Finding
	type place struct {
		root *ast.CallExpr
		fn   *ast.FuncDecl // nil for all functions
	}
	told := map[place]bool{}
	calls := r.flow.UnboundedCalls()
	for _, far := range []bool{false, true} {
		for _, x := range calls {
			if x.Far != far || x.Func.Wraps != "" {
				continue // what only stands in for its variant that takes a context
			}
			again := false
			for _, root := range x.Roots {
				again = again || told[place{root, nil}] || told[place{root, x.Func.Decl}]
			}
			if again {
				continue
			}
			for _, root := range x.Roots {
				told[place{root, x.Func.Decl}] = true
				told[place{root, nil}] = told[place{root, nil}] || !far
			}
			fs = r.add(fs, x, report.Finding{
				Category: unbounded,
				Message:  report.ExprString(x.Call.Fun) + " may never end, as its context has no deadline; use context.WithTimeout",
			})
		}
	}
	return fs
}

// clients judges the requests of HTTP clients. A client is told about at its
// first call, as one line mends all.
func (r *run) clients() []report.Finding {
	var fs []report.Finding
	made := map[token.Pos]bool{}
	for _, x := range r.flow.ClientCalls() {
		if exempt(x.Func) || made[x.Made] {
			continue
		}
		made[x.Made] = x.Made.IsValid()
		f := report.Finding{Category: client, Message: sender(x.Call) + " has no timeout and its request no deadline; set one of them"}
		if x.Shared {
			f.Category = defaultClient
			f.Message = report.ExprString(x.Call.Fun) + " may wait for ever; use a client with a timeout, or a request with a deadline"
		}
		if x.Made.IsValid() && r.line(x.Made) != r.line(x.Call.Pos()) {
			f.Related = []analysis.RelatedInformation{{Pos: x.Made, Message: "the client is made here"}}
		}
		fs = r.add(fs, x, f)
	}
	return fs
}

// exempt reports whether a function's calls are nobody's problem: in tests and
// what supports them.
func exempt(f ctxflow.Func) bool { return f.Test }

// sender names the client of a call.
func sender(call *ast.CallExpr) string {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return report.ExprString(sel.X)
	}
	return report.ExprString(call.Fun)
}

// add completes a finding about a call, and adds it unless the call is exempt.
func (r *run) add(fs []report.Finding, x *ctxflow.EndlessCall, f report.Finding) []report.Finding {
	if exempt(x.Func) {
		return fs
	}
	if x.Once {
		f.Category = oneshot
	}
	if f.Range == nil {
		f.Range = x.Call
	}
	// Who says that the root is wrong, or the request, says it all.
	f.Yields = append(f.Yields, x.Call)
	if x.Command != nil {
		f.Yields = append(f.Yields, x.Command)
	}
	for _, root := range x.Roots {
		f.Yields = append(f.Yields, root)
	}
	if x.Far && len(x.Roots) > 0 {
		root := x.Roots[0]
		f.Related = append(f.Related, analysis.RelatedInformation{Pos: root.Pos(), End: root.End(), Message: "the context starts here"})
	}
	f.Excused = r.marks.Excuse(x.Func.Syntax(), x.Call.Pos())
	return append(fs, f)
}

// server judges a server.
func (r *run) server(x *ctxflow.Server) report.Finding {
	f := report.Finding{
		Category: server,
		Range:    x.Expr,
		Message:  report.ExprString(x.Call.Fun) + " sets clients no time limit; use a server with a ReadHeaderTimeout",
	}
	if x.Made {
		f.Message = report.ExprString(x.Expr) + " sets clients no time limit; give it a ReadHeaderTimeout"
		if x.Expr == ast.Expr(x.Call) {
			f.Message = sender(x.Call) + " sets clients no time limit; give it a ReadHeaderTimeout"
		} else {
			f.Related = []analysis.RelatedInformation{{Pos: x.Call.Pos(), End: x.Call.End(), Message: "it serves here"}}
		}
	}
	return f
}

func (r *run) line(pos token.Pos) int { return r.pass.Fset.Position(pos).Line }
