package ctxflow_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/ctxchain/ctxchain/analyzers"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest/drive"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest/probe"
)

// TestStdPart analyzes a part of the standard library, in which there is a bit
// of everything, and a module of some size that this one depends on.
// TestStd, with the tag std, analyzes all of both.
func TestStdPart(t *testing.T) {
	roots := load(t, "1", false,
		"context", "crypto/tls", "database/sql", "encoding/json", "net", "net/http", "os/exec", "os/user", "sync", "time",
		"golang.org/x/tools/go/...")
	for _, p := range roots {
		if p.PkgPath == "net" || p.PkgPath == "os/user" {
			if !slices.ContainsFunc(p.Types.Scope().Names(), func(name string) bool { return strings.HasPrefix(name, "_Ctype_") }) {
				t.Errorf("%s comes without cgo", p.ID)
			}
		}
	}
	r := analyzeTwice(t, roots)
	// Far fewer would mean that not everything was loaded.
	if r.packages < 300 || r.functions < 15000 || r.facts < 1000 {
		t.Errorf("analyzed no more than %v", r)
	}
}

// load loads packages with all that they import from source; cgo is the
// value of CGO_ENABLED.
func load(t *testing.T, cgo string, tests bool, patterns ...string) []*packages.Package {
	t.Helper()
	config := &packages.Config{
		Mode:  drive.AllMode,
		Dir:   filepath.Dir(filepath.Dir(ctxtest.TestData(t))),
		Env:   append(os.Environ(), "CGO_ENABLED="+cgo, "GOFLAGS=", "GOWORK=off"),
		Tests: tests,
	}
	roots, err := packages.Load(config, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return roots
}

// imports imports what a package imports.
type imports struct{ of *packages.Package }

func (i imports) Import(path string) (*types.Package, error) {
	if p, ok := i.of.Imports[path]; ok {
		return p.Types, nil
	}
	return nil, fmt.Errorf("%s doesn't import %s", i.of.ID, path)
}

// tally is how much was analyzed.
type tally struct{ packages, functions, diagnostics, fixes, facts, answers int }

func (n tally) String() string {
	return fmt.Sprintf("%d packages with %d functions: %d diagnostics, %d of them with a fix, %d facts and %d other answers of the engine",
		n.packages, n.functions, n.diagnostics, n.fixes, n.facts, n.answers)
}

func (n *tally) add(p *drive.Package, o *drive.Outcome) {
	n.packages++
	for _, f := range p.Files {
		ast.Inspect(f, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.FuncDecl:
				if node.Body != nil {
					n.functions++
				}
			case *ast.FuncLit:
				n.functions++
			}
			return true
		})
	}
	n.facts += len(o.Facts)
	for _, d := range o.Diagnostics {
		if d.Category == probe.Category {
			n.answers++
			continue
		}
		n.diagnostics++
		if len(d.SuggestedFixes) > 0 {
			n.fixes++
		}
	}
}

// analyzeTwice runs all checks with all categories on the packages and what
// they import, with the gate open, twice: with other analyzers the second time,
// and the packages in another order. It is an error if any of them fails, or if
// the second time differs.
func analyzeTwice(t *testing.T, roots []*packages.Package) tally {
	t.Helper()
	ctxflow.OpenGate(t)
	var n tally
	first := make(map[string]string)
	byID := make(map[string]*packages.Package)
	for _, p := range drive.Order(roots, false) {
		byID[p.ID] = p
	}
	analyzeAll(t, drive.Order(roots, false), func(p *drive.Package, o *drive.Outcome) {
		first[p.ID] = o.String()
		n.add(p, o)
		if err := o.CheckFixes(imports{byID[p.ID]}); err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
	})
	analyzeAll(t, drive.Order(roots, true), func(p *drive.Package, o *drive.Outcome) {
		if second := o.String(); second != first[p.ID] {
			t.Errorf("%s: two runs differ:\n%s", p.ID, difference(first[p.ID], second))
		}
		delete(first, p.ID)
	})
	for id := range first {
		t.Errorf("%s: only analyzed once", id)
	}
	t.Logf("%v", n)
	return n
}

// analyzeAll runs fresh checks on the packages and hands each outcome over.
func analyzeAll(t *testing.T, pkgs []*packages.Package, done func(*drive.Package, *drive.Outcome)) {
	t.Helper()
	checks := analyzers.New()
	for _, a := range checks {
		if err := a.Flags.Set("preset", "strict"); err != nil {
			t.Fatal(err)
		}
	}
	checks = append(checks, probe.New())
	ctxflow.Equip(checks...)
	d, err := drive.New(checks...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		if p.IllTyped {
			t.Errorf("%s can't be analyzed: %v", p.ID, p.Errors)
			continue
		}
		if p.PkgPath == "unsafe" {
			continue // has no code
		}
		o, err := d.Run(drive.From(p))
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		done(drive.From(p), o)
	}
}

// difference returns the lines that only one of two texts has, in their order.
func difference(a, b string) string {
	var w strings.Builder
	only := func(mark, a, b string) {
		has := make(map[string]bool)
		for line := range strings.Lines(b) {
			has[line] = true
		}
		for line := range strings.Lines(a) {
			if !has[line] {
				w.WriteString(mark + line)
			}
		}
	}
	only("- ", a, b)
	only("+ ", b, a)
	if w.Len() == 0 {
		return "the order of lines"
	}
	return w.String()
}
