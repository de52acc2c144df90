package textout

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
)

// minWidth is the width of a terminal below which lines are cut no further.
const minWidth = 40

// Full writes findings for people: by file, with the line of code, the chain
// and the fix, and a summary at the end unless the style is quiet.
func Full(w io.Writer, r *present.Report, style Style) error {
	buf := bufio.NewWriter(w)
	p := &printer{w: buf, report: r, style: style, paint: newPalette(style.Color)}
	p.width = max(style.Width, minWidth)
	file := "\x00" // no file's name
	for _, f := range r.Counted() {
		if f.Start.File != file {
			file = f.Start.File
			fmt.Fprintf(buf, "%s\n", p.paint.file(clean(r.Name(file))))
		}
		p.finding(f)
	}
	if !style.Quiet {
		p.summary()
	}
	return buf.Flush()
}

// A printer writes findings in full.
type printer struct {
	w      *bufio.Writer
	report *present.Report
	style  Style
	paint  palette
	width  int // of the terminal
}

// finding writes one finding:
//
//	65:37 error context.Background overwrites ctx … (ctxroot/shadow)
//	 65 │ ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
//	    │                                    ~~~~~~~~~~~~~~~~~~~~
//	    chain …
//	    fix …
func (p *printer) finding(f *present.Finding) {
	at := ""
	switch {
	case f.Start.Line > 0 && f.Start.Col > 0:
		at = fmt.Sprintf("%d:%d ", f.Start.Line, f.Start.Col)
	case f.Start.Line > 0:
		at = fmt.Sprintf("%d ", f.Start.Line)
	}
	fmt.Fprintf(p.w, "  %s%s %s %s\n", at, p.paint.severity(f.Severity), clean(f.Message), p.paint.dim("("+f.Category+")"))
	gutter := p.excerpt(f)
	p.chain(f, gutter)
	for _, rel := range f.Related {
		p.note(gutter, "see", fmt.Sprintf("%s: %s", place(p.report, rel.Start), rel.Message))
	}
	if f.Reason != "" {
		p.note(gutter, "risk", f.Reason)
	}
	p.fix(f, gutter)
	fmt.Fprintln(p.w)
}

// note writes a line below a finding's code, or more if it is long.
func (p *printer) note(gutter int, label, text string) {
	const labelWidth = len("chain ")
	indent := strings.Repeat(" ", gutter+1)
	lines := wrap(strings.Fields(clean(text)), p.width-gutter-1-labelWidth, " ")
	for i, line := range lines {
		head := fmt.Sprintf("%-*s", labelWidth, label)
		if i > 0 {
			head = strings.Repeat(" ", labelWidth)
		}
		fmt.Fprintf(p.w, "%s%s%s\n", indent, p.paint.dim(head), line)
	}
}

// excerpt writes the line of code that a finding is about, with the range
// underlined, and returns the width of what stands before the code.
func (p *printer) excerpt(f *present.Finding) (gutter int) {
	number := fmt.Sprintf("%6d ", f.Start.Line)
	gutter = len(number)
	text, ok := p.report.Source.Line(f.Start.File, f.Start.Line)
	if !ok {
		return gutter
	}
	from, to := f.Start.Col-1, f.End.Col-1
	switch {
	case from < 0 || from > len(text):
		from, to = 0, 0 // no column, or one of another text
	case f.End.Line > f.Start.Line || to > len(text):
		to = len(strings.TrimRight(text, " \t"))
	case f.End.Line == 0 || to <= from:
		to = from + 1
	}
	x := newExcerpt(text, from, min(to, len(text)), p.width-gutter-len("| "), p.style.ellipsis())
	bar := p.paint.dim(p.style.bar())
	before, marked, after := x.parts()
	fmt.Fprintf(p.w, "%s%s %s%s%s\n", p.paint.dim(number), bar, before, p.paint.mark(marked), after)
	if x.markWidth > 0 {
		fmt.Fprintf(p.w, "%*s%s %*s%s\n", gutter, "", bar, x.markStart, "", p.paint.mark(strings.Repeat("~", x.markWidth)))
	}
	return gutter
}

// chain draws the way of a request, hop by hop. Where the finding cuts it, the
// arrow is broken, and what lies behind stands out.
func (p *printer) chain(f *present.Finding, gutter int) {
	if len(f.Chain) == 0 {
		return
	}
	indent := strings.Repeat(" ", gutter+1)
	const label = "chain "
	room := p.width - gutter - 1 - len(label)
	fmt.Fprint(p.w, indent, p.paint.dim(label))
	used := 0
	for i, h := range f.Chain {
		arrow := ""
		if i > 0 {
			arrow = " " + p.style.arrow() + " "
		}
		name := clean(h.Name)
		cut := ""
		if h.Role == present.Cut {
			cut = " " + p.style.cut()
		}
		w := width(arrow) + width(name) + width(cut)
		if used > 0 && used+w > room {
			fmt.Fprintf(p.w, "\n%s%s", indent, strings.Repeat(" ", len(label)))
			arrow, used = strings.TrimLeft(arrow, " "), 0
			w = width(arrow) + width(name) + width(cut)
		}
		used += w
		fmt.Fprint(p.w, p.paint.dim(arrow), p.paint.hop(h.Role, name), p.paint.mark(cut))
	}
	fmt.Fprintln(p.w)
}
