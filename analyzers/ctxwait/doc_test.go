package ctxwait_test

import (
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxwait"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestDocExamples(t *testing.T) { ctxtest.DocExamples(t, ctxwait.New()) }
