// Package drive runs analyzers on packages that are type-checked already, for
// tests that look at how the analyzers bear up and not at what they find.
//
// It works as the drivers do that analyze each package in a process of its own:
// all that gets from one package to another are facts, about objects that can be
// named across packages, in the bytes that gob makes of them. Where those
// drivers would go on or never notice, it fails: on an analyzer that panics, on
// a fact that gob doesn't give back as it was, on a diagnostic that has no place
// in the package or a fix whose edits overlap.
package drive

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"reflect"
	"runtime/debug"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// A Package is one that has been type-checked without errors.
type Package struct {
	ID      string // tells a package from its test variant
	Fset    *token.FileSet
	Files   []*ast.File
	Types   *types.Package
	Info    *types.Info
	Sizes   types.Sizes
	Ignored []string          // files that build constraints leave out
	Other   []string          // files in other languages
	Module  *analysis.Module  // nil where there is none
	Source  map[string][]byte // contents of files that aren't on disk, by name
}

// NewInfo returns an empty record of everything that analyzers ask for.
func NewInfo() *types.Info {
	return &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Instances:    make(map[*ast.Ident]types.Instance),
		Scopes:       make(map[ast.Node]*types.Scope),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		FileVersions: make(map[*ast.File]string),
	}
}

// A Driver runs one set of analyzers on one package after another.
type Driver struct {
	analyzers []*analysis.Analyzer // with all that they require, in an order in which they can run
	objects   map[objectKey][]byte
	packages  map[packageKey][]byte
}

type objectKey struct {
	obj types.Object
	typ reflect.Type
}

type packageKey struct {
	pkg *types.Package
	typ reflect.Type
}

// New returns a driver for the analyzers and what they require.
func New(analyzers ...*analysis.Analyzer) (*Driver, error) {
	if err := analysis.Validate(analyzers); err != nil {
		return nil, err
	}
	d := &Driver{objects: make(map[objectKey][]byte), packages: make(map[packageKey][]byte)}
	seen := make(map[*analysis.Analyzer]bool)
	var add func(*analysis.Analyzer)
	add = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, req := range a.Requires {
			add(req)
		}
		d.analyzers = append(d.analyzers, a)
	}
	for _, a := range analyzers {
		add(a)
	}
	return d, nil
}

// With returns a driver for other analyzers that knows all the facts that this
// one does, and keeps new ones to itself.
func (d *Driver) With(analyzers ...*analysis.Analyzer) (*Driver, error) {
	other, err := New(analyzers...)
	if err != nil {
		return nil, err
	}
	maps.Copy(other.objects, d.objects)
	maps.Copy(other.packages, d.packages)
	return other, nil
}

// Analyzers returns the driver's analyzers with all that they require.
func (d *Driver) Analyzers() []*analysis.Analyzer { return d.analyzers }

// Run analyzes a package after those that it imports; facts about packages that
// weren't analyzed are missing, as those about the standard library are in some
// drivers. The error tells the first thing that is wrong.
func (d *Driver) Run(p *Package) (*Outcome, error) {
	r := &run{driver: d, pkg: p, results: make(map[*analysis.Analyzer]any), out: &Outcome{pkg: p}}
	for _, a := range d.analyzers {
		if err := r.analyze(a); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", p.ID, a.Name, err)
		}
	}
	if err := r.publish(); err != nil {
		return nil, fmt.Errorf("%s: %w", p.ID, err)
	}
	return r.out, nil
}

// run is the analysis of one package.
type run struct {
	driver  *Driver
	pkg     *Package
	results map[*analysis.Analyzer]any
	out     *Outcome
	own     []ownFact // in the order of their export
	fault   error     // the first misuse of the pass
}

// An ownFact is one that this run has exported.
type ownFact struct {
	analyzer *analysis.Analyzer
	obj      types.Object // nil for a fact about the package
	fact     analysis.Fact
	data     []byte
}

// analyze runs one analyzer, and makes an error of its panic.
func (r *run) analyze(a *analysis.Analyzer) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	res, err := a.Run(r.pass(a))
	if err != nil {
		return err
	}
	if r.fault != nil {
		return r.fault
	}
	if got, want := reflect.TypeOf(res), a.ResultType; got != want {
		return fmt.Errorf("its result is a %v, not a %v", got, want)
	}
	r.results[a] = res
	return nil
}

// pass returns what an analyzer gets to see.
func (r *run) pass(a *analysis.Analyzer) *analysis.Pass {
	p := r.pkg
	results := make(map[*analysis.Analyzer]any)
	for _, req := range a.Requires {
		results[req] = r.results[req]
	}
	return &analysis.Pass{
		Analyzer:          a,
		Fset:              p.Fset,
		Files:             p.Files,
		OtherFiles:        p.Other,
		IgnoredFiles:      p.Ignored,
		Pkg:               p.Types,
		TypesInfo:         p.Info,
		TypesSizes:        p.Sizes,
		Module:            p.Module,
		ResultOf:          results,
		ReadFile:          p.readFile,
		Report:            func(d analysis.Diagnostic) { r.report(a, d) },
		ImportObjectFact:  r.importObject,
		ImportPackageFact: r.importPackage,
		ExportObjectFact:  func(obj types.Object, f analysis.Fact) { r.export(a, obj, f) },
		ExportPackageFact: func(f analysis.Fact) { r.export(a, nil, f) },
		AllObjectFacts:    r.allObjects,
		AllPackageFacts:   r.allPackages,
	}
}

