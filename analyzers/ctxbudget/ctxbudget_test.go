package ctxbudget_test

import (
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxbudget"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestCases(t *testing.T) {
	a := ctxbudget.New()
	results := ctxtest.Run(t, a)
	ctxtest.Covers(t, a, results)
	ctxtest.Facts(t, results, 1024)
}

// TestStrict has the categories that are off by default.
func TestStrict(t *testing.T) {
	a := ctxbudget.New()
	if err := a.Flags.Set("preset", "strict"); err != nil {
		t.Fatal(err)
	}
	ctxtest.Run(t, a, "ctxbudgetstrict/...")
}
