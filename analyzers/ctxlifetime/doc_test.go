package ctxlifetime_test

import (
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxlifetime"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

func TestDocExamples(t *testing.T) { ctxtest.DocExamples(t, ctxlifetime.New()) }
