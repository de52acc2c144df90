package ctxflow_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

// TestSummaries holds the exported summaries against the want comments, which
// also shows that what has nothing to say has no fact.
func TestSummaries(t *testing.T) {
	results := analysistest.Run(t, ctxtest.TestData(t), ctxflow.Analyzer, "ctxflow/...")
	ctxtest.Facts(t, results, 4096)
}
