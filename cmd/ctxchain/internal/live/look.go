package live

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A look is what is seen of a package without asking the go command.
type look struct {
	files []string // absolute, sorted
	cgo   bool     // one of them imports C
	stamp string   // changes when go vet has to be asked again
}

// look looks at the package. The error says why it can't be analyzed.
func (p *Package) look(unsaved map[string][]byte) (*look, error) {
	l := new(look)
	if p.file != "" {
		l.files = []string{p.file}
	} else {
		var err error
		if l.files, err = goFiles(p.dir, unsaved); err != nil {
			return nil, err
		}
	}
	hash := sha256.New()
	p.shapes.keep(l.files)
	for _, name := range l.files {
		s, err := p.shapes.of(name, unsaved)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(hash, "%q %s\n", name, s.text)
		l.cgo = l.cgo || s.cgo
	}
	for _, name := range p.surroundings() {
		fmt.Fprintln(hash, onDisk(name))
	}
	l.stamp = fmt.Sprintf("%x", hash.Sum(nil))
	return l, nil
}

// surroundings are files that say what the package's imports are.
func (p *Package) surroundings() []string {
	var names []string
	if m := p.home.Module; m != "" {
		names = append(names, filepath.Join(m, "go.mod"), filepath.Join(m, "go.sum"), filepath.Join(m, "vendor", "modules.txt"))
	}
	if p.home.Work != "" {
		names = append(names, p.home.Work)
	}
	return names
}

// goFiles lists the Go files of a directory, with those that are not saved yet.
func goFiles(dir string, unsaved map[string][]byte) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	names := make(map[string]bool)
	for _, e := range entries {
		if isGoFile(e.Name()) && !e.IsDir() {
			names[filepath.Join(dir, e.Name())] = true
		}
	}
	for name := range unsaved {
		if filepath.Dir(name) == dir && isGoFile(filepath.Base(name)) {
			names[name] = true
		}
	}
	var all []string
	for name := range names {
		all = append(all, name)
	}
	slices.Sort(all)
	return all, nil
}

// isGoFile reports whether the go command takes a file for one of a package's.
func isGoFile(base string) bool {
	return strings.HasSuffix(base, ".go") && !strings.HasPrefix(base, ".") && !strings.HasPrefix(base, "_")
}

// A shape is what the go command looks at in a file before anything is compiled.
type shape struct {
	state string // of the file on disk that it is of, "" if it isn't of one
	text  string
	cgo   bool
}

// shapes holds those of a package's files, by their names.
type shapes map[string]shape

// names returns the names of the files.
func (s shapes) names() map[string]bool {
	all := make(map[string]bool, len(s))
	for name := range s {
		all[name] = true
	}
	return all
}

// keep forgets files that aren't among those named.
func (s shapes) keep(names []string) {
	for name := range s {
		if !slices.Contains(names, name) {
			delete(s, name)
		}
	}
}

// of returns the shape of a file. The error is about an unsaved file whose
// imports can't be made out.
func (s shapes) of(name string, unsaved map[string][]byte) (shape, error) {
	if data, ok := unsaved[name]; ok {
		sh, err := shapeOf(name, data)
		if err != nil {
			return shape{}, err
		}
		s[name] = sh
		return sh, nil
	}
	state := onDisk(name)
	if sh, ok := s[name]; ok && sh.state == state {
		return sh, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return shape{}, err
	}
	sh, err := shapeOf(name, data)
	if err != nil {
		sh.text = fmt.Sprintf("%x", sha256.Sum256(data)) // the go command will tell
	}
	sh.state = state
	s[name] = sh
	return sh, nil
}

// shapeOf reads the head of a file.
func shapeOf(name string, data []byte) (shape, error) {
	if bytes.IndexByte(data, 0) >= 0 {
		return shape{}, fmt.Errorf("%s: has a zero byte", name)
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, data, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return shape{}, err
	}
	var sh shape
	var text strings.Builder
	for _, group := range file.Comments {
		for _, c := range group.List {
			if c.Pos() < file.Package && (constraint.IsGoBuild(c.Text) || constraint.IsPlusBuild(c.Text)) {
				fmt.Fprintf(&text, "%q ", c.Text)
			}
		}
	}
	text.WriteString(file.Name.Name)
	var paths []string
	for _, decl := range file.Decls {
		if decl, ok := decl.(*ast.GenDecl); ok {
			for _, spec := range decl.Specs {
				if spec, ok := spec.(*ast.ImportSpec); ok {
					paths = append(paths, spec.Path.Value)
				}
			}
		}
	}
	slices.Sort(paths)
	sh.cgo = slices.Contains(paths, `"C"`)
	fmt.Fprintf(&text, " %s", slices.Compact(paths))
	sh.text = text.String()
	return sh, nil
}
