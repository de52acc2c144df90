package textout

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// tabWidth is how many columns a tab takes at most.
const tabWidth = 4

// width returns the columns that a text without tabs takes on a terminal.
func width(s string) int { return displaywidth.String(s) }

// An excerpt is a line of code as it's shown: without tabs and indentation, and
// cut to the room there is, with the mark in sight.
type excerpt struct {
	text                 string
	from, to             int // the mark, in bytes of text
	markStart, markWidth int // the same in columns
}

// newExcerpt prepares a line, whose bytes from and to are to be marked, for a
// room of so many columns.
func newExcerpt(line string, from, to, room int, ellipsis string) excerpt {
	before := expand(line[:from], 0)
	marked := expand(line[from:to], width(before))
	after := expand(line[to:], width(before)+width(marked))

	// Indentation says nothing about a single line.
	trimmed := strings.TrimLeft(before, " ")
	if marked == "" && trimmed == "" {
		after = strings.TrimLeft(after, " ")
	}
	before = trimmed

	if width(before)+width(marked)+width(after) > room {
		// What comes before gives context, some of it will do if there's more
		// than room for it and the mark.
		if lead := room / 3; width(before) > lead && width(before)+width(marked) > room {
			before = ellipsis + tail(before, lead-width(ellipsis))
		}
		left := room - width(before)
		if width(marked) > left {
			marked = displaywidth.TruncateString(marked, left, ellipsis)
		}
		if left -= width(marked); left < width(ellipsis) {
			after = ""
		}
		after = displaywidth.TruncateString(after, left, ellipsis)
	}
	return excerpt{
		text:      before + marked + after,
		from:      len(before),
		to:        len(before) + len(marked),
		markStart: width(before),
		markWidth: width(marked),
	}
}

// parts returns the text before the mark, the marked one, and the rest.
func (x excerpt) parts() (before, marked, after string) {
	return x.text[:x.from], x.text[x.from:x.to], x.text[x.to:]
}

// expand replaces the tabs of a text that starts in a column, and what a
// terminal mustn't see.
func expand(s string, column int) string {
	var b strings.Builder
	for i, part := range strings.Split(s, "\t") {
		if i > 0 {
			n := tabWidth - column%tabWidth
			b.WriteString(strings.Repeat(" ", n))
			column += n
		}
		part = clean(part)
		b.WriteString(part)
		column += width(part)
	}
	return b.String()
}

// tail returns the end of a text that fits into so many columns.
func tail(s string, columns int) string {
	over := width(s) - columns
	g := displaywidth.StringGraphemes(s)
	cut := 0
	for over > 0 && g.Next() {
		over -= g.Width()
		cut += len(g.Value())
	}
	return s[cut:]
}

// wrap joins words to lines of at most so many columns, where words allow.
func wrap(words []string, columns int, between string) []string {
	var lines []string
	line := ""
	for _, word := range words {
		switch {
		case line == "":
			line = word
		case width(line)+width(between)+width(word) > columns:
			lines = append(lines, line)
			line = word
		default:
			line += between + word
		}
	}
	return append(lines, line)
}
