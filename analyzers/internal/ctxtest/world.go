package ctxtest

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/packages"
)

// A world is what loaded packages become when some of their files change. It
// checks again only what the change touches, which is a lot faster than loading
// everything anew.
type world struct {
	files  map[string][]byte            // the changed files, by name
	known  map[string]*packages.Package // all loaded packages, by path; a package itself, not its test variant
	built  map[*packages.Package]*packages.Package
	errors []buildError
}

// A buildError is why a changed package doesn't compile.
type buildError struct{ error }

func (e buildError) unusedImport() bool {
	return strings.Contains(e.Error(), "imported and not used")
}

func newWorld(files map[string][]byte, results []*analysistest.Result) *world {
	w := &world{
		files: files,
		known: make(map[string]*packages.Package),
		built: make(map[*packages.Package]*packages.Package),
	}
	var roots []*packages.Package
	for _, r := range results {
		roots = append(roots, r.Action.Package)
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.ID == p.PkgPath {
			w.known[p.PkgPath] = p
		}
	})
	return w
}

// rebuild returns what becomes of a package: itself, if neither its files nor
// anything that it imports have changed.
func (w *world) rebuild(old *packages.Package) *packages.Package {
	if p, ok := w.built[old]; ok {
		return p
	}
	changed := slices.ContainsFunc(old.CompiledGoFiles, func(name string) bool { return w.files[name] != nil })
	imports := make(map[string]*packages.Package)
	for _, path := range slices.Sorted(maps.Keys(old.Imports)) {
		imports[path] = w.rebuild(old.Imports[path])
		changed = changed || imports[path] != old.Imports[path]
	}
	w.built[old] = old
	if changed {
		p := *old
		p.Imports, p.Errors, p.TypeErrors, p.IllTyped = imports, nil, nil, false
		w.built[old] = &p
		if err := w.check(&p); err != nil {
			w.errors = append(w.errors, buildError{err})
		}
	}
	return w.built[old]
}

// check parses and type-checks a package of changed files or imports.
func (w *world) check(p *packages.Package) error {
	syntax := slices.Clone(p.Syntax)
	for i, f := range syntax {
		name := p.Fset.File(f.FileStart).Name()
		if text := w.files[name]; text != nil {
			f, err := parser.ParseFile(p.Fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			syntax[i] = f
		}
	}
	var faults []error
	config := types.Config{
		Importer: importer{w, p},
		Sizes:    p.TypesSizes,
		Error:    func(err error) { faults = append(faults, err) },
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	info := &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Instances:    make(map[*ast.Ident]types.Instance),
		Scopes:       make(map[ast.Node]*types.Scope),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		FileVersions: make(map[*ast.File]string),
	}
	// The error is the first of those that the callback gets.
	p.Types, _ = config.Check(p.PkgPath, p.Fset, syntax, info)
	p.Syntax, p.TypesInfo = syntax, info
	return errors.Join(faults...)
}

// importer imports what a package imports, and what a fix makes it import
// besides, if that is among what was loaded for other packages.
type importer struct {
	world *world
	pkg   *packages.Package
}

func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	p, ok := i.pkg.Imports[path]
	if !ok {
		known, ok := i.world.known[path]
		if !ok {
			return nil, fmt.Errorf("a fix imports %s, which no package under test does", path)
		}
		p = i.world.rebuild(known)
		i.pkg.Imports[path] = p
	}
	return p.Types, nil
}