func (p *Package) readFile(name string) ([]byte, error) {
	if data, ok := p.Source[name]; ok {
		return data, nil
	}
	return os.ReadFile(name)
}

// failf keeps the first misuse.
func (r *run) failf(format string, args ...any) {
	if r.fault == nil {
		r.fault = fmt.Errorf(format, args...)
	}
}

// report keeps a diagnostic after a look at its form.
func (r *run) report(a *analysis.Analyzer, d analysis.Diagnostic) {
	if err := r.pkg.check(d); err != nil {
		r.failf("diagnostic %q: %w", d.Message, err)
	}
	r.out.Diagnostics = append(r.out.Diagnostics, Diagnostic{a, d})
}

// export keeps a fact about an object of the package, or about the package.
func (r *run) export(a *analysis.Analyzer, obj types.Object, f analysis.Fact) {
	declared := false
	for _, typ := range a.FactTypes {
		declared = declared || reflect.TypeOf(typ) == reflect.TypeOf(f)
	}
	if !declared {
		r.failf("exports a fact of type %T, which it doesn't declare", f)
	}
	if obj != nil && obj.Pkg() != r.pkg.Types {
		r.failf("exports a fact about %v, of another package", obj)
	}
	data, err := encode(f)
	if err != nil {
		r.failf("fact %v about %v: %w", f, obj, err)
	}
	for i, x := range r.own {
		if x.obj == obj && reflect.TypeOf(x.fact) == reflect.TypeOf(f) {
			r.own[i] = ownFact{a, obj, f, data}
			return
		}
	}
	r.own = append(r.own, ownFact{a, obj, f, data})
}

func (r *run) importObject(obj types.Object, f analysis.Fact) bool {
	if obj == nil {
		r.failf("asks for a fact about no object")
		return false
	}
	if obj.Pkg() == r.pkg.Types {
		return r.take(r.exported(obj, f), f)
	}
	return r.take(r.driver.objects[objectKey{obj, reflect.TypeOf(f)}], f)
}

func (r *run) importPackage(pkg *types.Package, f analysis.Fact) bool {
	if pkg == r.pkg.Types {
		return r.take(r.exported(nil, f), f)
	}
	return r.take(r.driver.packages[packageKey{pkg, reflect.TypeOf(f)}], f)
}

// exported returns the fact of f's type that this run has exported about an
// object, or about the package for nil.
func (r *run) exported(obj types.Object, f analysis.Fact) []byte {
	for _, x := range r.own {
		if x.obj == obj && reflect.TypeOf(x.fact) == reflect.TypeOf(f) {
			return x.data
		}
	}
	return nil
}

// take turns the bytes of a fact, if there is one, into f.
func (r *run) take(data []byte, f analysis.Fact) bool {
	if data == nil {
		return false
	}
	if err := decode(data, f); err != nil {
		r.failf("fact %T: %w", f, err)
		return false
	}
	return true
}

// publish hands the facts that have a name across packages on to the packages
// that are analyzed later.
func (r *run) publish() error {
	var names objectpath.Encoder
	for _, x := range r.own {
		if x.obj == nil {
			r.driver.packages[packageKey{r.pkg.Types, reflect.TypeOf(x.fact)}] = x.data
			r.out.Facts = append(r.out.Facts, Fact{Type: fmt.Sprintf("%T", x.fact), Text: fmt.Sprint(x.fact), Data: x.data})
			continue
		}
		path, err := names.For(x.obj)
		if err != nil {
			continue // as in all drivers: nobody else can ask for it
		}
		if obj, err := objectpath.Object(r.pkg.Types, path); err != nil || obj != x.obj {
			return fmt.Errorf("%s names %v, not %v (%v)", path, obj, x.obj, err)
		}
		r.driver.objects[objectKey{x.obj, reflect.TypeOf(x.fact)}] = x.data
		r.out.Facts = append(r.out.Facts, Fact{string(path), fmt.Sprintf("%T", x.fact), fmt.Sprint(x.fact), x.data})
	}
	r.out.sort()
	return nil
}

func (r *run) allObjects() []analysis.ObjectFact {
	var all []analysis.ObjectFact
	for _, x := range r.own {
		if x.obj != nil {
			all = append(all, analysis.ObjectFact{Object: x.obj, Fact: x.fact})
		}
	}
	return all
}

func (r *run) allPackages() []analysis.PackageFact {
	var all []analysis.PackageFact
	for _, x := range r.own {
		if x.obj == nil {
			all = append(all, analysis.PackageFact{Package: r.pkg.Types, Fact: x.fact})
		}
	}
	return all
}
