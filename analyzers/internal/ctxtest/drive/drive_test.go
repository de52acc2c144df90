package drive_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest/drive"
)

// seen is the fact that a function has so many statements.
type seen struct{ Statements int }

func (*seen) AFact()         {}
func (*seen) String() string { return "seen" }

// lossy is a fact that gob loses a part of.
type lossy struct {
	Kept   int
	hidden int
}

func (*lossy) AFact()         {}
func (*lossy) String() string { return "lossy" }

// shuffled is a fact that is never the same twice.
type shuffled struct{ Set map[int]int }

func (*shuffled) AFact()         {}
func (*shuffled) String() string { return "shuffled" }

// world type-checks packages in the order in which they are given.
type world struct {
	fset  *token.FileSet
	types map[string]*types.Package
}

func (w *world) Import(path string) (*types.Package, error) { return w.types[path], nil }

func (w *world) check(t *testing.T, path, src string) *drive.Package {
	t.Helper()
	f, err := parser.ParseFile(w.fset, path+".go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := drive.NewInfo()
	config := types.Config{Importer: w}
	pkg, err := config.Check(path, w.fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	w.types[path] = pkg
	return &drive.Package{ID: path, Fset: w.fset, Files: []*ast.File{f}, Types: pkg, Info: info}
}

func newWorld() *world {
	return &world{fset: token.NewFileSet(), types: make(map[string]*types.Package)}
}

// counter reports calls of functions about which it knows a fact.
func counter() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:      "counter",
		Doc:       "count statements",
		FactTypes: []analysis.Fact{new(seen)},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, d := range pass.Files[0].Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				pass.ExportObjectFact(pass.TypesInfo.Defs[fn.Name], &seen{len(fn.Body.List)})
				ast.Inspect(fn, func(n ast.Node) bool {
					var fact seen
					if id, ok := n.(*ast.Ident); ok && pass.TypesInfo.Uses[id] != nil && pass.ImportObjectFact(pass.TypesInfo.Uses[id], &fact) {
						pass.Report(analysis.Diagnostic{Pos: id.Pos(), End: id.End(), Message: id.Name + strings.Repeat("!", fact.Statements)})
					}
					return true
				})
			}
			return nil, nil
		},
	}
}

func TestFactsGetAcross(t *testing.T) {
	w := newWorld()
	a := w.check(t, "a", "package a\nfunc F() { println(); println() }\n")
	b := w.check(t, "b", "package b\nimport \"a\"\nfunc G() { a.F(); H() }\nfunc H() { a.F() }\nfunc K() { H() }\n")
	d, err := drive.New(counter())
	if err != nil {
		t.Fatal(err)
	}
	first, err := d.Run(a)
	if err != nil {
		t.Fatal(err)
	}
	if len(first.Facts) != 1 || first.Facts[0].Object != "F" || first.Facts[0].Text != "seen" {
		t.Errorf("facts of a: %+v", first.Facts)
	}
	second, err := d.Run(b)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, diag := range second.Diagnostics {
		got = append(got, diag.Message)
	}
	if want := []string{"F!!", "F!!", "H!"}; !slices.Equal(got, want) {
		t.Errorf("b: %q, want %q", got, want)
	}
	if s := second.String(); !strings.Contains(s, "b.go:3:14-b.go:3:15 (b.go:3:14): counter: : F!!") || !strings.Contains(s, `fact "G" *drive_test.seen: seen `) {
		t.Errorf("outcome is told as\n%s", s)
	}

	alone, err := drive.New(counter())
	if err != nil {
		t.Fatal(err)
	}
	third, err := alone.Run(b)
	if err != nil {
		t.Fatal(err)
	}
	if third.String() == second.String() || len(third.Diagnostics) != 1 {
		t.Errorf("without the facts about a:\n%s", third)
	}
}

