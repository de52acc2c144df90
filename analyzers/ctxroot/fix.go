package ctxroot

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"golang.org/x/tools/go/analysis"
)

// fix offers to write the caller's context in place of the root. There is none
// where the root is held in a variable or made by a function of the user's, or
// where the caller's context has no name at that point.
func (r *run) fix(x *ctxflow.Root, category string) *analysis.SuggestedFix {
	if x.Source.Name == "" || ast.Unparen(x.First.Expr) != ast.Expr(x.Call) && !x.Escapes {
		return nil
	}
	pkg, ok := r.contextPackage(x.Call)
	file := r.flow.File(x.Call.Pos())
	if !ok || file == nil {
		return nil
	}
	text := x.Source.Name
	edits := []analysis.TextEdit{{Pos: x.Call.Pos(), End: x.Call.End()}}
	switch category {
	case detach, detachBounded:
		if !r.flow.Since(x.Call.Pos(), "go1.21") {
			return nil
		}
		text = pkg.Name + ".WithoutCancel(" + text + ")"
	default:
		if spec := r.onlyUse(file, pkg); spec != nil {
			del, ok := deleteImport(r.pass.Fset, file, spec)
			if !ok {
				return nil
			}
			edits = append(edits, del)
		}
	}
	edits[0].NewText = []byte(text)
	return &analysis.SuggestedFix{Message: "Use " + text, TextEdits: edits}
}

// contextPackage returns the qualifier of a call of context.Background or context.TODO.
func (r *run) contextPackage(call *ast.CallExpr) (*ast.Ident, bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return nil, false
	}
	p, ok := r.pass.TypesInfo.Uses[id].(*types.PkgName)
	return id, ok && p.Imported().Path() == "context"
}

// onlyUse returns the import of the package if the file uses it nowhere but at
// id, so that the fix has to remove it, or nil.
func (r *run) onlyUse(file *ast.File, id *ast.Ident) *ast.ImportSpec {
	pkg := r.pass.TypesInfo.Uses[id]
	uses := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if x, ok := n.(*ast.Ident); ok && r.pass.TypesInfo.Uses[x] == pkg {
			uses++
		}
		return uses < 2
	})
	if uses > 1 {
		return nil
	}
	for _, spec := range file.Imports {
		if r.pass.TypesInfo.PkgNameOf(spec) == pkg {
			return spec
		}
	}
	return nil
}

// deleteImport returns the edit that removes an import together with its line,
// or the whole declaration when it has no other.
func deleteImport(fset *token.FileSet, file *ast.File, spec *ast.ImportSpec) (analysis.TextEdit, bool) {
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		for _, s := range g.Specs {
			if s != ast.Spec(spec) {
				continue
			}
			var n ast.Node = spec
			if len(g.Specs) == 1 {
				n = g
			}
			tf := fset.File(n.Pos())
			first, last := tf.Line(n.Pos()), tf.Line(n.End())
			if last >= tf.LineCount() {
				return analysis.TextEdit{}, false
			}
			return analysis.TextEdit{Pos: tf.LineStart(first), End: tf.LineStart(last + 1)}, true
		}
	}
	return analysis.TextEdit{}, false
}
