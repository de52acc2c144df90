package directive

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
)

// fake returns a check named ctxfake that finds every call of find_CATEGORY, and
// takes a root directive on the function for an excuse.
func fake() *analysis.Analyzer {
	check := report.NewCheck("ctxfake",
		report.Category{Name: "loud", Default: true, Summary: "loud"},
		report.Category{Name: "quiet", Summary: "quiet"},
	)
	a := &analysis.Analyzer{
		Name:       "ctxfake",
		Doc:        "find calls",
		Requires:   []*analysis.Analyzer{directives.Analyzer},
		ResultType: reflect.TypeFor[*report.Result](),
	}
	check.Register(&a.Flags)
	a.Run = func(pass *analysis.Pass) (any, error) {
		set := pass.ResultOf[directives.Analyzer].(*directives.Set)
		var found []report.Finding
		for _, f := range pass.Files {
			var root *directives.Directive
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					root = set.Root(n)
				case *ast.CallExpr:
					if name, ok := strings.CutPrefix(report.ExprString(n.Fun), "find_"); ok {
						found = append(found, report.Finding{Category: name, Range: n, Message: "found", Excused: root})
					}
				}
				return true
			})
		}
		return check.Report(pass, set, found), nil
	}
	return a
}

// run runs a and what it requires on one file, without types, and returns what
// a alone reports.
func run(t *testing.T, a *analysis.Analyzer, fset *token.FileSet, file *ast.File) []analysis.Diagnostic {
	t.Helper()
	results := make(map[*analysis.Analyzer]any)
	var out []analysis.Diagnostic
	var exec func(a *analysis.Analyzer)
	exec = func(a *analysis.Analyzer) {
		if _, done := results[a]; done {
			return
		}
		for _, req := range a.Requires {
			exec(req)
		}
		out = nil
		result, err := a.Run(&analysis.Pass{
			Analyzer: a, Fset: fset, Files: []*ast.File{file}, ResultOf: results,
			Report: func(d analysis.Diagnostic) { out = append(out, d) },
		})
		if err != nil {
			t.Fatalf("%s: %v", a.Name, err)
		}
		if got := reflect.TypeOf(result); got != a.ResultType {
			t.Fatalf("%s: result is a %v, not a %v", a.Name, got, a.ResultType)
		}
		results[a] = result
	}
	exec(a)
	return out
}

func parse(t *testing.T, src string) (*token.FileSet, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return fset, file
}

