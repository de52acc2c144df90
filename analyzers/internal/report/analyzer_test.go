package report

import (
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
)

// shared is a result that answers one check at a time.
type shared struct {
	sync.Mutex
	asking atomic.Int32
}

// TestAlone runs two checks that ask the same result, as drivers do: at once.
func TestAlone(t *testing.T) {
	engine := &analysis.Analyzer{Name: "engine", ResultType: reflect.TypeFor[*shared]()}
	answers := new(shared)
	find := func(pass *analysis.Pass) []Finding {
		if answers.asking.Add(1) > 1 {
			t.Error("two checks ask at once")
		}
		time.Sleep(10 * time.Millisecond)
		answers.asking.Add(-1)
		return nil
	}
	var wg sync.WaitGroup
	for _, name := range []string{"one", "other"} {
		check := NewCheck(name)
		check.Analyzer("find nothing", find, engine)
		wg.Go(func() {
			_, err := check.collector.Run(&analysis.Pass{
				Analyzer: check.collector,
				ResultOf: map[*analysis.Analyzer]any{engine: answers, directives.Analyzer: (*directives.Set)(nil)},
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}
