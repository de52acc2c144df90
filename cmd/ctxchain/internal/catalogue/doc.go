package catalogue

import (
	"go/doc/comment"
	"strings"
)

// Section returns the part of the check's documentation that is about the
// category: what follows the heading with its full name. If there's none, it
// is the category's summary.
func (c Check) Section(cat Category) *comment.Doc {
	var parser comment.Parser
	doc := parser.Parse(c.Doc)
	section := &comment.Doc{Links: doc.Links}
	inside := false
	for _, block := range doc.Content {
		if h, ok := block.(*comment.Heading); ok {
			inside = headingText(h) == cat.String()
			continue
		}
		if inside {
			section.Content = append(section.Content, block)
		}
	}
	if len(section.Content) == 0 {
		section = parser.Parse(sentence(cat.Summary))
	}
	return section
}

// Introduction returns the part of the check's documentation that comes before
// its first heading.
func (c Check) Introduction() *comment.Doc {
	var parser comment.Parser
	doc := parser.Parse(c.Doc)
	for i, block := range doc.Content {
		if _, ok := block.(*comment.Heading); ok {
			doc.Content = doc.Content[:i]
			break
		}
	}
	return doc
}

func headingText(h *comment.Heading) string {
	var w strings.Builder
	for _, t := range h.Text {
		switch t := t.(type) {
		case comment.Plain:
			w.WriteString(string(t))
		case comment.Italic:
			w.WriteString(string(t))
		}
	}
	return w.String()
}

// sentence makes one of a summary.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
