// Package parity is for tests that hold the drivers together: it runs the
// checks through one driver after another, over the same code, and brings what
// they say into one form.
package parity

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Finding is what a driver says about a fault.
type Finding struct {
	File      string // relative to the corpus, with slashes
	Line, Col int
	Category  string
	Message   string
	Related   []string // "file:line: message"; imported objects have no columns in some drivers
	Edits     []string // of the suggested fix: "file:start-end: text", in bytes from the start of the file
}

func (f Finding) String() string {
	s := fmt.Sprintf("%s:%d:%d: %s (%s)", f.File, f.Line, f.Col, f.Message, f.Category)
	for _, r := range f.Related {
		s += "\n\trelated " + r
	}
	for _, e := range f.Edits {
		s += "\n\tedit " + e
	}
	return s
}

// Without returns findings after a change, such as the loss of what a driver
// can't show. They are in order, and each is there once, though a file may be in
// several variants of a package.
func Without(found []Finding, drop func(*Finding)) []Finding {
	out := slices.Clone(found)
	for i := range out {
		drop(&out[i])
	}
	slices.SortFunc(out, func(x, y Finding) int {
		return cmp.Or(
			strings.Compare(x.File, y.File),
			cmp.Compare(x.Line, y.Line),
			cmp.Compare(x.Col, y.Col),
			strings.Compare(x.String(), y.String()),
		)
	})
	return slices.CompactFunc(out, func(x, y Finding) bool { return x.String() == y.String() })
}

// Nothing is what a driver drops that shows all.
func Nothing(*Finding) {}

// OnePerLine returns the first finding of each line.
func OnePerLine(found []Finding) []Finding {
	return slices.CompactFunc(Without(found, Nothing), func(x, y Finding) bool {
		return x.File == y.File && x.Line == y.Line
	})
}

// Diff tells how findings differ from those that are wanted, or "".
func Diff(got, want []Finding) string {
	count := make(map[string]int)
	for _, f := range want {
		count[f.String()]++
	}
	var w strings.Builder
	for _, f := range got {
		if s := f.String(); count[s] > 0 {
			count[s]--
		} else {
			fmt.Fprintf(&w, "unexpected: %s\n", s)
		}
	}
	for _, f := range want {
		if s := f.String(); count[s] > 0 {
			count[s]--
			fmt.Fprintf(&w, "missing: %s\n", s)
		}
	}
	return w.String()
}

// StillThere returns what is found again after the fixes were applied, though
// it had one. Code moves with the fixes; so findings are told apart by file,
// category and message.
func StillThere(before, after []Finding) []Finding {
	key := func(f Finding) string { return f.File + "\n" + f.Category + "\n" + f.Message }
	fixed, open := make(map[string]bool), make(map[string]int)
	for _, f := range Without(before, Nothing) {
		if f.Edits != nil {
			fixed[key(f)] = true
		} else {
			open[key(f)]++
		}
	}
	var still []Finding
	for _, f := range Without(after, Nothing) {
		k := key(f)
		if open[k]--; fixed[k] && open[k] < 0 {
			still = append(still, f)
		}
	}
	return still
}
