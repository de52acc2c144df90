package ctxroot_test

import (
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxroot"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestCases(t *testing.T) {
	results := ctxtest.Run(t, ctxroot.New())
	ctxtest.Covers(t, ctxroot.New(), results)
	ctxtest.Facts(t, results, 8192)
}
