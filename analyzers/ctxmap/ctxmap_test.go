package ctxmap_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ctxchain/ctxchain/analyzers/ctxmap"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

// readable reports what a map says about each function at the function itself,
// and the rest at the package clause.
var readable = &analysis.Analyzer{
	Name:     "readable",
	Doc:      "report the map of calls, for tests",
	Requires: []*analysis.Analyzer{ctxflow.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		m := ctxflow.Of(pass).CallMap()
		name := func(i int) string { return strings.NewReplacer("(", "", "*", "", ")", "").Replace(m.Names[i]) }
		entries := map[int][]string{}
		local := map[int]bool{}
		for _, f := range m.Funcs {
			local[f.Name] = true
		}
		for _, e := range m.Entries {
			text := e.Name
			if text == "" {
				text = "handler"
			}
			entries[e.Func] = append(entries[e.Func], text)
			if strings.HasPrefix(text, "rpc") {
				pass.Reportf(pass.Files[0].Package, "entry %s = %s", text, name(e.Func))
			}
		}
		for _, p := range m.Impls {
			if abstract := name(p[0]); strings.HasSuffix(abstract, "Loader.Load") {
				pass.Reportf(pass.Files[0].Package, "impl %s = %s", abstract, name(p[1]))
			}
		}
		for _, f := range m.Funcs {
			if f.Line == 0 {
				continue // init
			}
			var calls []string
			for _, c := range f.Calls {
				call := fmt.Sprintf("%s@%d", name(c.To), c.Line)
				if c.Out != "" {
					call = name(c.To) + " out:" + c.Out
				}
				calls = append(calls, call)
			}
			text := name(f.Name)
			if routes := entries[f.Name]; routes != nil {
				routes = slices.DeleteFunc(routes, func(s string) bool { return s == "handler" && len(routes) > 1 })
				text += fmt.Sprintf(" [%s]", strings.Join(routes, ", "))
			}
			text = fmt.Sprintf("%s: %d loops; %s", text, len(f.Loops), strings.Join(calls, " "))
			pass.Reportf(lineStart(pass, f), "%s", strings.TrimSpace(text))
		}
		return nil, nil
	},
}

// lineStart returns the position of a function of a map.
func lineStart(pass *analysis.Pass, f ctxflow.MapFunc) token.Pos {
	for _, file := range pass.Files {
		tf := pass.Fset.File(file.FileStart)
		if strings.HasSuffix(tf.Name(), "/"+f.File) {
			return tf.LineStart(f.Line)
		}
	}
	return token.NoPos
}

// TestMap holds the maps of two packages against the want comments.
func TestMap(t *testing.T) {
	analysistest.Run(t, ctxtest.TestData(t), readable, "ctxmap/store", "ctxmap")
}

// TestEmit makes sure that the analyzer is silent unless told, and then reports
// the same map, once, at a package clause.
func TestEmit(t *testing.T) {
	a := ctxmap.New()
	for _, on := range []bool{false, true} {
		if err := a.Flags.Set(ctxmap.EmitFlag, fmt.Sprint(on)); err != nil {
			t.Fatal(err)
		}
		results := analysistest.Run(nowants{t}, ctxtest.TestData(t), a, "ctxmap/store")
		var diagnostics []analysis.Diagnostic
		for _, r := range results {
			diagnostics = append(diagnostics, r.Diagnostics...)
		}
		if !on {
			if len(diagnostics) > 0 {
				t.Errorf("silent, it reports %v", diagnostics)
			}
			continue
		}
		if len(diagnostics) != 1 || diagnostics[0].Category != ctxmap.Category {
			t.Fatalf("%d diagnostics, want one of category %s", len(diagnostics), ctxmap.Category)
		}
		var m ctxmap.Map
		if err := json.Unmarshal([]byte(diagnostics[0].Message), &m); err != nil {
			t.Fatal(err)
		}
		if len(m.Funcs) != 3 {
			t.Errorf("map has %d functions, want 3", len(m.Funcs))
		}
		home := func(f *ast.File) bool { return f.Package == diagnostics[0].Pos }
		if !slices.ContainsFunc(results[0].Action.Package.Syntax, home) {
			t.Error("the diagnostic isn't at a package clause")
		}
	}
}

// nowants takes the complaints about want comments that are meant for another
// analyzer.
type nowants struct{ t *testing.T }

func (nowants) Errorf(string, ...any) {}
