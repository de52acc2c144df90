package unit

import (
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
)

type someFact struct{}

func (*someFact) AFact() {}

// TestOnlyFacts has a check on an engine that makes facts, and of which each
// requires something else.
func TestOnlyFacts(t *testing.T) {
	made := func(name string, requires ...*analysis.Analyzer) *analysis.Analyzer {
		return &analysis.Analyzer{
			Name:       name,
			Doc:        name,
			Requires:   requires,
			ResultType: reflect.TypeFor[*string](),
			Run:        func(*analysis.Pass) (any, error) { return &name, nil },
		}
	}
	index, marks := made("index"), made("marks")
	engine := made("engine", index)
	engine.FactTypes = []analysis.Fact{new(someFact)}
	check := made("check", engine, marks)
	check.Flags.Bool("strict", false, "")
	onlyFacts([]*analysis.Analyzer{check})
	for a, want := range map[*analysis.Analyzer]string{index: "index", engine: "engine", marks: "", check: ""} {
		result, err := a.Run(nil)
		if got, ok := result.(*string); err != nil || !ok || *got != want {
			t.Errorf("%s: %v (%T), %v", a.Name, result, result, err)
		}
	}
	if check.Flags.Lookup("strict") == nil {
		t.Error("the check has lost its flag")
	}
}
