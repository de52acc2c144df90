package ctxtest

import (
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
)

// isOld is the fact that a function is named old.
type isOld struct{ Names []string }

func (*isOld) AFact()         {}
func (*isOld) String() string { return "old" }

// fake returns a check that finds calls of functions named old, which can be
// fixed, plain and version. Twist may change a diagnostic before it is reported.
func fake(twist func(*analysis.Pass, *analysis.Diagnostic)) *analysis.Analyzer {
	check := report.NewCheck("ctxwait",
		report.Category{Name: "sleep", Default: true, Severity: report.Warning, Fix: "use fresh"},
		report.Category{Name: "timer", Default: true, Severity: report.Warning},
		report.Category{Name: "channel", Severity: report.Note},
		report.Category{Name: "loud", Severity: report.Warning},
	)
	a := &analysis.Analyzer{
		Name:       "ctxwait",
		Doc:        "find calls",
		URL:        report.PageURL("ctxwait"),
		Requires:   []*analysis.Analyzer{directives.Analyzer},
		ResultType: reflect.TypeFor[*report.Result](),
		FactTypes:  []analysis.Fact{new(isOld)},
	}
	check.Register(&a.Flags)
	a.Run = func(pass *analysis.Pass) (any, error) {
		if tell := pass.Report; twist != nil {
			pass.Report = func(d analysis.Diagnostic) {
				twist(pass, &d)
				tell(d)
			}
		}
		var found []report.Finding
		for _, f := range pass.Files {
			for n := range ast.Preorder(f) {
				switch n := n.(type) {
				case *ast.FuncDecl:
					if n.Name.Name == "old" {
						pass.ExportObjectFact(pass.TypesInfo.Defs[n.Name], &isOld{Names: []string{"old"}})
					}
				case *ast.CallExpr:
					if f, ok := finding(pass, n); ok {
						found = append(found, f)
					}
				}
			}
		}
		return check.Report(pass, pass.ResultOf[directives.Analyzer].(*directives.Set), found), nil
	}
	return a
}

func finding(pass *analysis.Pass, call *ast.CallExpr) (report.Finding, bool) {
	f := report.Finding{Category: "timer", Range: call}
	switch name := report.ExprString(call.Fun); name {
	case "old", "old.Call":
		f.Category = "sleep"
		f.Message = name + " ignores ctx; use fresh instead"
		f.Fix = &analysis.SuggestedFix{
			Message:   "Use fresh",
			TextEdits: []analysis.TextEdit{{Pos: call.Fun.Pos(), End: call.Fun.End(), NewText: []byte("fresh")}},
		}
	case "plain":
		f.Message = "plain has nothing to say about ctx"
		f.Related = []analysis.RelatedInformation{{Pos: call.Pos(), Message: "here it is"}}
	case "version":
		f.Message = "the language here is " + pass.Pkg.GoVersion() + " for sure"
	default:
		return f, false
	}
	return f, true
}

