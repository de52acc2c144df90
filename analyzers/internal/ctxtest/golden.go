package ctxtest

import (
	"flag"
	"fmt"
	"go/format"
	"os"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

// update makes Run write the golden files first; read the change before it is
// committed.
var update = flag.Bool("update", false, "write the golden files of suggested fixes anew")

// writeGoldens writes, beside each file that the analyzer has fixes for, what
// the file looks like with all of them.
func writeGoldens(t *testing.T, dir string, a *analysis.Analyzer, patterns []string) {
	t.Helper()
	var edits []analysis.TextEdit
	results := analysistest.Run(silent{}, dir, a, patterns...)
	for _, r := range results {
		for _, d := range r.Action.Diagnostics {
			for _, fix := range d.SuggestedFixes {
				edits = append(edits, fix.TextEdits...)
			}
		}
	}
	if len(edits) == 0 {
		return
	}
	files, err := edited(results[0].Action.Package.Fset, edits)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		text, err := format.Source(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := os.WriteFile(name+".golden", text, 0o644); err != nil {
			t.Fatal(fmt.Errorf("writing golden: %w", err))
		}
	}
}

// silent leaves the errors of a run that only collects fixes to the run that follows.
type silent struct{}

func (silent) Errorf(string, ...any) {}
