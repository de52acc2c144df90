package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers"
	"github.com/ctxchain/ctxchain/plugin/internal/parity"
)

// TestCopied lints the shop with the very file that users copy, and wants what
// go vet finds in it.
func TestCopied(t *testing.T) {
	repository, tool := vetTool(t)
	l := golangci(t)
	shop := parity.Corpora(repository)[0]
	all, err := shop.VetJSON(tool)
	if err != nil {
		t.Fatal(err)
	}
	found, err := l.findings(shop, 1, "-c", l.docs(".golangci.yml"))
	if err != nil {
		t.Fatal(err)
	}
	sameFindings(t, found, parity.OnePerLine(all))
}

// TestStrict does the same with all categories, in all the code that the other
// drivers are compared on; internal/parity has those. Golangci-lint drops what a
// comment //nolint answers, by rules of its own, and knows no names of checks
// there.
func TestStrict(t *testing.T) {
	repository, tool := vetTool(t)
	l := golangci(t)
	config := l.config(t, "preset: default", "preset: strict")
	honor, ignore := []string{"-preset=strict"}, []string{"-preset=strict"}
	seen := make(map[string]bool)
	for _, c := range analyzers.Categories() {
		if !seen[c.Check] {
			seen[c.Check] = true
			ignore = append(ignore, "-"+c.Check+".nolint=false")
		}
	}
	for _, c := range parity.Corpora(repository) {
		t.Run(c.Name, func(t *testing.T) {
			honored, err := c.VetJSON(tool, honor...)
			if err != nil {
				t.Fatal(err)
			}
			all, err := c.VetJSON(tool, ignore...)
			if err != nil {
				t.Fatal(err)
			}
			found, err := l.findings(c, 1, "-c", config)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range all {
				if !contains(honored, f) && !contains(found, f) {
					found = append(found, lowered(f)) // answered by //nolint:ctxchain or a bare //nolint
				}
			}
			sameFindings(t, found, parity.OnePerLine(all))
		})
	}
}

// contains reports whether there is a finding at the place of another.
func contains(found []parity.Finding, f parity.Finding) bool {
	for _, x := range found {
		if x.File == f.File && x.Line == f.Line && x.Col == f.Col {
			return true
		}
	}
	return false
}

// lowered makes a finding look like one of the plugin's.
func lowered(f parity.Finding) parity.Finding {
	f.Message += " (" + f.Category + " in answered)"
	f.Category, f.Edits = "", nil
	return f
}

// sameFindings compares what golangci-lint shows with all that there is, less
// what it can't show: related places, and fixes that can't be applied together.
func sameFindings(t *testing.T, found, all []parity.Finding) {
	t.Helper()
	found, err := parity.Raised(found)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Error("golangci-lint finds nothing")
	}
	lost := func(f *parity.Finding) { f.Related, f.Edits = nil, nil }
	if diff := parity.Diff(parity.Without(found, lost), parity.Without(all, lost)); diff != "" {
		t.Error(diff)
	}
}

// TestSameText makes the same mistake six times over, of which golangci-lint
// would show three if the messages were the same.
func TestSameText(t *testing.T) {
	l := golangci(t)
	shop := parity.Shop(t.TempDir())
	const text = `package p

import "context"

type T[K any] struct{}

func call(ctx context.Context) { <-ctx.Done() }

func one(ctx context.Context) {
	call(context.Background())
	call(context.Background())
}

func (*T[K]) one(ctx context.Context) { call(context.Background()) }
`
	for name, text := range map[string]string{"go.mod": "module example.com/m/v2\n\ngo 1.26.0\n", "a/a.go": text, "b/a.go": text} {
		file := filepath.Join(shop.Dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	found, err := l.findings(shop, 1, "-c", l.docs(".golangci.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range parity.Without(found, parity.Nothing) {
		_, end, _ := strings.Cut(f.Message, "use ctx ")
		got = append(got, end)
	}
	want := []string{
		"(ctxroot/inscope in m/v2/a.one)", "(ctxroot/inscope in m/v2/a.one #2)", "(ctxroot/inscope in m/v2/a.T.one)",
		"(ctxroot/inscope in m/v2/b.one)", "(ctxroot/inscope in m/v2/b.one #2)", "(ctxroot/inscope in m/v2/b.T.one)",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("golangci-lint shows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestBadSettings misspells settings of the file that users copy.
func TestBadSettings(t *testing.T) {
	repository, _ := vetTool(t)
	l := golangci(t)
	shop := parity.Corpora(repository)[0]
	for _, test := range []struct{ old, new, want string }{
		{"preset: default", "presett: default", "unknown setting presett; known are "},
		{"preset: default", "preset: lax", `setting preset: preset is "lax"; allowed are default and strict`},
		{"disable: []", "disable: [ctxroot/helpr]", `setting disable: unknown check or category "ctxroot/helpr"`},
		{"disable: []", "ctxroot: {helpr: false}", "unknown setting ctxroot.helpr; known are ctxroot."},
	} {
		_, stderr, err := l.run(shop, 3, "-c", l.config(t, test.old, test.new), "./...")
		if err != nil {
			t.Error(err)
		} else if !strings.Contains(string(stderr), test.want) {
			t.Errorf("%s: stderr is\n%s, want %s in it", test.new, stderr, test.want)
		}
	}
}
