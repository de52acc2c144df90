package analyzers_test

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest/drive"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
)

// enabled returns the IDs of the umbrella's categories that are on.
func enabled(a *analysis.Analyzer) []string {
	var on []string
	for _, req := range a.Requires {
		check := report.Of(req)
		for _, c := range check.Categories() {
			if check.Enabled(c.Name) {
				on = append(on, c.ID())
			}
		}
	}
	return on
}

// TestUmbrellaFlags sets flags in several orders, as nogo does, and wants the
// same categories to be on.
func TestUmbrellaFlags(t *testing.T) {
	only := func(f func(analyzers.Category) bool) []string {
		var ids []string
		for _, c := range analyzers.Categories() {
			if f(c) {
				ids = append(ids, c.ID())
			}
		}
		return ids
	}
	tests := []struct {
		flags map[string]string
		want  func(analyzers.Category) bool
	}{
		{nil, func(c analyzers.Category) bool { return c.Default }},
		{map[string]string{"preset": "strict"}, func(c analyzers.Category) bool { return true }},
		{map[string]string{"enable": "ctxroot/call"}, func(c analyzers.Category) bool { return c.Default || c.ID() == "ctxroot/call" }},
		{map[string]string{"enable": "ctxroot"}, func(c analyzers.Category) bool { return c.Default || c.Check == "ctxroot" }},
		{
			map[string]string{"disable": "ctxroot, ctxchain", "enable": "ctxroot/helper"},
			func(c analyzers.Category) bool {
				return c.ID() == "ctxroot/helper" || c.Default && c.Check != "ctxroot" && c.Check != "ctxchain"
			},
		},
		{
			map[string]string{"preset": "strict", "disable": "ctxroot\nctxroot/call", "ctxroot.call": "true"},
			func(c analyzers.Category) bool { return c.ID() == "ctxroot/call" || c.Check != "ctxroot" },
		},
		{
			map[string]string{"preset": "strict", "ctxroot.preset": "default"},
			func(c analyzers.Category) bool { return c.Default || c.Check != "ctxroot" },
		},
		{
			map[string]string{"disable": "ctxroot/helper", "ctxroot.helper": ""},
			func(c analyzers.Category) bool { return c.Default && c.ID() != "ctxroot/helper" },
		},
	}
	for _, test := range tests {
		names := slices.Sorted(maps.Keys(test.flags))
		for range 2 {
			a := analyzers.Umbrella()
			for _, name := range names {
				if err := a.Flags.Set(name, test.flags[name]); err != nil {
					t.Fatal(err)
				}
			}
			if got, want := enabled(a), only(test.want); !slices.Equal(got, want) {
				t.Errorf("%v, set in the order %v:\n%v are on, want\n%v", test.flags, names, got, want)
			}
			slices.Reverse(names)
		}
	}
}

func TestUmbrellaFlagErrors(t *testing.T) {
	for _, test := range []struct{ name, value, want string }{
		{"enable", "ctxrot", `unknown check or category "ctxrot"`},
		{"disable", "ctxroot/helpr", `unknown check or category "ctxroot/helpr"`},
		{"preset", "lax", `preset is "lax"`},
		{"ctxroot.helper", "perhaps", `ctxroot.helper is "perhaps"`},
		{"api", "slep example.com/a.F", "slep example.com/a.F"},
	} {
		err := analyzers.Umbrella().Flags.Set(test.name, test.value)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s=%s: error %v, want %s", test.name, test.value, err, test.want)
		}
	}
	a := analyzers.Umbrella()
	if err := a.Flags.Set("enable", "ctxroot"); err != nil {
		t.Fatal(err)
	}
	if err := a.Flags.Set("disable", "ctxroot"); err == nil || err.Error() != "ctxroot is both enabled and disabled" {
		t.Errorf("error %v for a check that is on and off", err)
	}
}

// TestUmbrellaFixes applies all fixes of a package at once, as golangci-lint and
// nogo do, which don't tidy up after them.
func TestUmbrellaFixes(t *testing.T) {
	tests := []struct {
		name, source string
		fixes        int
	}{
		{"one use", `package p
import (
	"context"
	"net/http"
)
func a(w http.ResponseWriter, r *http.Request) { use(context.Background()) }
`, 1},
		{"two uses, of which one has to stay", `package p
import (
	"context"
	"net/http"
)
func a(w http.ResponseWriter, r *http.Request) { use(context.Background()) }
func b(w http.ResponseWriter, r *http.Request) { use(context.TODO()) }
`, 1},
		{"two uses and another one", `package p
import (
	"context"
	"net/http"
)
func a(w http.ResponseWriter, r *http.Request) { use(context.Background()) }
func b(w http.ResponseWriter, r *http.Request) { use(context.TODO()) }
var _ context.Context
`, 2},
		{"the new text uses it", `package p
import (
	"context"
	"net/http"
)
func a(w http.ResponseWriter, r *http.Request) { use(context.Background()) }
func b(w http.ResponseWriter, r *http.Request) { go use(context.TODO()) }
`, 2},
	}
	const rest = `package p
import (
	"context"
	"net/http"
)
func use(ctx context.Context) {
	req, _ := http.NewRequestWithContext(ctx, "GET", "http://localhost", nil)
	http.DefaultClient.Do(req)
}
`
	lib, err := drive.NewLibrary(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := fmt.Sprintf("example.com/p%d", i)
			sources := []drive.Source{{Name: path + "/a.go", Text: []byte(test.source)}, {Name: path + "/rest.go", Text: []byte(rest)}}
			pkg, faults := lib.Check(path, sources)
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			edits := umbrellaEdits(t, pkg)
			if len(edits) != test.fixes {
				t.Errorf("%d fixes, want %d", len(edits), test.fixes)
			}
			sources[0].Text = drive.Edited(pkg.Fset, sources[0].Text, slices.Concat(edits...))
			if _, faults := lib.Check(path, sources); len(faults) > 0 {
				t.Errorf("%v in\n%s", faults, sources[0].Text)
			}
		})
	}
}

// umbrellaEdits returns the edits of each fix for the package's first file.
func umbrellaEdits(t *testing.T, pkg *drive.Package) [][]analysis.TextEdit {
	t.Helper()
	a := analyzers.Umbrella()
	d, err := drive.New(a)
	if err != nil {
		t.Fatal(err)
	}
	out, err := d.Run(pkg)
	if err != nil {
		t.Fatal(err)
	}
	inFile := func(f *ast.File, d analysis.Diagnostic) bool { return f.FileStart <= d.Pos && d.Pos < f.FileEnd }
	var edits [][]analysis.TextEdit
	for _, d := range out.Diagnostics {
		if d.Analyzer == a && inFile(pkg.Files[0], d.Diagnostic) && len(d.SuggestedFixes) > 0 {
			edits = append(edits, d.SuggestedFixes[0].TextEdits)
		}
	}
	return edits
}
