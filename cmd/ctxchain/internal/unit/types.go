package unit

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"

	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/gcexportdata"

	"github.com/ctxchain/ctxchain/analyzers"
)

// typesOnly does the work of a unit that nothing but types is needed of, and
// reports whether it has: one of the standard library that is a dependency. A
// third of the packages that a service is built of are of that kind, and nobody
// asks for the bodies of their functions. Where anything is odd, unitchecker has
// to do it, and tells.
//
// The file that it leaves is of the form of unitchecker's own, as the version
// that is built in reads it: "vetx", two lengths, the types in the indexed
// format, the facts.
func typesOnly(cfgFile string) bool {
	cfg, ok := readUnit(cfgFile)
	if !ok || cfg.VetxOutput == "" || !analyzers.Described(cfg.ImportPath, cfg.ModulePath) {
		return false
	}
	fset := token.NewFileSet()
	pkg, err := declarations(fset, cfg)
	if err != nil {
		return false
	}
	var out bytes.Buffer
	if gcexportdata.Write(&out, fset, pkg) != nil {
		return false
	}
	if cfg.Stdout != "" && os.WriteFile(cfg.Stdout, nil, 0o666) != nil {
		return false
	}
	decls := out.Bytes()[1:] // what comes first says that the format is the indexed one
	data := binary.LittleEndian.AppendUint32([]byte(vetxMagic), uint32(len(decls)))
	data = binary.LittleEndian.AppendUint32(data, 0)
	return os.WriteFile(cfg.VetxOutput, append(data, decls...), 0o666) == nil
}

const (
	vetxMagic  = "vetx"
	vetxHeader = len(vetxMagic) + 8
)

// declarations type-checks a unit without the bodies of its functions.
func declarations(fset *token.FileSet, cfg *unitchecker.Config) (*types.Package, error) {
	var files []*ast.File
	for _, name := range cfg.GoFiles {
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	imports := make(map[string]*types.Package)
	tc := &types.Config{
		IgnoreFuncBodies: true,
		GoVersion:        cfg.GoVersion,
		Sizes:            types.SizesFor("gc", build.Default.GOARCH),
		Importer: importer(func(name string) (*types.Package, error) {
			path, ok := cfg.ImportMap[name]
			if !ok {
				return nil, fmt.Errorf("can't resolve import %q", name)
			}
			if path == "unsafe" {
				return types.Unsafe, nil
			}
			if pkg := imports[path]; pkg != nil && pkg.Complete() {
				return pkg, nil
			}
			return readTypes(fset, imports, path, cfg.PackageVetx[path])
		}),
	}
	return tc.Check(cfg.ImportPath, fset, files, nil)
}

// An importer is a types.Importer.
type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

// readTypes reads the types of a package that a unit has left in a file.
func readTypes(fset *token.FileSet, imports map[string]*types.Package, path, file string) (*types.Package, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if len(data) < vetxHeader || string(data[:len(vetxMagic)]) != vetxMagic {
		return nil, errors.New(file + ": not of this version")
	}
	n := binary.LittleEndian.Uint32(data[len(vetxMagic):])
	if uint64(n) > uint64(len(data)-vetxHeader) {
		return nil, errors.New(file + ": truncated")
	}
	data[vetxHeader-1] = 'i' // for the indexed format
	return gcexportdata.Read(bytes.NewReader(data[vetxHeader-1:vetxHeader+int(n)]), fset, imports, path)
}
