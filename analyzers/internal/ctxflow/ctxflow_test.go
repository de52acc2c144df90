package ctxflow_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

// TestSummaries holds the exported summaries against the want comments, which
// also shows that what has nothing to say has no fact.
func TestSummaries(t *testing.T) {
	results := analysistest.Run(t, ctxtest.TestData(t), ctxflow.Analyzer, "ctxflow/...")
	ctxtest.Facts(t, results, 1536)
}

// values reports the context of every call that is given one.
var values = &analysis.Analyzer{
	Name:     "values",
	Doc:      "report every context that is passed, for tests",
	Requires: []*analysis.Analyzer{ctxflow.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		for _, c := range pass.ResultOf[ctxflow.Analyzer].(*ctxflow.Result).ContextCalls() {
			pass.Reportf(c.Expr.Pos(), "%s, %s", c.Value, c.Life)
		}
		return nil, nil
	},
}

// TestValues holds provenance, deadline and life against the want comments.
func TestValues(t *testing.T) {
	analysistest.Run(t, ctxtest.TestData(t), values, "ctxflowvalues")
}

// tasks reports how every task is waited for, and whether it ends.
var tasks = &analysis.Analyzer{
	Name:     "tasks",
	Doc:      "report every task, for tests",
	Requires: []*analysis.Analyzer{ctxflow.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		for _, t := range ctxflow.Of(pass).Tasks() {
			says := "alone"
			if t.Joined {
				says = "joined"
			}
			if t.Endless {
				says += " endless"
			}
			pass.Reportf(t.Start.Pos(), "%s", says)
		}
		return nil, nil
	},
}

// TestTasks holds what is known of tasks against the want comments.
func TestTasks(t *testing.T) {
	analysistest.Run(t, ctxtest.TestData(t), tasks, "ctxflowtasks")
}
