package ctxwait_test

import (
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxwait"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestCases(t *testing.T) {
	a := ctxwait.New()
	results := ctxtest.Run(t, a)
	ctxtest.Covers(t, a, results)
	ctxtest.Facts(t, results, 4096)
}
