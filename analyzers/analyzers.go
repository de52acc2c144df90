// Package analyzers lists ctxchain's checks.
package analyzers

import (
	"github.com/ctxchain/ctxchain/analyzers/ctxroot"
	"golang.org/x/tools/go/analysis"
)

// New returns a fresh set of the checks, in order. Each set has flags of its own.
func New() []*analysis.Analyzer { return []*analysis.Analyzer{ctxroot.New()} }
