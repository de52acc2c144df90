package ctxgoroutine

import (
	"go/ast"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
	"golang.org/x/tools/go/analysis"
)

// The categories of findings.
const (
	errgroup   = "errgroup"
	outerCtx   = "outerctx"
	groupAfter = "groupafter"
	unshared   = "unshared"
	unstopped  = "unstopped"
	waitGroup  = "waitgroup"
)

// Name is the analyzer's name.
const Name = "ctxgoroutine"

// Analyzer is the check with flags of its own, for drivers that want a variable.
var Analyzer = New()

// New returns a fresh analyzer, whose flags nobody else can set.
func New() *analysis.Analyzer {
	check := report.NewCheck(Name,
		report.Category{Name: unshared, Default: true, Severity: report.Warning, Summary: "a goroutine that the caller's context can't end, and nothing else does"},
		report.Category{Name: unstopped, Severity: report.Note, Summary: "a goroutine that never ends, of an object that can be closed"},
		report.Category{Name: errgroup, Default: true, Severity: report.Error, Summary: "a group of tasks has no context of its own, so that no failure stops the other tasks", Fix: "gives the tasks the group's context"},
		report.Category{Name: outerCtx, Default: true, Severity: report.Warning, Summary: "a task of a group uses the outer context, so that another task's failure doesn't stop it", Fix: "uses the group's context"},
		report.Category{Name: groupAfter, Default: true, Severity: report.Error, Summary: "a group's context is used after Wait, which has ended it", Fix: "uses the outer context"},
		report.Category{Name: waitGroup, Severity: report.Note, Summary: "goroutines of which one's failure doesn't stop the others"},
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

func (r *run) findings() []report.Finding {
	var fs []report.Finding
	for _, g := range r.flow.Groups() {
		if g.Func.Test {
			continue
		}
		if f, ok := r.after(g); ok {
			fs = append(fs, f)
		}
		if f, ok := r.without(g); ok {
			fs = append(fs, f)
			continue
		}
		fs = append(fs, r.outer(g)...)
	}
	told := map[analysis.Range]bool{} // a loop may be started in several places
	for _, t := range r.flow.Tasks() {
		if f, ok := r.task(t); ok && !told[f.Range] {
			told[f.Range] = true
			fs = append(fs, f)
		}
	}
	for _, x := range r.flow.FanOuts() {
		if x.Func.AtHome(x.Source) || x.CleanUp {
			continue
		}
		fs = append(fs, report.Finding{
			Category: waitGroup,
			Range:    start(x.Start, x.Go),
			Message:  "a failure here doesn't stop the other goroutines that are waited for; use errgroup.WithContext",
			Excused:  r.marks.Excuse(x.Func.Syntax(), x.Start.Pos()),
		})
	}
	return fs
}

// after judges what becomes of the group's context when Wait has ended it. One
// finding is enough: its fix is one for all.
func (r *run) after(g *ctxflow.Group) (report.Finding, bool) {
	if len(g.After) == 0 {
		return report.Finding{}, false
	}
	u := g.After[0]
	name := report.ExprString(u.Expr)
	f := report.Finding{
		Category: groupAfter,
		Range:    u.Expr,
		Message:  name + " is done when " + g.Decl.Name + ".Wait returns; use the context that the group was made with",
		Related:  []analysis.RelatedInformation{{Pos: g.Wait.Pos(), End: g.Wait.End(), Message: "Wait ends " + name + " here"}},
		Fix:      r.fixAfter(g),
	}
	if u.Call != nil {
		f.Claims = []ast.Node{u.Call}
	}
	return f, true
}

// without judges a group that has no context, or whose context nobody uses.
func (r *run) without(g *ctxflow.Group) (report.Finding, bool) {
	if g.Made != nil && !g.Thrown || !g.Fails || len(g.Outer) == 0 {
		return report.Finding{}, false
	}
	f := report.Finding{Category: errgroup, Range: g.Decl, Fix: r.fixWithout(g)}
	name := g.Decl.Name
	if g.Made != nil {
		f.Range = g.Made
		f.Message = "the context of " + name + " is thrown away, so that a failure doesn't stop the other tasks; use it in them"
		return f, true
	}
	// A group without a context may be meant, as a way to wait for all.
	if !g.Several || !g.Heeded || g.Collect || g.CleanUp || g.Source == nil || !g.Source.FromCaller() || !waits(g.Outer) {
		return report.Finding{}, false
	}
	f.Message = name + " can't end " + g.Source.Label + " for its tasks when one of them fails; use " + g.Maker
	return f, true
}

// waits reports whether one of the uses may wait for something else than the
// caller to leave.
func waits(us []ctxflow.GroupUse) bool {
	for _, u := range us {
		if u.Waits && !u.Done {
			return true
		}
	}
	return false
}

// outer judges the contexts that the tasks of a group use in place of its own.
func (r *run) outer(g *ctxflow.Group) []report.Finding {
	if g.Ctx == nil || !g.Several || !g.Fails {
		return nil
	}
	var fs []report.Finding
	for _, u := range g.Outer {
		f := report.Finding{
			Category: outerCtx,
			Range:    u.Expr,
			Message:  report.ExprString(u.Expr) + " goes on when another task of " + g.Decl.Name + " fails; use " + g.Ctx.Name(),
			Fix:      r.fixOuter(g, u),
		}
		if u.Call != nil {
			f.Claims = []ast.Node{u.Call}
		}
		fs = append(fs, f)
	}
	return fs
}
