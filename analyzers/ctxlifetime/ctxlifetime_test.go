package ctxlifetime_test

import (
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxlifetime"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestCases(t *testing.T) {
	a := ctxlifetime.New()
	results := ctxtest.Run(t, a)
	ctxtest.Covers(t, a, results)
	ctxtest.Facts(t, results, 8192)
}
