// Package ctxtest is how ctxchain's checks are tested.
//
// A check's cases are packages in analyzers/testdata/src/<check>/, laid out as
// analysistest likes them: what is found in a line stands in a want comment on
// it, and what a file looks like with its suggested fixes applied in a .golden
// file beside it. Cases that need a go.mod, for a language version say, are
// archives analyzers/testdata/<check>_<case>.txtar. A check's test is then
//
//	results := ctxtest.Run(t, Analyzer)
//	ctxtest.Covers(t, Analyzer, results)
//	ctxtest.Facts(t, results, 4096)
//	ctxtest.Archives(t, Analyzer)
//
// Loading takes most of the time, net/http alone ten seconds and more: let one
// Run load all packages of a check, and one of them import net/http.
package ctxtest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/txtar"

	"github.com/ctxchain/ctxchain/analyzers/internal/report"
)

// Run applies the analyzer to the packages that the patterns match below
// analyzers/testdata/src, by default NAME/... for the analyzer's name, and
// checks
//
//   - what is found, against the want comments, each long enough to tell one
//     message from another;
//   - how it is told: category, range, address, wording, related places;
//   - that fixes give what the golden files say, that all fixes have one and
//     all golden files are needed, that the code compiles with each fix alone
//     and with all of them, and that what was fixed isn't found again;
//   - that a second run finds the same.
//
// It returns a result for each package.
func Run(t *testing.T, a *analysis.Analyzer, patterns ...string) []*analysistest.Result {
	t.Helper()
	if len(patterns) == 0 {
		patterns = []string{a.Name + "/..."}
	}
	if *update {
		writeGoldens(t, TestData(t), a, patterns)
	}
	return run(t, TestData(t), a, patterns)
}

// Archives runs the analyzer as Run does on each of the archives
// analyzers/testdata/NAME_*.txtar, in a subtest. An archive is a module, with
// its go.mod.
func Archives(t *testing.T, a *analysis.Analyzer) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(TestData(t), a.Name+"_*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives of %s (%v)", a.Name, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			dir := t.TempDir()
			if err := extract(file, dir); err != nil {
				t.Fatal(err)
			}
			run(t, dir, a, []string{"./..."})
		})
	}
}

// Covers checks that the results have a finding of each of the analyzer's
// categories that is on.
func Covers(t testing.TB, a *analysis.Analyzer, results []*analysistest.Result) {
	t.Helper()
	for _, id := range uncovered(a, results) {
		t.Errorf("no test has a finding of %s", id)
	}
}

func uncovered(a *analysis.Analyzer, results []*analysistest.Result) []string {
	found := make(map[string]bool)
	for _, r := range results {
		for _, d := range r.Action.Diagnostics {
			found[d.Category] = true
		}
	}
	check := report.Of(a)
	if check == nil {
		return []string{a.Name + ", which isn't one of the checks"}
	}
	var missing []string
	for _, c := range check.Categories() {
		if check.Enabled(c.Name) && !found[c.ID()] {
			missing = append(missing, c.ID())
		}
	}
	return missing
}

// TestData returns the directory analyzers/testdata of the module that holds
// the test.
func TestData(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "analyzers", "testdata")
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = parent
	}
}

// extract unpacks an archive, which must be a module, into dir.
func extract(file, dir string) error {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		return err
	}
	files, err := txtar.FS(archive)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if _, err := fs.Stat(files, "go.mod"); err != nil {
		return fmt.Errorf("%s has no go.mod", file)
	}
	return os.CopyFS(dir, files)
}

// run is Run for any test data; t needs Errorf only.
func run(t analysistest.Testing, dir string, a *analysis.Analyzer, patterns []string) []*analysistest.Result {
	// The order of the results isn't specified.
	results := analysistest.RunWithSuggestedFixes(t, dir, a, patterns...)
	slices.SortFunc(results, func(x, y *analysistest.Result) int {
		return strings.Compare(x.Action.Package.ID, y.Action.Package.ID)
	})
	if len(results) == 0 {
		return nil // told by analysistest
	}
	for _, r := range results {
		if r.Action.Err != nil {
			return results // told by analysistest
		}
	}
	var faults []string
	check := report.Of(a)
	if check == nil {
		faults = append(faults, fmt.Sprintf("analyzer %s has no preset flag of package report", a.Name))
	}
	for _, r := range results {
		if check != nil {
			faults = append(faults, lint(check, r.Action)...)
		}
		faults = append(faults, wants(r.Action)...)
	}
	faults = append(faults, goldens(results)...)
	faults = append(faults, again(a, results)...)
	faults = append(faults, applied(a, results)...)
	// A file of a package is in its test variant as well.
	slices.Sort(faults)
	for _, f := range slices.Compact(faults) {
		t.Errorf("%s", f)
	}
	return results
}
