package fix

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// A brokenPackage is one that doesn't compile with the fixes.
type brokenPackage struct {
	files  map[string]bool
	report *Broken
}

// has reports whether a fix changes the package.
func (b *brokenPackage) has(c candidate) bool {
	return slices.ContainsFunc(c.edits, func(e vetdrive.Edit) bool { return b.files[e.File] })
}

// typecheck type-checks the packages of the files, tests and all, as they are to
// be, and returns those that don't compile. Imports that are now missing or not
// needed any more are added and removed in files on the way.
func typecheck(ctx context.Context, req Request, files []File) ([]*brokenPackage, error) {
	if len(files) == 0 {
		return nil, nil
	}
	pkgs, err := load(ctx, req, files)
	if err != nil {
		return nil, err
	}
	if tidyImports(ctx, req, files, pkgs) {
		if pkgs, err = load(ctx, req, files); err != nil {
			return nil, err
		}
	}
	return brokenOf(req.Dir, pkgs), nil
}

// load loads the packages of the files from their new content, and what these
// import from the build cache.
func load(ctx context.Context, req Request, files []File) ([]*packages.Package, error) {
	overlay := make(map[string][]byte)
	dirs := make(map[string]bool)
	for _, f := range files {
		overlay[f.Name] = f.New
		dirs[filepath.Dir(f.Name)] = true
	}
	cfg := &packages.Config{
		Context:    ctx,
		Dir:        req.Dir,
		Mode:       packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedTypesSizes,
		BuildFlags: req.BuildFlags,
		Tests:      true,
		Overlay:    overlay,
	}
	pkgs, err := packages.Load(cfg, slices.Sorted(maps.Keys(dirs))...)
	if err != nil {
		return nil, err
	}
	// Files of no package, as those that are built by their name, on their own.
	var rest []string
	for _, f := range files {
		if !slices.ContainsFunc(pkgs, func(p *packages.Package) bool { return holds(p, f.Name) }) {
			rest = append(rest, "file="+f.Name)
		}
	}
	if len(rest) == 0 {
		return pkgs, nil
	}
	more, err := packages.Load(cfg, rest...)
	if err != nil {
		return nil, err
	}
	for _, name := range rest {
		name = strings.TrimPrefix(name, "file=")
		if !slices.ContainsFunc(more, func(p *packages.Package) bool { return holds(p, name) }) {
			return nil, fmt.Errorf("%s: not found in any package", name)
		}
	}
	return append(pkgs, more...), nil
}

// holds reports whether a file is one of the package's, be it that cgo compiles
// another in its place.
func holds(p *packages.Package, name string) bool {
	return slices.Contains(p.GoFiles, name) || slices.Contains(p.CompiledGoFiles, name)
}

// What the type checker says when an import has to be removed or added.
var (
	unusedImport  = regexp.MustCompile(`^"(.+)" imported (?:as \S+ )?and not used`)
	undefinedName = regexp.MustCompile(`^undefined: (\w+)$`)
)

// tidyImports adds and removes imports in those of the files in which the type
// checker found it to be necessary, and reports whether there were any.
//
// It goes by what the type checker says instead of asking goimports, since that
// brings a list of all names of the standard library, which a vet tool would
// make for each package of a build.
func tidyImports(ctx context.Context, req Request, files []File, pkgs []*packages.Package) (tidied bool) {
	unused := make(map[string][]string) // paths, by file
	undefined := make(map[string][]string)
	for _, p := range pkgs {
		for _, e := range p.Errors {
			if e.Kind != packages.TypeError {
				continue
			}
			name := fileOf(e.Pos)
			if m := unusedImport.FindStringSubmatch(e.Msg); m != nil {
				unused[name] = append(unused[name], m[1])
			} else if m := undefinedName.FindStringSubmatch(e.Msg); m != nil {
				undefined[name] = append(undefined[name], m[1])
			}
		}
	}
	for i := range files {
		f := &files[i]
		add := importsFor(ctx, req, f, undefined[f.Name])
		if len(add)+len(unused[f.Name]) > 0 && f.changeImports(add, unused[f.Name]) {
			tidied = true
		}
	}
	return tidied
}

