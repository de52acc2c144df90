package ctxdeadline_test

import (
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxdeadline"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestDocExamples(t *testing.T) { ctxtest.DocExamples(t, ctxdeadline.New()) }
