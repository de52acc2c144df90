// Package textout prints findings as text: for people on a terminal in full,
// and one a line for all else.
package textout

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// Lines writes each finding as
//
//	file:line:col: message (category)
//
// with file names relative to the working directory where that is the shorter
// way to say it. After the category comes the reason for the finding's rank, if
// it has one.
func Lines(w io.Writer, r *present.Report) error {
	buf := bufio.NewWriter(w)
	for _, f := range r.Counted() {
		fmt.Fprintf(buf, "%s: %s (%s)", place(r, f.Start), oneLine(f.Message), f.Category)
		if f.Reason != "" {
			fmt.Fprintf(buf, " [%s]", oneLine(f.Reason))
		}
		buf.WriteByte('\n')
	}
	return buf.Flush()
}

// place writes a position as editors and terminals know it.
func place(r *present.Report, p vetdrive.Position) string {
	file := r.Name(p.File)
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
