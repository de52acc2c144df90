package textout

import (
	"strings"

	"github.com/fatih/color"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
)

// A Style says what the terminal can do and what its user wants to see.
type Style struct {
	Color bool
	ASCII bool // no other characters for arrows and lines
	Width int  // in columns
	Quiet bool // no summary
	Fixer bool // the summary says how to apply fixes
}

func (s Style) pick(unicode, ascii string) string {
	if s.ASCII {
		return ascii
	}
	return unicode
}

func (s Style) bar() string      { return s.pick("│", "|") }
func (s Style) arrow() string    { return s.pick("→", "->") }
func (s Style) cut() string      { return s.pick("✂", "-X-") }
func (s Style) ellipsis() string { return s.pick("…", "...") }

// A palette colours text, or not.
type palette struct {
	file, dim, mark, added, removed, bold func(string) string
	severities                            map[string]func(string) string
}

func newPalette(on bool) palette {
	make := func(attributes ...color.Attribute) func(string) string {
		c := color.New(attributes...)
		if on {
			c.EnableColor()
		} else {
			c.DisableColor() // whatever the library makes of the environment
		}
		return func(s string) string {
			if s == "" {
				return ""
			}
			return c.Sprint(s)
		}
	}
	return palette{
		file:    make(color.Bold, color.Underline),
		dim:     make(color.Faint),
		mark:    make(color.FgRed, color.Bold),
		added:   make(color.FgGreen),
		removed: make(color.FgRed),
		bold:    make(color.Bold),
		severities: map[string]func(string) string{
			"error":   make(color.FgRed, color.Bold),
			"warning": make(color.FgYellow, color.Bold),
			"note":    make(color.FgCyan, color.Bold),
		},
	}
}

func (p palette) severity(name string) string {
	if paint, ok := p.severities[name]; ok {
		return paint(name)
	}
	return p.bold(name)
}

func (p palette) hop(role present.Role, name string) string {
	switch role {
	case present.Entry, present.Cut:
		return p.bold(name)
	case present.Behind, present.Outgoing:
		return p.removed(name)
	}
	return name
}

// clean replaces what a terminal would obey rather than show: control
// characters, and those that turn the direction of text.
func clean(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\t' || c == '\n':
			return ' '
		case c < 0x20, 0x7f <= c && c < 0xa0, 0x202a <= c && c <= 0x202e, 0x2066 <= c && c <= 0x2069:
			return '\ufffd'
		}
		return c
	}, s)
}
