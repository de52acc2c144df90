package analyzers

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/analysis"
)

// reconcile drops fixes so that those that are left can be applied at once: none
// overlaps an earlier one, and together they leave no import unused. What a
// finding lost is there again as soon as the others are fixed.
func reconcile(pass *analysis.Pass, found []analysis.Diagnostic) {
	var kept []analysis.TextEdit
	for i, d := range found {
		for _, fix := range d.SuggestedFixes {
			if overlap(kept, fix.TextEdits) {
				found[i].SuggestedFixes = nil
				break
			}
			kept = append(kept, fix.TextEdits...)
		}
	}
	for _, f := range pass.Files {
		uses := importUses(pass, f)
		for _, spec := range f.Imports {
			if pkg := pass.TypesInfo.PkgNameOf(spec); len(uses[pkg]) > 0 {
				keepOneUse(found, pkg, uses[pkg])
			}
		}
	}
}

// overlap reports whether one of the edits can't be applied besides the kept
// ones. The same edit once more is none.
func overlap(kept, edits []analysis.TextEdit) bool {
	for _, e := range edits {
		for _, k := range kept {
			from, to := span(e)
			first, last := span(k)
			same := from == first && to == last && string(e.NewText) == string(k.NewText)
			if from < last && first < to && !same {
				return true
			}
		}
	}
	return false
}

// span returns the range of an edit, which need not say where it ends.
func span(e analysis.TextEdit) (from, to token.Pos) { return e.Pos, max(e.Pos, e.End) }

// importUses returns where a file uses each package that it imports.
func importUses(pass *analysis.Pass, f *ast.File) map[*types.PkgName][]token.Pos {
	uses := make(map[*types.PkgName][]token.Pos)
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if pkg, ok := pass.TypesInfo.Uses[id].(*types.PkgName); ok {
				uses[pkg] = append(uses[pkg], id.Pos())
			}
		}
		return true
	})
	return uses
}

// keepOneUse takes the last of several fixes away that together remove all
// uses of an import, unless one of them removes the import as well.
func keepOneUse(found []analysis.Diagnostic, pkg *types.PkgName, uses []token.Pos) {
	mention := regexp.MustCompile(`\b` + regexp.QuoteMeta(pkg.Name()) + `\.`)
	removed := make(map[token.Pos]bool)
	last := -1
	for i, d := range found {
		for _, fix := range d.SuggestedFixes {
			for _, e := range fix.TextEdits {
				from, to := span(e)
				if from <= pkg.Pos() && pkg.Pos() < to || mention.Match(e.NewText) {
					return // the import goes, too, or has a new use
				}
				for _, use := range uses {
					if from <= use && use < to {
						removed[use] = true
						last = i
					}
				}
			}
		}
	}
	if last >= 0 && len(removed) == len(uses) {
		found[last].SuggestedFixes = nil
	}
}
