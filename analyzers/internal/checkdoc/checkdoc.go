// Package checkdoc takes a check's documentation from its doc.go, the one place
// where it is written. [Doc] gives the text of Analyzer.Doc; the package below
// it writes the pages in docs/.
package checkdoc

import "strings"

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
//
// It reads lines, not Go: a vet tool starts once for each package of a build,
// and with go/parser a tenth of its start went into this.
func Doc(docGo, name string) string {
	_, text, ok := strings.Cut("\n"+packageComment(docGo), "\n# Analyzer "+name+"\n")
	if !ok {
		return ""
	}
	text, ok = strings.CutPrefix(strings.TrimSpace(text), name+":")
	if !ok {
		return ""
	}
	return strings.TrimSpace(text)
}

// packageComment returns the text of the line comments that stand right above
// the package clause, without directives.
func packageComment(docGo string) string {
	var text strings.Builder
	text.Grow(len(docGo))
	for line := range strings.Lines(docGo) {
		line = strings.TrimRight(line, "\r\n")
		comment, ok := strings.CutPrefix(line, "//")
		switch {
		case strings.HasPrefix(line, "package "):
			return text.String()
		case !ok:
			text.Reset()
		case comment == "" || comment[0] == ' ' || comment[0] == '\t':
			text.WriteString(strings.TrimPrefix(comment, " "))
			text.WriteByte('\n')
		}
	}
	return ""
}
