// Package ctxmap defines an analyzer that tells a driver who calls whom, so
// that it can join packages and show the way of a request. It finds nothing
// wrong, and is silent unless its flag emit is set: then it reports, for each
// package that has to do with contexts, one diagnostic whose message is a [Map]
// in JSON. It stands at a package clause, which tells the package's directory.
package ctxmap

import (
	"encoding/json"
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
)

const (
	// Name is the analyzer's name.
	Name = "ctxmap"
	// Category is that of its diagnostics.
	Category = Name + "/calls"
	// EmitFlag is the name of its flag.
	EmitFlag = "emit"
)

// A Map tells who calls whom in a package.
type Map = ctxflow.CallMap

// What a Map is made of.
type (
	Func  = ctxflow.MapFunc
	Call  = ctxflow.MapCall
	Entry = ctxflow.MapEntry
)

// New returns a fresh analyzer.
func New() *analysis.Analyzer {
	emit := false
	a := &analysis.Analyzer{
		Name:     Name,
		Doc:      "describe calls for a driver that shows the way of requests through packages",
		URL:      "https://github.com/ctxchain/ctxchain/blob/main/docs/developing.md",
		Requires: []*analysis.Analyzer{ctxflow.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			if !emit {
				return nil, nil
			}
			m := calls(ctxflow.Of(pass))
			home := home(pass)
			if m == nil || !home.IsValid() {
				return nil, nil
			}
			text, err := json.Marshal(m)
			if err != nil {
				return nil, err
			}
			pass.Report(analysis.Diagnostic{Pos: home, Category: Category, Message: string(text)})
			return nil, nil
		},
	}
	a.Flags.BoolVar(&emit, EmitFlag, false, "report a description of the package's calls")
	return a
}

// home returns the package clause of a file that is the package's own: what cgo
// adds lies elsewhere.
func home(pass *analysis.Pass) token.Pos {
	for _, f := range pass.Files {
		if name := filepath.Base(pass.Fset.Position(f.Package).Filename); !strings.HasPrefix(name, "_cgo_") {
			return f.Package
		}
	}
	return token.NoPos
}

// calls asks the engine while no check does.
func calls(flow *ctxflow.Result) *Map {
	flow.Lock()
	defer flow.Unlock()
	return flow.CallMap()
}
