package analyzers_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/ctxchain/ctxchain/analyzers"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest/drive"
)

// broken is a module with packages that don't compile, of which one doesn't parse.
const broken = `
-- go.mod --
module example.com/broken

go 1.26
-- types/types.go --
package types

import "context"

func F(ctx context.Context, f func(context.Context)) { f(context.Background()); nosuch(ctx, context.TODO() }
-- undefined/undefined.go --
package undefined

import "context"

func F(ctx context.Context, f func(context.Context)) { f(context.Background()); nosuch(ctx, context.TODO()) }
-- above/above.go --
package above

import (
	"context"

	"example.com/broken/undefined"
)

func F(ctx context.Context) { undefined.F(context.Background(), nil) }
`

// TestBroken shows that no check runs on what doesn't compile.
func TestBroken(t *testing.T) {
	dir := unpack(t, broken)
	for _, a := range everything(analyzers.New()) {
		if a.RunDespiteErrors {
			t.Errorf("%s runs on packages with errors", a.Name)
		}
	}
	pkgs, err := packages.Load(&packages.Config{Mode: drive.AllMode, Dir: dir, Env: environment()}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := checker.Analyze(analyzers.New(), pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(graph.Roots) != 3*len(analyzers.New()) {
		t.Errorf("%d actions", len(graph.Roots))
	}
	for _, act := range graph.Roots {
		if act.Err == nil || strings.Contains(act.Err.Error(), "internal error") || len(act.Diagnostics) > 0 {
			t.Errorf("%v: error is %v, with %d findings", act, act.Err, len(act.Diagnostics))
		}
	}

	cmd := exec.Command("go", "vet", "-vettool="+buildCommand(t), "./...")
	cmd.Dir, cmd.Env = dir, environment()
	out, err := cmd.CombinedOutput()
	if err == nil || !bytes.Contains(out, []byte("undefined: nosuch")) {
		t.Errorf("go vet says %v and\n%s", err, out)
	}
	for _, bad := range []string{"panic", "goroutine ", "internal error", "drops the deadline"} {
		if bytes.Contains(out, []byte(bad)) {
			t.Errorf("go vet says %q:\n%s", bad, out)
		}
	}
}

// everything returns analyzers and what they require.
func everything(as []*analysis.Analyzer) []*analysis.Analyzer {
	var all []*analysis.Analyzer
	for _, a := range as {
		all = append(append(all, a), everything(a.Requires)...)
	}
	return all
}
