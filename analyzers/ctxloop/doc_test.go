package ctxloop_test

import (
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxloop"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestDocExamples(t *testing.T) { ctxtest.DocExamples(t, ctxloop.New()) }
