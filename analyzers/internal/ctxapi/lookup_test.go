package ctxapi

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// sources is an importer of made-up packages, on top of the toolchain's.
type sources struct {
	fset *token.FileSet
	src  map[string]string
	done map[string]*types.Package
	std  types.Importer
}

func newSources(src map[string]string) *sources {
	fset := token.NewFileSet()
	return &sources{fset: fset, src: src, done: make(map[string]*types.Package), std: importer.ForCompiler(fset, "source", nil)}
}

func (s *sources) Import(path string) (*types.Package, error) {
	if pkg := s.done[path]; pkg != nil {
		return pkg, nil
	}
	text, ok := s.src[path]
	if !ok {
		return s.std.Import(path)
	}
	pkg, _, err := s.check(path, text)
	return pkg, err
}

func (s *sources) check(path, text string) (*types.Package, *types.Info, error) {
	file, err := parser.ParseFile(s.fset, path+".go", text, parser.SkipObjectResolution)
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

// used returns what every selector of the program names, as "rows" by name of
// the selected thing: "role kind; ...", as Rows, MethodRows and FieldRows see it.
func used(t *testing.T, src map[string]string) map[string]string {
	t.Helper()
	s := newSources(src)
	_, info, err := s.check("example.com/prog", src["prog"])
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for id, obj := range info.Uses {
		if _, ok := obj.(*types.PkgName); !ok {
			got[id.Name] = describe(Rows(obj))
		}
	}
	for sel, s := range info.Selections {
		switch obj := s.Obj().(type) {
		case *types.Func:
			got["sel "+sel.Sel.Name] = describe(MethodRows(s.Recv(), obj))
		case *types.Var:
			got["sel "+sel.Sel.Name] = describe(FieldRows(s.Recv(), obj))
		}
	}
	return got
}

func describe(rows []*Row) string {
	var b []string
	for _, r := range rows {
		b = append(b, strings.TrimSpace(string(r.Role)+" "+r.Kind))
	}
	return strings.Join(b, "; ")
}

func TestStdLookup(t *testing.T) {
	got := used(t, map[string]string{"prog": `package prog

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"testing"
	"time"
)

type mine struct{ *http.Client }

func f(ctx context.Context, db *sql.DB, c *http.Client, m mine, conn *net.TCPConn, t *testing.T, r *http.Request) {
	ctx, cancel := context.WithTimeout(ctx, 1)
	defer cancel()
	_ = db.Ping()
	_, _ = db.QueryContext(ctx, "")
	_, _ = m.Get("")
	_ = conn.SetDeadline(time.Time{})
	_ = t.Context()
	c.Timeout = time.Second
	_ = http.DefaultClient
	_ = r.Header.Get("")
	<-time.After(1)
	var tr http.RoundTripper
	_, _ = tr.RoundTrip(r)
}
`})
	for name, want := range map[string]string{
		"WithTimeout":     "derive",
		"Ping":            "variant PingContext; outgoing sql",
		"QueryContext":    "outgoing sql; retains until Rows.Close or Row.Scan",
		"sel SetDeadline": "timeout-field setter: all later reads or writes",
		"SetDeadline":     "timeout-field setter: all later reads or writes",
		"sel Context":     "carrier t.Context()",
		"sel Timeout":     "timeout-field whole call with redirects and body read",
		"Timeout":         "timeout-field whole call with redirects and body read",
		"DefaultClient":   "nodeadline http",
		"After":           "wait chan",
		"RoundTrip":       "outgoing http; retains until the Body is read and closed",
	} {
		if got[name] != want {
			t.Errorf("%s: got %q, want %q", name, got[name], want)
		}
	}
}
