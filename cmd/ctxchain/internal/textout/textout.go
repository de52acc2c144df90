// Package textout prints findings as text.
package textout

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// Lines writes each finding as
//
//	file:line:col: message (category)
//
// with file names relative to dir where that is the shorter way to say it.
func Lines(w io.Writer, dir string, findings []vetdrive.Finding) error {
	buf := bufio.NewWriter(w)
	for i := range findings {
		f := &findings[i]
		fmt.Fprintf(buf, "%s: %s (%s)\n", place(dir, f.Start), oneLine(f.Message), f.Category)
	}
	return buf.Flush()
}

// place writes a position as editors and terminals know it.
func place(dir string, p vetdrive.Position) string {
	file := p.File
	if file == "" {
		file = "-"
	} else if rel, err := filepath.Rel(dir, file); err == nil && len(rel) < len(file) {
		file = rel
	}
	switch {
	case p.Line == 0:
		return file
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", file, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", file, p.Line, p.Col)
}

// oneLine keeps a message on its line, so that a line is always a finding.
func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }
