package verify_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi/verify"
)

const ownSource = `package own
import "context"
type base struct{}
func (*base) Call(context.Context) error { return nil }
type Client struct{ base; Base context.Context; N int }
func (Client) Plain(n int) {}
func (Client) PlainContext(ctx context.Context, n int) {}
func (Client) Other() {}
func (c *Client) Context() context.Context { return c.Base }
func Do(n int, f func()) {}
func With(context.Context) context.Context { return nil }
type Func func()
`

func TestOwn(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "own.go", ownSource, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}).Check("example.com/own", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	load := func(path string) (*types.Package, error) {
		if path != pkg.Path() {
			return nil, fmt.Errorf("no package %s", path)
		}
		return pkg, nil
	}
	for _, test := range []struct{ row, err string }{
		{"outgoing (*example.com/own.base).Call", ""},
		{"carrier (example.com/own.Client).Base", ""},
		{"carrier (*example.com/own.Client).Context", ""},
		{"variant (example.com/own.Client).Plain sibling=PlainContext", ""},
		{"spawn example.com/own.Do task=1", ""},
		{"outgoing (example.com/own.Cl*).Plain*", ""},
		{"derive example.com/own.With", ""},
		{"spawn example.com/own.Do", ""},
		{"timeout-header X-Any", ""},

		{"job example.com/other.F", "no package example.com/other"},
		{"job example.com/own.F", "example.com/own has no function F"},
		{"job (example.com/own.T).F", "example.com/own has no type T"},
		{"job (*example.com/own.Client).F", "example.com/own.Client has no method or field F"},
		{"carrier (example.com/own.Client).Context", "the method has a pointer receiver: (*example.com/own.Client).Context"},
		{"outgoing (*example.com/own.Client).Call", "another type declares the method: name (*example.com/own.base).Call"},
		{"outgoing (example.com/own.X*).Plain", "nothing in example.com/own is called so"},
		{"outgoing (example.com/own.Client).Plain ctx=0", "parameter 0 of Plain is no context"},
		{"derive example.com/own.Do", "Do takes no context"},
		{"carrier (example.com/own.Client).N", "N gives no context"},
		{"carrier (example.com/own.Client).Plain", "Plain gives no context"},
		{"variant (example.com/own.Client).Plain sibling=Nope", "there's no sibling Nope"},
		{"variant (example.com/own.Client).Plain sibling=Other", "its sibling Other takes no context"},
		{"variant (example.com/own.Client).PlainContext sibling=PlainContext", "PlainContext takes a context itself"},
		{"spawn example.com/own.Do task=0", "parameter 0 of Do can't be run"},
		{"spawn example.com/own.Do task=2", "Do has no parameter 2"},
		{"spawn example.com/own.With", "With takes no function: task= is missing"},
		{"outgoing example.com/own.Do timeout-arg=5", "Do has no parameter 5"},
		{"job example.com/own.Func", "Func is no function"},
	} {
		tables := new(ctxapi.Tables)
		if err := tables.Set(test.row); err != nil {
			t.Errorf("%s: %v", test.row, err)
			continue
		}
		got := ""
		for _, r := range tables.Own() {
			if err := verify.Own(r, load); err != nil {
				got = err.Error()
			}
		}
		if got != test.err {
			t.Errorf("%s: error %q, want %q", test.row, got, test.err)
		}
	}
}