func TestFindings(t *testing.T) {
	tests := []struct {
		name  string
		flags string // check.flag=value
		src   string // the body of a function that starts on line 2
		want  string // line: message
	}{
		{"all well", "", `
	find_loud() //ctxchain:ignore ctxfake/loud why
	find_loud() //ctxchain:ignore ctxfake why
	find_loud() //ctxchain:ignore ctxchain why
	find_loud() //nolint:ctxchain // why
	find_loud() //nolint:ctxfake/loud // why
	find_loud() //nolint`, ""},
		{"unknown directive", "", `
	find_loud() //ctxchain:ingore ctxfake why`,
			"3: unknown directive //ctxchain:ingore; known are ignore, root and detached"},
		{"an empty directive", "", `
	f() //ctxchain:`,
			"3: unknown directive //ctxchain:; known are ignore, root and detached"},
		{"no names", "", `
	f() //ctxchain:ignore`,
			"3: //ctxchain:ignore names no check; name one, such as ctxroot, or ctxchain for all"},
		{"unknown names", "", `
	f() //ctxchain:ignore why not
	f() //ctxchain:ignore ctxfake/lout why
	f() //ctxchain:ignore ctxother/loud why
	f() //ctxchain:ignore ctxchain/loud why
	find_loud() //ctxchain:ignore ctxfake,lout why
	f() //nolint:ctxfake/lout // why
	f() //nolint:ctxother/loud,loud // why`, `
			3: unknown check or category why in //ctxchain:ignore why
			4: unknown check or category ctxfake/lout in //ctxchain:ignore ctxfake/lout
			5: unknown check or category ctxother/loud in //ctxchain:ignore ctxother/loud
			6: unknown check or category ctxchain/loud in //ctxchain:ignore ctxchain/loud
			7: unknown check or category lout in //ctxchain:ignore ctxfake,lout
			8: unknown check or category ctxfake/lout in //nolint:ctxfake/lout`},
		{"no reason", "", `
	find_loud() //ctxchain:ignore ctxfake
	find_loud() //nolint:errcheck,ctxchain`, `
			3: //ctxchain:ignore ctxfake gives no reason
			4: //nolint:ctxchain gives no reason`},
		{"suppresses nothing", "", `
	f() //ctxchain:ignore ctxfake why
	f() //ctxchain:ignore ctxfake/loud
	f() //ctxchain:ignore ctxchain why
	f() //nolint:ctxchain // why
	f() //nolint:errcheck,ctxfake/loud // why
	f() //ctxchain:root why
	f() //ctxchain:detached why`, `
			3: //ctxchain:ignore ctxfake suppresses nothing; remove it
			4: //ctxchain:ignore ctxfake/loud suppresses nothing; remove it
			5: //ctxchain:ignore ctxchain suppresses nothing; remove it
			6: //nolint:ctxchain suppresses nothing; remove it
			7: //nolint:ctxfake/loud suppresses nothing; remove it
			8: //ctxchain:root suppresses nothing; remove it
			9: //ctxchain:detached suppresses nothing; remove it`},
		{"other linters' names", "", `
	f() //nolint
	f() //nolint:all
	f() //nolint:errcheck
	f() //nolint:ctxchain,all
	f() //nolint:ctxcheck`, ""},
		{"one finding too many names", "", `
	find_loud() //ctxchain:ignore ctxfake/loud,ctxchain why`, ""},
		{"names what is off", "", `
	f() //ctxchain:ignore ctxfake/quiet why
	f() //ctxchain:ignore ctxfake/quiet
	f() //ctxchain:ignore ctxfake/loud,ctxfake/quiet why
	find_quiet() //ctxchain:ignore ctxfake why
	f() //nolint:ctxfake/quiet`, ""},
		{"names what was switched off", "ctxfake.loud=false", `
	f() //ctxchain:ignore ctxfake why
	f() //ctxchain:ignore ctxfake/loud why
	find_loud() //ctxchain:ignore ctxfake/loud why`, ""},
		{"names what was switched on", "ctxfake.preset=strict", `
	f() //ctxchain:ignore ctxfake/quiet why
	find_quiet() //ctxchain:ignore ctxfake/quiet why`,
			"3: //ctxchain:ignore ctxfake/quiet suppresses nothing; remove it"},
		{"switched off itself", "ctxchain.directive=false", `
	f() //ctxchain:ingore`, ""},
		{"nolint left to the driver", "ctxchain.nolint=false ctxfake.nolint=false", `
	find_loud() //nolint:ctxchain
	f() //nolint:ctxchain // why
	f() //nolint:ctxfake/lout
	f() //ctxchain:ignore ctxfake why
	f() //ctxchain:ingore //nolint:ctxchain // why`, `
			6: //ctxchain:ignore ctxfake suppresses nothing; remove it
			7: unknown directive //ctxchain:ingore; known are ignore, root and detached`},
		{"findings ignored", "", `
	//ctxchain:ignore ctxchain/directive for the demonstration
	{
		f() //ctxchain:ingore
		f() //ctxchain:ignore ctxfake why
	}
	f() //ctxchain:ingore`,
			"8: unknown directive //ctxchain:ingore; known are ignore, root and detached"},
		{"one can't ignore itself", "", `
	f() //ctxchain:ignore ctxchain why
	f() //ctxchain:ignore ctxchain/directive why`, `
			3: //ctxchain:ignore ctxchain suppresses nothing; remove it
			4: //ctxchain:ignore ctxchain/directive suppresses nothing; remove it`},
		{"of use against another only", "", `
	//ctxchain:ignore ctxchain whole block
	{
		f() //ctxchain:ignore ctxfake
	}`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			check := fake()
			a := New(check)
			for flag := range strings.FieldsSeq(test.flags) {
				name, value, _ := strings.Cut(flag, "=")
				owner, name, _ := strings.Cut(name, ".")
				fs := map[string]*analysis.Analyzer{"ctxfake": check, "ctxchain": a}[owner].Flags
				if err := fs.Set(name, value); err != nil {
					t.Fatal(err)
				}
			}
			fset, file := parse(t, "package p\nfunc f() {"+test.src+"\n}\n")
			var got []string
			for _, d := range run(t, a, fset, file) {
				got = append(got, fmt.Sprintf("%d: %s", fset.Position(d.Pos).Line, d.Message))
				if faults := report.Wording(d.Message, nil); len(faults) > 0 {
					t.Errorf("%q %v", d.Message, faults)
				}
				if d.Category != "ctxchain/directive" || d.End <= d.Pos {
					t.Errorf("%q: category %s, range [%d,%d)", d.Message, d.Category, d.Pos, d.End)
				}
			}
			var want []string
			for line := range strings.SplitSeq(strings.TrimSpace(test.want), "\n") {
				if line != "" {
					want = append(want, strings.TrimSpace(line))
				}
			}
			if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
				t.Errorf("got:\n%s\nwant:\n%s", g, w)
			}
		})
	}
}

func TestRoot(t *testing.T) {
	fset, file := parse(t, `package p

// f is a job.
//
//ctxchain:root cron starts it
func f() { find_loud() }

//ctxchain:root nothing to see
func g() {}

//ctxchain:root
func h() { find_loud() }
`)
	var got []string
	for _, d := range run(t, New(fake()), fset, file) {
		got = append(got, fmt.Sprintf("%d: %s", fset.Position(d.Pos).Line, d.Message))
	}
	want := "8: //ctxchain:root suppresses nothing; remove it\n11: //ctxchain:root gives no reason"
	if strings.Join(got, "\n") != want {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), want)
	}
}

func TestRemoval(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"trailing", "package p\nvar x = 1 //ctxchain:ignore ctxfake why\nvar y = 2\n", "package p\nvar x = 1 \nvar y = 2\n"},
		{"alone", "package p\n\t//ctxchain:ignore ctxfake why\nvar y = 2\n", "package p\nvar y = 2\n"},
		{"at the end", "package p\n//ctxchain:ignore ctxfake why", "package p\n"},
		{"last of a doc comment", "package p\n// y is.\n//\n//ctxchain:ignore ctxfake why\nvar y = 2\n", "package p\n// y is.\nvar y = 2\n"},
		{"first of a doc comment", "package p\n//ctxchain:ignore ctxfake why\n//\n// y is.\nvar y = 2\n", "package p\n//\n// y is.\nvar y = 2\n"},
		{"CRLF", "package p\r\nvar x = 1 //nolint:ctxchain // why\r\n//ctxchain:root why\r\nvar y = 2\r\n", "package p\r\nvar x = 1 \r\nvar y = 2\r\n"},
		{"another linter's too", "package p\nvar x = 1 //nolint:errcheck,ctxchain // why\n", ""},
		{"no reason", "package p\nvar x = find_loud() //ctxchain:ignore ctxfake\n", ""},
		{"unknown", "package p\nvar x = 1 //ctxchain:ingore ctxfake why\n", ""},
		{"moved by a line comment", "package p\n//line x.y:1\nvar x = 1 //ctxchain:ignore ctxfake why\n", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			fset, file := parse(t, test.in)
			ds := run(t, New(fake()), fset, file)
			if len(ds) == 0 {
				t.Fatal("nothing is reported")
			}
			got := test.in
			for i := len(ds) - 1; i >= 0; i-- {
				for _, fix := range ds[i].SuggestedFixes {
					for _, e := range fix.TextEdits {
						from, to := fset.Position(e.Pos).Offset, fset.Position(e.End).Offset
						got = got[:from] + string(e.NewText) + got[to:]
					}
				}
			}
			want := test.want
			if want == "" {
				want = test.in
			}
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestNew(t *testing.T) {
	check, other := fake(), &analysis.Analyzer{Name: "other", Doc: "other", Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	a := New(check, other)
	if err := analysis.Validate([]*analysis.Analyzer{a}); err != nil {
		t.Error(err)
	}
	if len(a.Requires) != 2 || a.Requires[0] != directives.Analyzer || a.Requires[1] != check {
		t.Errorf("requires %v", a.Requires)
	}
	if c := report.Of(a); c == nil || c.Name() != "ctxchain" {
		t.Errorf("its check is %+v", c)
	}
}
