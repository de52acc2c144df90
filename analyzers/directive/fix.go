package directive

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
)

// removal returns a fix that removes d: its whole line where nothing else is on
// it, and an empty comment line above that set it apart from a doc comment. It
// returns nil where d may hold other linters' names.
func removal(pass *analysis.Pass, d *directives.Directive) *analysis.SuggestedFix {
	if d.Kind == directives.Nolint && len(d.Names) > 1 {
		return nil
	}
	edit := analysis.TextEdit{Pos: d.Pos, End: d.End}
	if d.Alone() {
		edit = wholeLines(pass, d)
	}
	return &analysis.SuggestedFix{Message: "Remove the directive", TextEdits: []analysis.TextEdit{edit}}
}

// wholeLines returns an edit that removes the lines of d, which has nothing
// beside it.
func wholeLines(pass *analysis.Pass, d *directives.Directive) analysis.TextEdit {
	file := pass.Fset.File(d.Pos)
	line := func(pos token.Pos) int { return file.PositionFor(pos, false).Line }
	first, last := line(d.Pos), line(d.Pos)
	if above := spacer(pass, d); above != nil {
		first = line(above.Pos())
	}
	end := token.Pos(file.Base() + file.Size())
	if last < file.LineCount() {
		end = file.LineStart(last + 1)
	}
	return analysis.TextEdit{Pos: file.LineStart(first), End: end}
}

// spacer returns the empty comment line before d, if d is the last line of a
// comment with more in it. Gofmt puts it between text and directives.
func spacer(pass *analysis.Pass, d *directives.Directive) *ast.Comment {
	for _, f := range pass.Files {
		if d.Pos < f.FileStart || f.FileEnd < d.Pos {
			continue
		}
		for _, group := range f.Comments {
			i := slices.IndexFunc(group.List, func(c *ast.Comment) bool { return c.Pos() == d.Pos })
			if i > 1 && i == len(group.List)-1 && group.List[i-1].Text == "//" {
				return group.List[i-1]
			}
		}
	}
	return nil
}
