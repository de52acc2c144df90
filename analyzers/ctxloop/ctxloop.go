package ctxloop

import (
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
	"go/ast"
	"golang.org/x/tools/go/analysis"
)

// The categories of findings.
const (
	spin = "spin"
)

// Name is the analyzer's name.
const Name = "ctxloop"

// Analyzer is the check with flags of its own, for drivers that want a variable.
var Analyzer = New()

// New returns a fresh analyzer, whose flags nobody else can set.
func New() *analysis.Analyzer {
	check := report.NewCheck(Name,
		report.Category{Name: spin, Default: true, Severity: report.Error, Summary: "a loop whose select comes back to itself once the context is done, and keeps a processor busy", Fix: "leaves the loop, where a break was to do that"},
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
	return fs
}

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
