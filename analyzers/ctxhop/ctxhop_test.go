package ctxhop_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers"
	"github.com/ctxchain/ctxchain/analyzers/ctxhop"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestCases(t *testing.T) {
	a := ctxhop.New()
	results := ctxtest.Run(t, a)
	ctxtest.Covers(t, a, results)
	ctxtest.Facts(t, results, 1152)
}

// TestOwnHeader has a header of the user's own.
func TestOwnHeader(t *testing.T) { ctxtest.Run(t, withHeader(t), "ctxhopown/...") }

func TestDocExamples(t *testing.T) { ctxtest.DocExamples(t, withHeader(t)) }

// withHeader returns the check with all categories, and a header that is configured.
func withHeader(t *testing.T) *analysis.Analyzer {
	t.Helper()
	a := ctxhop.New()
	ctxflow.Equip(a)
	if err := analyzers.SetRows([]*analysis.Analyzer{a}, "timeout-header X-Left-Ms"); err != nil {
		t.Fatal(err)
	}
	if err := a.Flags.Set("preset", "strict"); err != nil {
		t.Fatal(err)
	}
	return a
}
