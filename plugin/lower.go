package plugin

import (
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// lower changes what an analyzer reports into what golangci-lint can show.
func lower(a *analysis.Analyzer) {
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		var found []analysis.Diagnostic
		inner := *pass
		inner.Report = func(d analysis.Diagnostic) { found = append(found, d) }
		result, err := run(&inner)
		if err != nil {
			return nil, err
		}
		for _, d := range lowered(pass, found) {
			pass.Report(d)
		}
		return result, nil
	}
}

// lowered returns the first finding on each line, with a message that is there
// once in all the program.
func lowered(pass *analysis.Pass, found []analysis.Diagnostic) []analysis.Diagnostic {
	type line struct {
		file   string
		number int
	}
	told := make(map[line]bool)
	times := make(map[string]int)
	var out []analysis.Diagnostic
	for _, d := range found {
		at := pass.Fset.Position(d.Pos)
		if told[line{at.Filename, at.Line}] {
			continue
		}
		told[line{at.Filename, at.Line}] = true
		text := fmt.Sprintf("%s (%s in %s", d.Message, d.Category, place(pass, d))
		if times[text]++; times[text] > 1 {
			text += fmt.Sprintf(" #%d", times[text])
		}
		d.Message = text + ")"
		d.Related = nil
		out = append(out, d)
	}
	return out
}

// place names the declared function that a finding is in, or its package. The
// package's path starts with the last part of its module's, so that packages
// of a repository with several modules differ.
func place(pass *analysis.Pass, d analysis.Diagnostic) string {
	name := pass.Pkg.Path()
	if m := pass.Module; m != nil && m.Path != "" {
		name = strings.TrimPrefix(name, parent(m.Path))
	}
	for _, f := range pass.Files {
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if ok && fn.Pos() <= d.Pos && d.Pos < fn.End() {
				return name + "." + receiver(fn) + fn.Name.Name
			}
		}
	}
	return name
}

// parent returns a module's path up to the element that people call it by,
// which isn't that of the major version.
func parent(module string) string {
	dir, last := path.Split(module)
	if dir != "" && regexp.MustCompile(`^v[0-9]+$`).MatchString(last) {
		dir, _ = path.Split(strings.TrimSuffix(dir, "/"))
	}
	return dir
}

// receiver returns the name of a method's type and a dot, or "".
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return ""
	}
	t := fn.Recv.List[0].Type
	if star, ok := ast.Unparen(t).(*ast.StarExpr); ok {
		t = star.X
	}
	switch x := ast.Unparen(t).(type) {
	case *ast.IndexExpr:
		t = x.X
	case *ast.IndexListExpr:
		t = x.X
	}
	return types.ExprString(ast.Unparen(t)) + "."
}
