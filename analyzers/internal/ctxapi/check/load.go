// Package check compares the third-party rows of the library tables with the
// real modules. It is a module of its own, since nobody who builds ctxchain
// should need ninety libraries, and has tests only:
//
//	cd analyzers/internal/ctxapi/check && go test ./...
//
// A new version of a library goes into its table and, by go get, into this
// go.mod; TestTables wants the two to agree. After a change of ctxchain's own
// go.mod, run go mod tidy here.
package check

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"

	"golang.org/x/tools/go/packages"
)

// A universe type-checks packages of this module's dependencies from source when
// they are first asked for, each once, without function bodies: rows are about
// signatures, and the bodies of ninety libraries and all they import are what
// would cost the time and the memory.
type universe struct {
	fset *token.FileSet
	meta map[string]*packages.Package
	done map[string]*types.Package
}

// newUniverse lists the packages and everything that they import.
func newUniverse(paths []string) (*universe, error) {
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule,
		// Without cgo, as the rows were taken: no C compiler is needed then.
		Env: append(os.Environ(), "CGO_ENABLED=0"),
	}
	roots, err := packages.Load(cfg, paths...)
	if err != nil {
		return nil, err
	}
	u := &universe{fset: token.NewFileSet(), meta: make(map[string]*packages.Package), done: make(map[string]*types.Package)}
	packages.Visit(roots, nil, func(p *packages.Package) { u.meta[p.PkgPath] = p })
	return u, nil
}

// module returns the version of the module that a package was listed from, ""
// for an unknown package.
func (u *universe) module(path string) (mod, version string) {
	p := u.meta[path]
	if p == nil || p.Module == nil {
		return "", ""
	}
	if p.Module.Replace != nil {
		return p.Module.Path, p.Module.Replace.Version
	}
	return p.Module.Path, p.Module.Version
}

// load type-checks a package: a verify.Loader.
func (u *universe) load(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg, ok := u.done[path]; ok {
		return pkg, nil
	}
	p := u.meta[path]
	if p == nil {
		return nil, fmt.Errorf("no package %q", path)
	}
	for _, err := range p.Errors {
		return nil, err
	}
	var files []*ast.File
	for _, name := range p.CompiledGoFiles {
		file, err := parser.ParseFile(u.fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	var first error
	cfg := types.Config{
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Sizes:            types.SizesFor("gc", "amd64"),
		Importer:         importerFunc(func(path string) (*types.Package, error) { return u.resolve(p, path) }),
		// One error at a time, and the package all the same: what bodies would have
		// used counts as unused import.
		Error: func(err error) {
			if first == nil && !err.(types.Error).Soft {
				first = err
			}
		},
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		cfg.GoVersion = "go" + p.Module.GoVersion
	}
	pkg, _ := cfg.Check(path, u.fset, files, nil)
	if first != nil {
		return nil, first
	}
	u.done[path] = pkg
	return pkg, nil
}

// resolve imports what a package names by path, which its vendor directory or
// the standard library's may turn into another.
func (u *universe) resolve(from *packages.Package, path string) (*types.Package, error) {
	if imp := from.Imports[path]; imp != nil {
		return u.load(imp.PkgPath)
	}
	return u.load(path)
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }
