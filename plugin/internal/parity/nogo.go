package parity

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/objectpath"
)

// Nogo runs an analyzer as the nogo of rules_go does, which Bazel calls once for
// each package and which differs from other drivers in what it doesn't give:
//
//   - the pass has no Module, no ReadFile, and no files but those that are compiled;
//   - the standard library was never analyzed, and so has no facts;
//   - the names of files are relative;
//   - the language version isn't known;
//   - flags are set on the analyzer itself, and on those that it requires if
//     they have the same name;
//   - what it imports comes from export data, and facts about that in the bytes
//     that gob made of them.
//
// It doesn't show categories and related places.
func (c Corpus) Nogo(a *analysis.Analyzer, flags map[string]string) ([]Finding, error) {
	for name, value := range flags {
		for _, x := range append([]*analysis.Analyzer{a}, a.Requires...) {
			if x.Name != a.Name {
				continue
			}
			if err := x.Flags.Set(name, value); err != nil {
				return nil, fmt.Errorf("%s: %w", x.Name, err)
			}
		}
	}
	if err := analysis.Validate([]*analysis.Analyzer{a}); err != nil {
		return nil, err
	}
	roots, err := c.packages(packages.NeedName|packages.NeedCompiledGoFiles|packages.NeedImports|packages.NeedDeps|packages.NeedExportFile, "./...")
	if err != nil {
		return nil, err
	}
	n := &nogo{corpus: c, analyzer: a, asked: roots, facts: make(map[*packages.Package]facts)}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if n.err == nil && !standard(p) {
			n.err = n.unit(p)
		}
	})
	return n.found, n.err
}

// standard reports whether a package is of the standard library.
func standard(p *packages.Package) bool {
	if len(p.CompiledGoFiles) == 0 {
		return p.PkgPath == "unsafe"
	}
	rel, err := filepath.Rel(filepath.Join(runtime.GOROOT(), "src"), p.CompiledGoFiles[0])
	return err == nil && !strings.HasPrefix(rel, "..")
}

type nogo struct {
	corpus   Corpus
	analyzer *analysis.Analyzer
	asked    []*packages.Package         // the others are analyzed for their facts
	facts    map[*packages.Package]facts // about packages that are done
	found    []Finding
	err      error
}

// facts are those about a package: the encoded fact by what it is about, where
// "." is the package itself, and by its type.
type facts map[factKey][]byte

type factKey struct {
	object objectpath.Path
	typ    reflect.Type
}

// A unit is what one process of nogo has to do with.
type unit struct {
	*nogo
	pkg     *packages.Package
	fset    *token.FileSet
	files   []*ast.File
	types   *types.Package
	info    *types.Info
	imports map[string]*packages.Package // all of them, by path
	own     map[ownKey]analysis.Fact
	results map[*analysis.Analyzer]any
}

type ownKey struct {
	object types.Object // nil for the package
	typ    reflect.Type
}

// unit analyzes a package, after those that it imports.
func (n *nogo) unit(p *packages.Package) error {
	u := &unit{
		nogo:    n,
		pkg:     p,
		fset:    token.NewFileSet(),
		imports: make(map[string]*packages.Package),
		own:     make(map[ownKey]analysis.Fact),
		results: make(map[*analysis.Analyzer]any),
	}
	packages.Visit(slices.Collect(maps.Values(p.Imports)), nil, func(dep *packages.Package) { u.imports[dep.PkgPath] = dep })
	if err := u.load(); err != nil {
		return fmt.Errorf("%s: %w", p.ID, err)
	}
	if err := u.run(n.analyzer); err != nil {
		return fmt.Errorf("%s: %w", p.ID, err)
	}
	var err error
	n.facts[p], err = u.encode()
	return err
}

// load parses and type-checks the package.
func (u *unit) load() error {
	for _, name := range u.pkg.CompiledGoFiles {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(u.fset, u.corpus.Relative(name), text, parser.ParseComments)
		if err != nil {
			return err
		}
		u.files = append(u.files, f)
	}
	u.info = &types.Info{
		Types:      make(map[ast.Expr]types.TypeAndValue),
		Uses:       make(map[*ast.Ident]types.Object),
		Defs:       make(map[*ast.Ident]types.Object),
		Implicits:  make(map[ast.Node]types.Object),
		Instances:  make(map[*ast.Ident]types.Instance),
		Scopes:     make(map[ast.Node]*types.Scope),
		Selections: make(map[*ast.SelectorExpr]*types.Selection),
	}
	config := types.Config{Importer: importer.ForCompiler(u.fset, "gc", func(path string) (io.ReadCloser, error) {
		dep := u.imports[path]
		if dep == nil {
			return nil, fmt.Errorf("import of %s", path)
		}
		return os.Open(dep.ExportFile)
	})}
	var err error
	u.types, err = config.Check(u.pkg.PkgPath, u.fset, u.files, u.info)
	return err
}

