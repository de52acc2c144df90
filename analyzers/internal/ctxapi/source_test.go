package ctxapi_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi/verify"
)

// sources type-checks made-up packages, which have no package clause, by path, on top of the toolchain's
// standard library.
type sources struct {
	fset *token.FileSet
	src  map[string]string
	done map[string]*types.Package
	std  verify.Loader
}

func newSources(t *testing.T, std []string, src map[string]string) *sources {
	return &sources{fset: token.NewFileSet(), src: src, done: make(map[string]*types.Package), std: stdLoader(t, std...)}
}

func (s *sources) Import(path string) (*types.Package, error) {
	if pkg := s.done[path]; pkg != nil {
		return pkg, nil
	}
	if text, ok := s.src[path]; ok {
		pkg, _, err := s.check(path, text)
		return pkg, err
	}
	return s.std(path)
}

func (s *sources) check(path, text string) (*types.Package, *types.Info, error) {
	name := path[strings.LastIndexByte(path, '/')+1:]
	file, err := parser.ParseFile(s.fset, name+".go", "package "+strings.NewReplacer("-", "", ".", "").Replace(name)+"\n"+text, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	info := &types.Info{
		Uses:       make(map[*ast.Ident]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection),
	}
	pkg, err := (&types.Config{Importer: s}).Check(path, s.fset, []*ast.File{file}, info)
	s.done[path] = pkg
	return pkg, info, err
}

// lookups type-checks prog, which imports the std packages and those of src, and
// returns what the tables say of its selectors: by "x.Name" as written, in the
// way of MethodRows and FieldRows, and by "Name" as Rows has it for the object
// alone.
func lookups(t *testing.T, std []string, src map[string]string, prog string) map[string]string {
	t.Helper()
	return lookupsIn(t, new(ctxapi.Tables), "example.com/prog", std, src, prog)
}

// lookupsIn is lookups in certain tables, for a program of the path.
func lookupsIn(t *testing.T, tables *ctxapi.Tables, path string, std []string, src map[string]string, prog string) map[string]string {
	t.Helper()
	s := newSources(t, std, src)
	_, info, err := s.check(path, prog)
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for id, obj := range info.Uses {
		if _, ok := obj.(*types.PkgName); !ok {
			got[id.Name] = describe(tables.Rows(obj))
		}
	}
	for sel, s := range info.Selections {
		x, ok := ast.Unparen(sel.X).(*ast.Ident)
		if !ok {
			continue
		}
		switch obj := s.Obj().(type) {
		case *types.Func:
			got[x.Name+"."+sel.Sel.Name] = describe(tables.MethodRows(s.Recv(), obj))
		case *types.Var:
			got[x.Name+"."+sel.Sel.Name] = describe(tables.FieldRows(s.Recv(), obj))
		}
	}
	return got
}

// checkSource type-checks a package as lookups does.
func checkSource(t *testing.T, path string, std []string, src map[string]string, text string) *types.Package {
	t.Helper()
	pkg, _, err := newSources(t, std, src).check(path, text)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// describe writes rows as "role kind; role kind".
func describe(rows []*ctxapi.Row) string {
	var b []string
	for _, r := range rows {
		b = append(b, strings.TrimSpace(string(r.Role)+" "+r.Kind))
	}
	return strings.Join(b, "; ")
}

func compare(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, w := range want {
		if g, ok := got[name]; !ok {
			t.Errorf("%s: not used in the program", name)
		} else if g != w {
			t.Errorf("%s: got %q, want %q", name, g, w)
		}
	}
}
