// Package checkdoc takes a check's documentation from its doc.go, the one place
// where it is written. [Doc] gives the text of Analyzer.Doc; the package below
// it writes the pages in docs/.
package checkdoc

import (
	"go/parser"
	"go/token"
	"strings"
)

// Doc returns the documentation of the analyzer of that name, given the content
// of its package's doc.go: what follows this heading in the package comment,
// up to its end.
//
//	# Analyzer NAME
//
//	NAME: summary in a line
//
// The name and colon before the summary are left out. Doc returns "" when there
// is no such text; analysis.Validate, and with it every driver and test, then
// rejects the analyzer.
func Doc(docGo, name string) string {
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", docGo, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil || file.Doc == nil {
		return ""
	}
	_, text, ok := strings.Cut("\n"+file.Doc.Text(), "\n# Analyzer "+name+"\n")
	if !ok {
		return ""
	}
	text, ok = strings.CutPrefix(strings.TrimSpace(text), name+":")
	if !ok {
		return ""
	}
	return strings.TrimSpace(text)
}