// run runs an analyzer after those that it requires. Only what the one that was
// asked for reports is shown.
func (u *unit) run(a *analysis.Analyzer) (err error) {
	if _, done := u.results[a]; done {
		return nil
	}
	inputs := make(map[*analysis.Analyzer]any)
	for _, req := range a.Requires {
		if err := u.run(req); err != nil {
			return err
		}
		inputs[req] = u.results[req]
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: panic: %v", a.Name, r)
		}
	}()
	u.results[a], err = a.Run(&analysis.Pass{
		Analyzer:   a,
		Fset:       u.fset,
		Files:      u.files,
		Pkg:        u.types,
		TypesInfo:  u.info,
		TypesSizes: types.SizesFor("gc", runtime.GOARCH),
		ResultOf:   inputs,
		Report: func(d analysis.Diagnostic) {
			if a == u.analyzer && slices.Contains(u.asked, u.pkg) {
				u.found = append(u.found, u.corpus.fromDiagnostic(u.fset, d))
			}
		},
		ImportObjectFact:  u.importObject,
		ExportObjectFact:  func(obj types.Object, f analysis.Fact) { u.own[ownKey{obj, reflect.TypeOf(f)}] = f },
		ImportPackageFact: u.importPackage,
		ExportPackageFact: func(f analysis.Fact) { u.own[ownKey{nil, reflect.TypeOf(f)}] = f },
		AllObjectFacts:    func() []analysis.ObjectFact { panic("no check is known to need it") },
		AllPackageFacts:   func() []analysis.PackageFact { panic("no check is known to need it") },
	})
	return err
}

func (u *unit) importObject(obj types.Object, f analysis.Fact) bool {
	if obj.Pkg() == nil {
		return false
	}
	if obj.Pkg() == u.types {
		return assign(f, u.own[ownKey{obj, reflect.TypeOf(f)}])
	}
	path, err := objectpath.For(obj)
	return err == nil && u.decode(obj.Pkg(), path, f)
}

func (u *unit) importPackage(pkg *types.Package, f analysis.Fact) bool {
	if pkg == u.types {
		return assign(f, u.own[ownKey{nil, reflect.TypeOf(f)}])
	}
	return u.decode(pkg, ".", f)
}

func assign(to, from analysis.Fact) bool {
	if from == nil {
		return false
	}
	reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem())
	return true
}

// decode sets a fact to what is known about an imported object.
func (u *unit) decode(pkg *types.Package, object objectpath.Path, f analysis.Fact) bool {
	data, ok := u.facts[u.imports[pkg.Path()]][factKey{object, reflect.TypeOf(f)}]
	if !ok {
		return false
	}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(f); err != nil {
		panic(err)
	}
	return true
}

// encode returns the unit's facts for those that import the package.
func (u *unit) encode() (facts, error) {
	all := make(facts)
	var faults []error
	for key, f := range u.own {
		path := objectpath.Path(".")
		if key.object != nil {
			var err error
			if path, err = objectpath.For(key.object); err != nil {
				continue // nobody else can ask for it
			}
		}
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(f); err != nil {
			faults = append(faults, err)
		}
		all[factKey{path, key.typ}] = b.Bytes()
	}
	return all, errors.Join(faults...)
}

// fromDiagnostic returns a diagnostic with positions of a file set.
func (c Corpus) fromDiagnostic(fset *token.FileSet, d analysis.Diagnostic) Finding {
	at := fset.Position(d.Pos)
	f := Finding{File: c.Relative(at.Filename), Line: at.Line, Col: at.Column, Category: d.Category, Message: d.Message}
	for _, r := range d.Related {
		at := fset.Position(r.Pos)
		f.Related = append(f.Related, fmt.Sprintf("%s:%d: %s", c.Relative(at.Filename), at.Line, r.Message))
	}
	for _, fix := range d.SuggestedFixes {
		for _, e := range fix.TextEdits {
			file := fset.File(e.Pos)
			f.Edits = append(f.Edits, c.Edit(file.Name(), file.Offset(e.Pos), file.Offset(max(e.Pos, e.End)), string(e.NewText)))
		}
	}
	return f
}
