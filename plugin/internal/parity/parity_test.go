package parity_test

import (
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers"
	"github.com/ctxchain/ctxchain/analyzers/nogo"
	"github.com/ctxchain/ctxchain/plugin"
	"github.com/ctxchain/ctxchain/plugin/internal/parity"
)

// TestDrivers holds the drivers to each other, with all categories on. Go vet's
// JSON has all that a check says. What each of the others is known to lose, and
// that it loses nothing else, is stated here; plugin/e2e goes on with a real
// golangci-lint.
func TestDrivers(t *testing.T) {
	repository, err := parity.Repository()
	if err != nil {
		t.Fatal(err)
	}
	tool, err := parity.BuildTool(repository, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range parity.Corpora(repository) {
		t.Run(c.Name, func(t *testing.T) {
			all, err := c.VetJSON(tool, "-preset=strict")
			if err != nil {
				t.Fatal(err)
			}
			if want := 10; len(all) < want {
				t.Fatalf("go vet -json has %d findings, want %d or more:\n%v", len(all), want, all)
			}
			t.Run("vet", func(t *testing.T) {
				got, err := c.VetText(tool, "-preset=strict")
				same(t, got, err, all, func(f *parity.Finding) { f.Category, f.Edits = "", nil })
			})
			t.Run("command", func(t *testing.T) {
				got, err := c.Command(tool, "-preset=strict")
				same(t, got, err, all, func(f *parity.Finding) { f.Related, f.Edits = nil, nil })
			})
			t.Run("nogo", func(t *testing.T) { testNogo(t, c, all) })
			inProcess(t, c, all)
		})
	}
}

// inProcess runs the drivers that need all of the program in memory.
func inProcess(t *testing.T, c parity.Corpus, all []parity.Finding) {
	program, err := c.Load()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("checker", func(t *testing.T) {
		checks := analyzers.New()
		for _, a := range checks {
			if err := a.Flags.Set("preset", "strict"); err != nil {
				t.Fatal(err)
			}
		}
		got, err := program.Check(checks...)
		same(t, got, err, all, parity.Nothing)
	})
	t.Run("plugin", func(t *testing.T) {
		linter, err := plugin.New(map[string]any{"preset": "strict", "nolint": true})
		if err != nil {
			t.Fatal(err)
		}
		checks, err := linter.BuildAnalyzers()
		if err != nil {
			t.Fatal(err)
		}
		got, err := program.Check(checks...)
		testPlugin(t, got, err, all)
	})
}

// testPlugin looks at what the plugin hands to golangci-lint: no related places,
// the category and the function in the message, a finding a line, and no fixes
// that can't be applied with the others.
func testPlugin(t *testing.T, got []parity.Finding, err error, all []parity.Finding) {
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range parity.Repeated(got) {
		t.Errorf("the same message: %s", r)
	}
	got, err = parity.Raised(got)
	all = parity.OnePerLine(all)
	lessFixes(t, got, all)
	same(t, got, err, all, func(f *parity.Finding) { f.Related, f.Edits = nil, nil })
}

// testNogo runs the umbrella analyzer as nogo does, which shows no categories
// and related places, and takes only fixes that can be applied together.
func testNogo(t *testing.T, c parity.Corpus, all []parity.Finding) {
	a := analyzers.Umbrella()
	if a.Name != nogo.Analyzer.Name {
		t.Errorf("nogo knows the checks as %s, not %s", nogo.Analyzer.Name, a.Name)
	}
	got, err := c.Nogo(a, map[string]string{"preset": "strict", "enable": "ctxroot/call", "ctxroot.helper": "true"})
	lessFixes(t, got, all)
	same(t, got, err, all, func(f *parity.Finding) { f.Category, f.Related, f.Edits = "", nil, nil })
}

// lessFixes checks that the fixes are those of all findings. None in the corpora
// stand in each other's way; where some do, golangci-lint and nogo lose the
// later ones.
func lessFixes(t *testing.T, got, all []parity.Finding) {
	t.Helper()
	edits := make(map[string]int)
	for _, f := range parity.Without(all, parity.Nothing) {
		if f.Edits != nil {
			edits[strings.Join(f.Edits, "\n")]++
		}
	}
	for _, f := range parity.Without(got, parity.Nothing) {
		if f.Edits == nil {
			continue
		}
		e := strings.Join(f.Edits, "\n")
		if edits[e]--; edits[e] < 0 {
			t.Errorf("no other driver has the fix of %v", f)
		}
	}
	for e, n := range edits {
		if n > 0 {
			t.Errorf("%d fixes are missing, which can be applied with the others:\n%s", n, e)
		}
	}
}

// same compares what a driver says with all that there is to say, less what
// it is known to lose.
func same(t *testing.T, got []parity.Finding, err error, all []parity.Finding, lost func(*parity.Finding)) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if diff := parity.Diff(parity.Without(got, lost), parity.Without(all, lost)); diff != "" {
		t.Error(diff)
	}
}
