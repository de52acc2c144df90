package ctxhover_test

import (
	"encoding/json"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ctxchain/ctxchain/analyzers/ctxhover"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
)

// readable reports what the analyzer tells at the places that it tells of.
var readable = &analysis.Analyzer{
	Name:     "readable",
	Doc:      "report what is told of contexts, for tests",
	Requires: []*analysis.Analyzer{ctxflow.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		a := ctxhover.New()
		if err := a.Flags.Set(ctxhover.EmitFlag, "true"); err != nil {
			return nil, err
		}
		files := make(map[string]ctxhover.File)
		inner := *pass
		inner.Analyzer = a
		inner.Report = func(d analysis.Diagnostic) {
			var f ctxhover.File
			if err := json.Unmarshal([]byte(d.Message), &f); err != nil {
				panic(err)
			}
			files[pass.Fset.Position(d.Pos).Filename] = f
		}
		if _, err := a.Run(&inner); err != nil {
			return nil, err
		}
		for _, f := range pass.Files {
			tf := pass.Fset.File(f.FileStart)
			src, err := pass.ReadFile(tf.Name())
			if err != nil {
				return nil, err
			}
			for _, c := range files[tf.Name()].Contexts {
				pass.Reportf(tf.Pos(c.Start), "%s: %s", src[c.Start:c.End], c.Text)
			}
			for _, c := range files[tf.Name()].Calls {
				pass.Reportf(tf.Pos(c.End), "deadline: %s", c.Limit)
			}
		}
		return nil, nil
	},
}

// TestTold holds what is told of contexts against the want comments.
func TestTold(t *testing.T) {
	analysistest.Run(t, ctxtest.TestData(t), readable, "ctxhover")
}

// TestSilent runs the analyzer as checks are run, without its flag.
func TestSilent(t *testing.T) {
	for _, r := range analysistest.Run(nothing{t}, ctxtest.TestData(t), ctxhover.New(), "ctxhover") {
		if len(r.Diagnostics) > 0 {
			t.Errorf("diagnostics without the flag: %v", r.Diagnostics)
		}
	}
}

// nothing takes the complaints of analysistest that what is wanted isn't there.
type nothing struct{ *testing.T }

func (nothing) Errorf(string, ...any) {}
