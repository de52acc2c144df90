package ctxdeadline_test

import (
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxdeadline"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestCases(t *testing.T) {
	a := ctxdeadline.New()
	results := ctxtest.Run(t, a)
	ctxtest.Covers(t, a, results)
	ctxtest.Facts(t, results, 1024)
}
