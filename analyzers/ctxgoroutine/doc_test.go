package ctxgoroutine_test

import (
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxgoroutine"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestDocExamples(t *testing.T) { ctxtest.DocExamples(t, ctxgoroutine.New()) }
