package textout

import (
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/clipperhouse/displaywidth"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// maxDiff is how many lines of a fix are shown.
const maxDiff = 12

// fix writes what a finding's fix does, as a diff of the lines that it changes.
func (p *printer) fix(f *present.Finding, gutter int) {
	if len(f.Fixes) == 0 {
		return
	}
	fix := f.Fixes[0]
	p.note(gutter, "fix", fix.Message)
	lines := p.diff(fix)
	indent := strings.Repeat(" ", gutter+1)
	for i, line := range lines {
		if i == maxDiff {
			fmt.Fprintf(p.w, "%s  %s\n", indent, p.paint.dim(fmt.Sprintf("%d lines more", len(lines)-i)))
			break
		}
		text := displaywidth.TruncateString(line.text, p.width-gutter-1-len("- "), p.style.ellipsis())
		if line.added {
			text = p.paint.added("+ " + text)
		} else {
			text = p.paint.removed("- " + text)
		}
		fmt.Fprintf(p.w, "%s%s\n", indent, text)
	}
}

// A diffLine is a line that a fix takes away or adds.
type diffLine struct {
	added bool
	text  string
}

// diff computes what a fix changes, without the indentation that all the lines
// share. It is nil when the files have changed in the meantime.
func (p *printer) diff(fix vetdrive.Fix) []diffLine {
	edits := make(map[string][]udiff.Edit)
	var files []string
	for _, e := range fix.Edits {
		if edits[e.File] == nil {
			files = append(files, e.File)
		}
		edits[e.File] = append(edits[e.File], udiff.Edit{Start: e.Start, End: e.End, New: e.New})
	}
	var lines []diffLine
	for _, file := range files {
		d, err := udiff.ToUnifiedDiff("", "", string(p.report.Source.Content(file)), edits[file], 0)
		if err != nil {
			return nil
		}
		for _, hunk := range d.Hunks {
			for _, l := range hunk.Lines {
				if l.Kind != udiff.Equal {
					lines = append(lines, diffLine{l.Kind == udiff.Insert, strings.TrimRight(l.Content, "\r\n")})
				}
			}
		}
	}
	unindent(lines)
	return lines
}

// unindent takes away the indentation that all lines with text have, and makes
// spaces of the tabs that are left.
func unindent(lines []diffLine) {
	shared, first := "", true
	for _, l := range lines {
		text := strings.TrimLeft(l.text, " \t")
		if text == "" {
			continue
		}
		indent := l.text[:len(l.text)-len(text)]
		if first {
			shared, first = indent, false
		}
		for !strings.HasPrefix(indent, shared) {
			shared = shared[:len(shared)-1]
		}
	}
	for i := range lines {
		lines[i].text = expand(strings.TrimPrefix(lines[i].text, shared), 0)
	}
}
