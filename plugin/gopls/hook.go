// Package gopls adds the checks to a gopls that imports it.
//
// Gopls has no plugins, but it takes its analyzers from a list that others can
// extend before it looks: packages are initialized in the order of their import
// paths, dependencies first, and this one's comes before gopls'. The program
// that does so is made by ctxchain gopls.
package gopls

import (
	"golang.org/x/tools/go/analysis/suite/vet"

	"github.com/ctxchain/ctxchain/analyzers"
)

func init() { vet.Suite = append(vet.Suite, analyzers.New()...) }