// importsFor returns the imports that give the names to a file: those that the
// file had, which another fix has taken away, and packages of the standard
// library. The others have no meaning, as the type checker will tell.
func importsFor(ctx context.Context, req Request, f *File, names []string) []*ast.ImportSpec {
	slices.Sort(names)
	var specs, had []*ast.ImportSpec
	if old, err := parser.ParseFile(token.NewFileSet(), "", f.Old, parser.ImportsOnly); err == nil {
		had = old.Imports
	}
	for _, name := range slices.Compact(names) {
		i := slices.IndexFunc(had, func(spec *ast.ImportSpec) bool {
			if spec.Name != nil {
				return spec.Name.Name == name
			}
			return path.Base(importPath(spec)) == name
		})
		if i >= 0 {
			specs = append(specs, had[i])
		} else if isPackage(ctx, req, name) {
			specs = append(specs, &ast.ImportSpec{Path: &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(name)}})
		}
	}
	return specs
}

// isPackage reports whether there is a package with the path name.
func isPackage(ctx context.Context, req Request, name string) bool {
	pkgs, err := packages.Load(&packages.Config{Context: ctx, Dir: req.Dir, BuildFlags: req.BuildFlags, Mode: packages.NeedName | packages.NeedFiles}, name)
	return err == nil && len(pkgs) == 1 && len(pkgs[0].Errors) == 0 && pkgs[0].Name == name
}

// changeImports adds and removes imports, and reports whether it could.
func (f *File) changeImports(add []*ast.ImportSpec, remove []string) bool {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, f.Name, f.New, parser.ParseComments)
	if err != nil {
		return false // told by the type checker
	}
	for _, spec := range slices.Clone(file.Imports) {
		if slices.Contains(remove, importPath(spec)) && !astutil.UsesImport(file, importPath(spec)) {
			astutil.DeleteNamedImport(fset, file, importName(spec), importPath(spec))
		}
	}
	for _, spec := range add {
		astutil.AddNamedImport(fset, file, importName(spec), importPath(spec))
	}
	var out bytes.Buffer
	if format.Node(&out, fset, file) != nil {
		return false
	}
	f.New = formatted(f.Old, out.Bytes())
	return true
}

// importName returns the name that an import gives to a package, "" for its own.
func importName(spec *ast.ImportSpec) string {
	if spec.Name == nil {
		return ""
	}
	return spec.Name.Name
}

func importPath(spec *ast.ImportSpec) string {
	p, _ := strconv.Unquote(spec.Path.Value) // well-formed, else the parser had told
	return p
}

// fileOf returns the file of a position as package packages writes it.
func fileOf(pos string) string {
	for range 2 {
		if i := strings.LastIndexByte(pos, ':'); i > 0 && strings.Trim(pos[i+1:], "0123456789") == "" {
			pos = pos[:i]
		}
	}
	return pos
}

// brokenOf returns the packages with errors, in order. A package and its test
// variant count as one.
func brokenOf(dir string, pkgs []*packages.Package) []*brokenPackage {
	var all []*brokenPackage
	byPath := make(map[string]*brokenPackage)
	for _, p := range pkgs {
		if len(p.Errors) == 0 {
			continue
		}
		b := byPath[p.PkgPath]
		if b == nil {
			b = &brokenPackage{make(map[string]bool), &Broken{Package: p.PkgPath, Reason: reason(dir, p.Errors)}}
			byPath[p.PkgPath] = b
			all = append(all, b)
		}
		for _, f := range slices.Concat(p.GoFiles, p.CompiledGoFiles) {
			b.files[f] = true
		}
	}
	slices.SortFunc(all, func(a, b *brokenPackage) int { return strings.Compare(a.report.Package, b.report.Package) })
	return all
}

// reason writes the first error as one line, with a short file name: that of the
// type checker, if there is one, since the go command tells what the compiler
// said all in one.
func reason(dir string, errs []packages.Error) string {
	at := slices.IndexFunc(errs, func(e packages.Error) bool { return e.Kind == packages.TypeError || e.Kind == packages.ParseError })
	e := errs[max(at, 0)]
	pos := e.Pos
	if rel, err := filepath.Rel(dir, fileOf(pos)); err == nil && !strings.HasPrefix(rel, "..") {
		pos = rel + strings.TrimPrefix(pos, fileOf(pos))
	}
	msg, _, _ := strings.Cut(e.Msg, "\n")
	if pos == "" || pos == "-" {
		return msg
	}
	return pos + ": " + msg
}
