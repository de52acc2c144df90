package ctxignored_test

import (
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxignored"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestDocExamples(t *testing.T) { ctxtest.DocExamples(t, ctxignored.New()) }
