package ctxgoroutine

import (
	"go/ast"
	"go/token"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
	"golang.org/x/tools/go/analysis"
)

// task judges what a go statement or a spawner starts.
func (r *run) task(t *ctxflow.Task) (report.Finding, bool) {
	if t.Func.AtHome(t.Source) {
		return report.Finding{}, false
	}
	f := report.Finding{Category: unshared, Range: start(t.Start, t.Go)}
	name := r.name(t)
	shared := t.Source != nil && t.Source.FromCaller()
	switch {
	case t.Endless && shared && !t.Built:
		f.Message = name + " never ends, and " + t.Source.Label + " can't end it; look at " + t.Source.Label + ".Done() in its loop"
	case t.Endless && t.Owner != nil && t.Loop != nil:
		f.Category = unstopped
		f.Range = header(t.Loop)
		f.Message = "nothing ends this loop, and " + t.Owner.Obj().Name() + "." + t.Ender + " leaves its goroutine behind; end it there"
		f.Related = []analysis.RelatedInformation{{Pos: t.Start.Pos(), End: t.Start.End(), Message: "the goroutine starts here"}}
	case t.Lost != "" && t.Failed:
		f.Message = name + " sends on " + t.Lost + " for ever when the tasks that receive from it have failed; select on Done too"
	case t.Lost != "" && t.Given && shared:
		f.Message = name + " sends on " + t.Lost + " for ever when its receiver leaves with " + t.Source.Label + "; select on " + t.Source.Done() + " too"
	case t.Lost != "" && t.Given:
		return f, false
	case t.Lost != "" && shared:
		f.Message = name + " sends on " + t.Lost + " for ever when nobody receives any more; give " + t.Lost + " room for a value"
	default:
		return f, false
	}
	about := loops(t)
	if t.Go.IsValid() {
		about = append(about, statement{t.Go, t.Start.End()})
	}
	f.Claims, f.Yields = about, about
	f.Excused = r.marks.Excuse(t.Func.Syntax(), t.Start.Pos(), f.Range.Pos())
	return f, true
}

// start returns what a finding about a go statement or a spawner's call points
// at: all of it but the body of a literal.
func start(call *ast.CallExpr, goStmt token.Pos) analysis.Range {
	from, to := call.Pos(), call.End()
	if goStmt.IsValid() {
		from = goStmt
	}
	for _, x := range append([]ast.Expr{call.Fun}, call.Args...) {
		if lit, ok := ast.Unparen(x).(*ast.FuncLit); ok {
			return statement{from, lit.Body.Pos()}
		}
	}
	return statement{from, to}
}

// name returns how to speak of what is started.
func (r *run) name(t *ctxflow.Task) string {
	if _, ok := ast.Unparen(t.Fun).(*ast.FuncLit); ok {
		return "this goroutine"
	}
	return report.ExprString(t.Fun)
}

// loops returns the loops of the task's body.
func loops(t *ctxflow.Task) []ast.Node {
	var all []ast.Node
	if t.Body == nil {
		return nil
	}
	ast.Inspect(t.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			all = append(all, n)
		}
		return true
	})
	return all
}

// header returns the first line of a loop.
func header(loop ast.Node) analysis.Range {
	switch loop := loop.(type) {
	case *ast.ForStmt:
		return statement{loop.Pos(), loop.Body.Pos()}
	case *ast.RangeStmt:
		return statement{loop.Pos(), loop.Body.Pos()}
	}
	return loop
}

// A statement is a stretch of the source.
type statement struct{ from, to token.Pos }

func (s statement) Pos() token.Pos { return s.from }
func (s statement) End() token.Pos { return s.to }
