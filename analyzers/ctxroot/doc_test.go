package ctxroot_test

import (
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxroot"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestDocExamples(t *testing.T) { ctxtest.DocExamples(t, ctxroot.New()) }