// recorder is a test that fails in peace.
type recorder struct{ errors []string }

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func testdata(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestRun looks at what Run says of packages that are as they should be, and of
// others.
func TestRun(t *testing.T) {
	run(t, testdata(t), fake(nil), []string{"good/..."})

	var r recorder
	run(&r, testdata(t), fake(nil), []string{"short", "stale", "nogolden", "unused"})
	contains(t, r.errors,
		`short.go:6:10: want "plain has" has less than 20 characters`,
		"stale.go.golden: no fix is for this file",
		"nogolden.go.golden: no such file",
		`unused.go:8:2: fix "Use fresh": `, `unused.go:3:8: "unused/old" imported and not used`,
	)
	if len(r.errors) != 4 {
		t.Errorf("got %d errors:\n%s", len(r.errors), strings.Join(r.errors, "\n"))
	}

	r = recorder{}
	run(&r, testdata(t), fake(nil), []string{"good/nowhere"})
	contains(t, r.errors, "loading [good/nowhere]")
}

// contains checks that each text is in one of the errors.
func contains(t *testing.T, errors []string, texts ...string) {
	t.Helper()
	all := strings.Join(errors, "\n")
	for _, text := range texts {
		if !strings.Contains(all, text) {
			t.Errorf("no error has %q:\n%s", text, all)
		}
	}
}

// TestLint twists good diagnostics and looks at what is said of them.
func TestLint(t *testing.T) {
	a := fake(nil)
	results, _ := loaded(t)
	tests := []struct {
		name  string
		twist func(*token.FileSet, *analysis.Diagnostic)
		want  []string
	}{
		{"nothing", func(_ *token.FileSet, d *analysis.Diagnostic) {}, nil},
		{"no end", func(_ *token.FileSet, d *analysis.Diagnostic) { d.End = token.NoPos }, []string{"range has no end"}},
		{"an empty range", func(_ *token.FileSet, d *analysis.Diagnostic) { d.End = d.Pos }, []string{"range has no end"}},
		{"no category", func(_ *token.FileSet, d *analysis.Diagnostic) { d.Category = "" }, []string{`category "" is unknown`, "address is"}},
		{"another's category", func(_ *token.FileSet, d *analysis.Diagnostic) { d.Category = "ctxroot/sleep" }, []string{`category "ctxroot/sleep" is unknown`}},
		{"an opt-in warning", func(_ *token.FileSet, d *analysis.Diagnostic) { d.Category = "ctxwait/loud" }, []string{
			"category ctxwait/loud has no place in the order",
		}},
		{"no address", func(_ *token.FileSet, d *analysis.Diagnostic) { d.URL = "" }, []string{`address is ""`}},
		{"badly worded", func(_ *token.FileSet, d *analysis.Diagnostic) { d.Message = "Here: " + d.Message + "." }, []string{
			"message starts with a capital", "message ends in punctuation",
		}},
		{"related badly", func(_ *token.FileSet, d *analysis.Diagnostic) {
			d.Related = []analysis.RelatedInformation{{Message: "Here."}, {Pos: d.Pos, Message: "x"}, {Pos: d.Pos, Message: "y"}}
		}, []string{"3 related places", `related place "Here." has no position`, `related message "Here." ends in punctuation`}},
		{"undocumented fix", func(_ *token.FileSet, d *analysis.Diagnostic) {
			d.Category, d.URL = "ctxwait/timer", report.URL("ctxwait/timer")
		}, []string{"has a fix, but its category tells of none"}},
		{"fix badly worded", func(_ *token.FileSet, d *analysis.Diagnostic) {
			editFix(d, func(f *analysis.SuggestedFix) { f.Message = "use fresh." })
		}, []string{
			`fix "use fresh." isn't worded as a command`,
		}},
		{"two fixes", func(_ *token.FileSet, d *analysis.Diagnostic) {
			d.SuggestedFixes = append(d.SuggestedFixes, d.SuggestedFixes...)
		}, []string{"2 fixes"}},
		{"fix in another file", func(fset *token.FileSet, d *analysis.Diagnostic) {
			editFix(d, func(f *analysis.SuggestedFix) {
				f.TextEdits = append(f.TextEdits, analysis.TextEdit{Pos: token.Pos(fset.File(d.Pos).Base() - 1)})
			})
		}, []string{`fix "Use fresh" edits another file`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var faults []string
			for _, r := range results {
				twisted(r.Action, test.twist, func() { faults = append(faults, lint(report.Of(a), r.Action)...) })
			}
			contains(t, faults, test.want...)
			if len(test.want) == 0 && len(faults) > 0 {
				t.Errorf("got:\n%s", strings.Join(faults, "\n"))
			}
		})
	}
}

// editFix changes a copy of a diagnostic's fix, if it has one.
func editFix(d *analysis.Diagnostic, edit func(*analysis.SuggestedFix)) {
	d.SuggestedFixes = slices.Clone(d.SuggestedFixes)
	for i := range d.SuggestedFixes {
		f := &d.SuggestedFixes[i]
		f.TextEdits = slices.Clone(f.TextEdits)
		edit(f)
	}
}

// twisted calls do while an action's diagnostics are changed.
func twisted(act *checker.Action, twist func(*token.FileSet, *analysis.Diagnostic), do func()) {
	good := act.Diagnostics
	act.Diagnostics = slices.Clone(good)
	for i := range act.Diagnostics {
		twist(act.Package.Fset, &act.Diagnostics[i])
	}
	do()
	act.Diagnostics = good
}

// TestApplied lets fixes write something else and looks at what is said of the
// code that they leave. Of the two in good.go, one is in line 13, one in 16.
func TestApplied(t *testing.T) {
	a := fake(nil)
	results, _ := loaded(t)
	write := func(text string) func(*token.FileSet, *analysis.Diagnostic) {
		return func(_ *token.FileSet, d *analysis.Diagnostic) {
			editFix(d, func(f *analysis.SuggestedFix) { f.TextEdits[0].NewText = []byte(text) })
		}
	}
	tests := []struct {
		name  string
		twist func(*token.FileSet, *analysis.Diagnostic)
		want  []string
	}{
		{"as it is", func(*token.FileSet, *analysis.Diagnostic) {}, nil},
		{"in a way that isn't found", write("(old)"), nil},
		{"doesn't compile", write("nowhere"), []string{`good.go:13:5: fix "Use fresh": `, "good.go:16:7: undefined: nowhere", "all fixes: "}},
		{"doesn't parse", write("f("), []string{"expected ", "all fixes: "}},
		{"doesn't fix", write("old"), []string{"good.go:13:5: old ignores ctx; use fresh instead: still there after its fix", "good.go:16:7"}},
		{"overlap", func(fset *token.FileSet, d *analysis.Diagnostic) {
			editFix(d, func(f *analysis.SuggestedFix) { f.TextEdits[0].Pos = fset.File(d.Pos).LineStart(13) })
		}, []string{"all fixes: edits of ", "good.go overlap at offset"}},
		{"imports what is loaded", func(fset *token.FileSet, d *analysis.Diagnostic) {
			if fset.Position(d.Pos).Line > 15 {
				return
			}
			editFix(d, func(f *analysis.SuggestedFix) {
				at := fset.File(d.Pos).LineStart(4)
				f.TextEdits[0].NewText = []byte("dep2.Zero")
				f.TextEdits = append(f.TextEdits, analysis.TextEdit{Pos: at, End: at, NewText: []byte("import dep2 \"good/dep/zero\"\n")})
			})
		}, nil},
		{"imports what isn't", func(fset *token.FileSet, d *analysis.Diagnostic) {
			editFix(d, func(f *analysis.SuggestedFix) {
				at := fset.File(d.Pos).LineStart(4)
				f.TextEdits = append(f.TextEdits, analysis.TextEdit{Pos: at, End: at, NewText: []byte("import _ \"good/other\"\n")})
			})
		}, []string{"a fix imports good/other, which no package under test does"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var faults []string
			for _, r := range results {
				twisted(r.Action, test.twist, func() { faults = append(faults, applied(a, []*analysistest.Result{r})...) })
			}
			contains(t, faults, test.want...)
			if len(test.want) == 0 && len(faults) > 0 {
				t.Errorf("got:\n%s", strings.Join(faults, "\n"))
			}
		})
	}
}

func TestAgain(t *testing.T) {
	runs := 0
	a := fake(func(_ *analysis.Pass, d *analysis.Diagnostic) {
		runs++
		d.Message += strings.Repeat(" more", runs)
	})
	results, _ := loaded(t)
	faults := again(a, results)
	contains(t, faults, "good: two runs differ (error <nil>)")
}

func TestOtherAnalyzer(t *testing.T) {
	var r recorder
	a := fake(nil)
	a.Flags = flag.FlagSet{}
	run(&r, testdata(t), a, []string{"good"})
	if all := strings.Join(r.errors, "\n"); !strings.Contains(all, "has no preset flag of package report") {
		t.Errorf("got:\n%s", all)
	}
}

func TestArchive(t *testing.T) {
	dir := t.TempDir()
	if err := extract(filepath.Join("testdata", "version.txtar"), dir); err != nil {
		t.Fatal(err)
	}
	run(t, dir, fake(nil), []string{"./..."})

	if err := extract(filepath.Join("testdata", "empty.txtar"), t.TempDir()); err == nil || !strings.Contains(err.Error(), "empty.txtar has no go.mod") {
		t.Errorf("an archive without go.mod: %v", err)
	}
	if err := extract(filepath.Join("testdata", "none.txtar"), t.TempDir()); err == nil {
		t.Error("no error for a missing archive")
	}
}

func TestUncovered(t *testing.T) {
	a := fake(nil)
	good, stale := loaded(t)
	if got := uncovered(a, slices.Concat(good, stale)); len(got) > 0 {
		t.Errorf("uncovered are %q", got)
	}
	if err := a.Flags.Set("preset", "strict"); err != nil {
		t.Fatal(err)
	}
	if got := uncovered(a, stale); strings.Join(got, " ") != "ctxwait/sleep ctxwait/channel ctxwait/loud" {
		t.Errorf("uncovered are %q", got)
	}
	if got := uncovered(&analysis.Analyzer{Name: "x"}, nil); len(got) != 1 {
		t.Errorf("for another analyzer, uncovered are %q", got)
	}
}

func TestTestData(t *testing.T) {
	dir := TestData(t)
	if _, err := os.Stat(filepath.Join(dir, "..", "internal", "ctxtest", "ctxtest.go")); err != nil {
		t.Errorf("%s is not the checks' test data: %v", dir, err)
	}
}

func TestShortWants(t *testing.T) {
	tests := []struct{ comment, want string }{
		{"// want \"twenty characters it is\"", ""},
		{"// want `twenty characters it is`", ""},
		{`// want "short" "this one is long enough"`, `"short"`},
		{`// want +1 "short"`, `"short"`},
		{`/* want "short" */`, `"short"`},
		{`//nolint // want "short"`, `"short"`},
		{`// want f:"short"`, ""},
		{`// want f:"short" "tiny"`, `"tiny"`},
		{`// want "\\(\\(\\(\\(\\(\\(\\("`, `"\\(\\(\\(\\(\\(\\(\\("`},
		{`// nobody wants "this"`, ""},
	}
	for _, test := range tests {
		if got := strings.Join(shortWants(test.comment), " "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.comment, got, test.want)
		}
	}
}

// goodAndStale loads two packages and runs the fake check on them once for
// several tests, which leave the results as they are.
var goodAndStale = sync.OnceValue(func() []*analysistest.Result {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		return nil
	}
	results := analysistest.Run(new(recorder), dir, fake(nil), "good", "stale")
	slices.SortFunc(results, func(x, y *analysistest.Result) int {
		return strings.Compare(x.Action.Package.ID, y.Action.Package.ID)
	})
	return results
})

// loaded returns the results for good, its test variant and its test's main
// package, and for stale.
func loaded(t *testing.T) (good, stale []*analysistest.Result) {
	t.Helper()
	all := goodAndStale()
	if len(all) != 4 {
		t.Fatalf("got %d results, want 4", len(all))
	}
	return all[:3], all[3:]
}
