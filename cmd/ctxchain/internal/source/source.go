// Package source reads the files that findings are about: their lines, and the
// functions that these belong to.
package source

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
)

// Files reads files, each once. The zero value is ready to use; it isn't for
// concurrent use.
type Files struct {
	files map[string]*file
}

// A file is one file's content. An unreadable one is empty.
type file struct {
	content   []byte
	lines     []string // without line ends
	functions []function
	parsed    bool
}

// A function is a declared one, with the lines that it covers.
type function struct {
	name       string
	start, end int
}

func (fs *Files) get(name string) *file {
	if f, ok := fs.files[name]; ok {
		return f
	}
	content, _ := os.ReadFile(name) // what can't be read has no lines to show
	fs.Set(name, content)
	return fs.files[name]
}

// Set says what a file holds, instead of what is on disk.
func (fs *Files) Set(name string, content []byte) {
	if fs.files == nil {
		fs.files = make(map[string]*file)
	}
	fs.files[name] = newFile(content)
}

// newFile splits the content of a file.
func newFile(content []byte) *file {
	f := &file{content: content}
	if len(content) > 0 {
		f.lines = strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
	}
	return f
}

// Content returns what the file holds, nil if it can't be read. It isn't for
// the caller to change.
func (fs *Files) Content(name string) []byte { return fs.get(name).content }

// Line returns a line of a file, counted from 1, without its end, and whether
// there is one.
func (fs *Files) Line(name string, n int) (string, bool) {
	lines := fs.get(name).lines
	if n < 1 || n > len(lines) {
		return "", false
	}
	return strings.TrimSuffix(lines[n-1], "\r"), true
}

// Func returns the name of the declared function that a line of a Go file is
// in, such as "Reserve" or "Client.Reserve" for a method, or "" outside of all.
func (fs *Files) Func(name string, line int) string {
	f := fs.get(name)
	if !f.parsed {
		f.parsed = true
		f.functions = functions(name, f.content)
	}
	for _, fn := range f.functions {
		if fn.start <= line && line <= fn.end {
			return fn.name
		}
	}
	return ""
}

// functions lists those that a Go file declares. A file with errors has those
// that the parser could make out.
func functions(name string, content []byte) []function {
	if !strings.HasSuffix(name, ".go") || len(content) == 0 {
		return nil
	}
	fset := token.NewFileSet()
	syntax, _ := parser.ParseFile(fset, name, content, parser.SkipObjectResolution)
	if syntax == nil {
		return nil
	}
	var all []function
	for _, decl := range syntax.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok {
			// Lines as they are in the file, whatever //line comments say.
			start := fset.PositionFor(fn.Pos(), false).Line
			end := fset.PositionFor(fn.End(), false).Line
			all = append(all, function{funcName(fn), start, end})
		}
	}
	return all
}

// funcName returns the name of a function, with that of its receiver's type.
func funcName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	recv := fn.Recv.List[0].Type
	for {
		switch x := recv.(type) {
		case *ast.StarExpr:
			recv = x.X
		case *ast.ParenExpr:
			recv = x.X
		case *ast.IndexExpr:
			recv = x.X
		case *ast.IndexListExpr:
			recv = x.X
		case *ast.Ident:
			return x.Name + "." + fn.Name.Name
		default:
			return fn.Name.Name
		}
	}
}
