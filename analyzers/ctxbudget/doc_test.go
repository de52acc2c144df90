package ctxbudget_test

import (
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxbudget"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestDocExamples(t *testing.T) { ctxtest.DocExamples(t, ctxbudget.New()) }
