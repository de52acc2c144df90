// Package vetdrive runs go vet with ctxchain as its vet tool, and reads what
// comes back.
//
// Go's build cache is the store of results: a package is analyzed again only
// when it, what it imports, or ctxchain has changed. The price is that all
// results pass through the go command, which has habits of its own; this
// package knows them, so that the rest of ctxchain needn't.
package vetdrive

import (
	"cmp"
	"strings"
)

// A Position is a place in a file. Line and Col count from 1, Col in bytes; 0
// means that it isn't known.
type Position struct {
	File string // absolute
	Line int
	Col  int
}

// A Range is a piece of a file. End is the first position past it.
type Range struct {
	Start, End Position
}

// A Finding is one diagnostic of a check.
type Finding struct {
	Package  string // as the go command names it: "example.com/a [example.com/a.test]"
	Category string // "check/category"
	Message  string
	Range
	Related []Related
	Fixes   []Fix
}

// A Related says more about a finding, at another place.
type Related struct {
	Range
	Message string
}

// A Fix is a set of edits that belong together.
type Fix struct {
	Message string
	Edits   []Edit
}

// An Edit replaces the bytes Start to End of a file; both count from 0.
type Edit struct {
	File       string
	Start, End int
	New        string
}

// A Failure is an error that a check returned instead of findings.
type Failure struct {
	Package  string
	Analyzer string
	Message  string
}

func (f Failure) String() string { return f.Package + ": " + f.Analyzer + ": " + f.Message }

// A Map is a description of a package's calls: see package ctxmap.
type Map struct {
	Package string // as in Finding
	Dir     string // where its files are, absolute
	Text    string // JSON
}

// Values is a description of the contexts in a file: see package ctxhover.
type Values struct {
	File string // absolute
	Text string // JSON
}

// Compare orders findings by file, line, column, category and message, so that
// two runs print the same though the go command answers in any order.
func Compare(a, b Finding) int {
	return cmp.Or(
		strings.Compare(a.Start.File, b.Start.File),
		cmp.Compare(a.Start.Line, b.Start.Line),
		cmp.Compare(a.Start.Col, b.Start.Col),
		strings.Compare(a.Category, b.Category),
		strings.Compare(a.Message, b.Message),
		strings.Compare(a.Package, b.Package),
	)
}

// compareFailures orders failures by package and analyzer.
func compareFailures(a, b Failure) int {
	return cmp.Or(
		strings.Compare(a.Package, b.Package),
		strings.Compare(a.Analyzer, b.Analyzer),
		strings.Compare(a.Message, b.Message),
	)
}
