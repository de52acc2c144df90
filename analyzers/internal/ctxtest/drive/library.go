package drive

import (
	"errors"
	"fmt"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Library is what sources in memory can import: packages of the standard
// library, which come from export data, and packages below a directory, which
// come from source. It isn't safe for concurrent use.
type Library struct {
	Fset *token.FileSet // of all packages of the library and all that it checks

	dir     string
	std     types.Importer
	sizes   types.Sizes
	own     map[string]*Package // nil for those on their way
	order   []*Package
	missing map[string]bool // paths that the directory doesn't have
}

// version is the language version of sources in memory.
const version = "go1.26"

// always are the packages that a library has whether or not its directory's
// files import them, so that a fix can.
var always = []string{"context", "errors", "fmt", "net/http", "os/exec", "sync", "time", "unsafe"}

// NewLibrary returns the library of the packages below dir, of which each has
// the path of its directory as import path, and all packages of the standard
// library that their files import, in turn or by themselves. Other packages of
// the standard library, and what they import, are there if their paths are given.
func NewLibrary(dir string, std ...string) (*Library, error) {
	l := &Library{Fset: token.NewFileSet(), dir: dir, own: make(map[string]*Package), missing: make(map[string]bool)}
	paths := make(map[string]bool)
	for _, path := range slices.Concat(always, std) {
		paths[path] = true
	}
	files, err := l.Files()
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, spec := range f.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && !l.has(path) {
				paths[path] = true
			}
		}
	}
	return l, l.load(slices.Sorted(maps.Keys(paths)))
}

// load finds the export data of packages and all that they import.
func (l *Library) load(paths []string) error {
	const mode = packages.NeedName | packages.NeedExportFile | packages.NeedImports | packages.NeedDeps | packages.NeedTypesSizes
	roots, err := packages.Load(&packages.Config{Mode: mode}, paths...)
	if err != nil {
		return err
	}
	export := make(map[string]string)
	for _, p := range Order(roots, false) {
		if len(p.Errors) > 0 {
			return fmt.Errorf("%s: %w", p.ID, p.Errors[0])
		}
		export[p.PkgPath] = p.ExportFile
		l.sizes = p.TypesSizes
	}
	l.std = importer.ForCompiler(l.Fset, "gc", func(path string) (io.ReadCloser, error) {
		if export[path] == "" {
			return nil, fmt.Errorf("%s isn't in the library", path)
		}
		return os.Open(export[path])
	})
	return nil
}

// Files returns the names of the Go files below the library's directory,
// relative to it and in order.
func (l *Library) Files() ([]string, error) {
	var files []string
	err := filepath.WalkDir(l.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		rel, err := filepath.Rel(l.dir, name)
		files = append(files, filepath.ToSlash(rel))
		return err
	})
	return files, err
}

// Dir returns the library's directory.
func (l *Library) Dir() string { return l.dir }

// Imported returns the packages below the directory that were imported so far,
// each after what it imports.
func (l *Library) Imported() []*Package { return l.order }

func (l *Library) has(path string) bool {
	if l.missing[path] {
		return false
	}
	info, err := os.Stat(filepath.Join(l.dir, filepath.FromSlash(path)))
	if err != nil || !info.IsDir() {
		l.missing[path] = true
		return false
	}
	return true
}

// Import imports a package of the library.
func (l *Library) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if !l.has(path) {
		return l.std.Import(path)
	}
	p, seen := l.own[path]
	switch {
	case seen && p == nil:
		return nil, fmt.Errorf("import cycle through %s", path)
	case seen:
		return p.Types, nil
	}
	l.own[path] = nil
	sources, err := l.sources(path)
	if err != nil {
		return nil, err
	}
	p, faults := l.Check(path, sources)
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	l.own[path] = p
	l.order = append(l.order, p)
	return p.Types, nil
}

// sources reads the files of a package, tests left out.
func (l *Library) sources(path string) ([]Source, error) {
	names, err := filepath.Glob(filepath.Join(l.dir, filepath.FromSlash(path), "*.go"))
	if err != nil {
		return nil, err
	}
	var sources []Source
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sources = append(sources, Source{name, text})
	}
	return sources, nil
}

// A Source is a file that need not be on disk.
type Source struct {
	Name string
	Text []byte
}

// Check parses and type-checks a package of sources. Where something is wrong
// with them, all errors are returned, those of types as types.Error, with the
// package as far as it goes; it is nil if a file doesn't parse.
func (l *Library) Check(path string, sources []Source) (*Package, []error) {
	p := &Package{ID: path, Fset: l.Fset, Info: NewInfo(), Sizes: l.sizes, Source: make(map[string][]byte)}
	for _, s := range sources {
		f, err := parser.ParseFile(l.Fset, s.Name, s.Text, parser.ParseComments|parser.SkipObjectResolution)
		if f != nil {
			p.Files = append(p.Files, f)
		}
		if err != nil {
			l.Forget(p)
			return nil, []error{err}
		}
		p.Source[s.Name] = s.Text
	}
	var faults []error
	config := types.Config{
		Importer:  l,
		Sizes:     l.sizes,
		GoVersion: version,
		Error:     func(err error) { faults = append(faults, err) },
	}
	// The error is the first of those that the callback gets.
	p.Types, _ = config.Check(path, l.Fset, p.Files, p.Info)
	if len(faults) == 0 && imports(p.Types, path, make(map[*types.Package]bool)) {
		faults = append(faults, fmt.Errorf("import cycle through %s", path))
	}
	return p, faults
}

// imports reports whether a package imports one of that path, directly or not.
func imports(pkg *types.Package, path string, seen map[*types.Package]bool) bool {
	for _, dep := range pkg.Imports() {
		if seen[dep] {
			continue
		}
		seen[dep] = true
		if dep.Path() == path || imports(dep, path, seen) {
			return true
		}
	}
	return false
}

// Forget gives the files of a package that was checked, but never imported,
// back to the file set. The package can't be used any more.
func (l *Library) Forget(p *Package) {
	for _, f := range p.Files {
		l.Fset.RemoveFile(l.Fset.File(f.FileStart))
	}
}