// TestFaults shows that what drivers can't cope with is an error.
func TestFaults(t *testing.T) {
	object := func(p *analysis.Pass) types.Object { return p.Pkg.Scope().Lookup("F") }
	edit := func(p *analysis.Pass, from, to int) analysis.TextEdit {
		start := p.Files[0].FileStart
		return analysis.TextEdit{Pos: start + token.Pos(from), End: start + token.Pos(to)}
	}
	tests := []struct {
		name string
		run  func(*analysis.Pass)
		want string
	}{
		{"panic", func(p *analysis.Pass) { panic("oh") }, "a: bad: panic: oh"},
		{"lossy fact", func(p *analysis.Pass) { p.ExportObjectFact(object(p), &lossy{1, 2}) }, "comes back from gob"},
		{"random fact", func(p *analysis.Pass) {
			set := make(map[int]int)
			for i := range 1000 {
				set[i] = i
			}
			p.ExportObjectFact(object(p), &shuffled{set})
		}, "isn't encoded the same way twice"},
		{"undeclared fact", func(p *analysis.Pass) { p.ExportObjectFact(object(p), &seen{}) }, "doesn't declare"},
		{"foreign fact", func(p *analysis.Pass) { p.ExportObjectFact(types.Universe.Lookup("error"), &lossy{}) }, "of another package"},
		{"nowhere", func(p *analysis.Pass) { p.Report(analysis.Diagnostic{Message: "m"}) }, `diagnostic "m": isn't in one of`},
		{"backwards", func(p *analysis.Pass) { p.Report(analysis.Diagnostic{Pos: 5, End: 3}) }, "ends before it starts"},
		{"related", func(p *analysis.Pass) {
			p.Report(analysis.Diagnostic{Pos: p.Files[0].Package, Related: []analysis.RelatedInformation{{Message: "r"}}})
		}, `related "r" has no position`},
		{"overlap", func(p *analysis.Pass) {
			p.Report(analysis.Diagnostic{Pos: p.Files[0].Package, SuggestedFixes: []analysis.SuggestedFix{{TextEdits: []analysis.TextEdit{edit(p, 4, 8), edit(p, 2, 5)}}}})
		}, "edits that overlap"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld()
			d, err := drive.New(&analysis.Analyzer{
				Name:      "bad",
				Doc:       "bad",
				FactTypes: []analysis.Fact{new(lossy), new(shuffled)},
				Run:       func(p *analysis.Pass) (any, error) { test.run(p); return nil, nil },
			})
			if err != nil {
				t.Fatal(err)
			}
			_, err = d.Run(w.check(t, "a", "package a\nfunc F() {}\n"))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestResultType(t *testing.T) {
	d, err := drive.New(&analysis.Analyzer{
		Name: "bad", Doc: "bad", ResultType: reflect.TypeFor[int](),
		Run: func(*analysis.Pass) (any, error) { return "", nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Run(newWorld().check(t, "a", "package a")); err == nil || !strings.Contains(err.Error(), "its result is a string, not a int") {
		t.Errorf("error is %v", err)
	}
}

func TestEdited(t *testing.T) {
	fset := token.NewFileSet()
	f := fset.AddFile("f", -1, 6)
	edits := []analysis.TextEdit{
		{Pos: f.Pos(4), End: f.Pos(6), NewText: []byte("-")},
		{Pos: f.Pos(1), NewText: []byte("+")},
		{Pos: f.Pos(1), End: f.Pos(2), NewText: []byte("B")},
	}
	if got := string(drive.Edited(fset, []byte("abcdef"), edits)); got != "a+Bcd-" {
		t.Errorf("got %q", got)
	}
}

func TestOrder(t *testing.T) {
	pkg := func(id string, imports ...*packages.Package) *packages.Package {
		p := &packages.Package{ID: id, Imports: make(map[string]*packages.Package)}
		for _, i := range imports {
			p.Imports[i.ID] = i
		}
		return p
	}
	a, b := pkg("a"), pkg("b")
	c := pkg("c", a, b)
	roots := []*packages.Package{c, pkg("d", b)}
	ids := func(backwards bool) string {
		var all []string
		for _, p := range drive.Order(roots, backwards) {
			all = append(all, p.ID)
		}
		return strings.Join(all, " ")
	}
	if got := ids(false); got != "a b c d" {
		t.Errorf("order is %s", got)
	}
	if got := ids(true); got != "b d a c" {
		t.Errorf("order backwards is %s", got)
	}
}

// TestCheckFixes has a fix that compiles, one that doesn't parse and one that
// leaves an import without use.
func TestCheckFixes(t *testing.T) {
	const src = "package b\nimport \"a\"\nfunc G() { a.F() }\n"
	tests := []struct{ old, text, want string }{
		{"a.F()", "a.F(); a.F()", ""},
		{"a.F()", "a.(", "expected"},
		{"a.F()", "println()", `"a" imported and not used`},
		{"import \"a\"\n", "", "undefined: a"},
	}
	for _, test := range tests {
		w := newWorld()
		w.check(t, "a", "package a\nfunc F() {}\n")
		b := w.check(t, "b", src)
		b.Source = map[string][]byte{"b.go": []byte(src)}
		d, err := drive.New(&analysis.Analyzer{Name: "fixer", Doc: "fix", Run: func(p *analysis.Pass) (any, error) {
			from := p.Files[0].FileStart + token.Pos(strings.Index(src, test.old))
			edit := analysis.TextEdit{Pos: from, End: from + token.Pos(len(test.old)), NewText: []byte(test.text)}
			p.Report(analysis.Diagnostic{Pos: p.Files[0].Package, Message: "m", SuggestedFixes: []analysis.SuggestedFix{{Message: "f", TextEdits: []analysis.TextEdit{edit}}}})
			return nil, nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		out, err := d.Run(b)
		if err != nil {
			t.Fatal(err)
		}
		switch err := out.CheckFixes(w); {
		case test.want == "" && err != nil:
			t.Errorf("%q: %v", test.text, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%q: error is %v, want %q in it", test.text, err, test.want)
		}
	}
}
