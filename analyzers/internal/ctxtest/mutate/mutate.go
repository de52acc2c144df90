// Package mutate changes Go programs at random, for fuzz tests of analyzers.
//
// Statements, expressions and declarations are deleted, doubled, swapped, moved
// and wrapped, and other programs are spliced in. Every change is kept only if
// the program still compiles after it, with a little help: a variable that has
// lost its only use gets a new one, an import that has is removed. What is done
// depends on nothing but the bytes that drive it.
package mutate

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A Program is a file that compiles, with what it is made of.
type Program struct {
	Text []byte
	File *ast.File
	Fset *token.FileSet
	Info *types.Info
	Pkg  *types.Package
}

// Check type-checks a text, and returns the program and what is wrong with it:
// type errors as types.Error. The program is nil if the text doesn't parse.
type Check func(text []byte) (*Program, []error)

// maxSteps bounds the changes to a program, and maxText its size in bytes, which
// splicing and doubling could make grow for ever.
const (
	maxSteps = 12
	maxText  = 48 << 10
)

// Mutate returns what becomes of a program that compiles. The data drives what
// is done: of its first bytes, four make a change. The donors are programs that may be
// spliced in; what they declare gets new names then.
func Mutate(p *Program, donors []*Program, data []byte, check Check) *Program {
	m := &mutator{program: p, donors: donors, data: data, check: check}
	for range maxSteps {
		if len(m.data) == 0 {
			break
		}
		m.step()
	}
	return m.program
}

// A mutator changes one program.
type mutator struct {
	program *Program
	donors  []*Program
	data    []byte
	check   Check
	names   int // of what is declared anew
}

// An edit replaces a part of a text, by offsets.
type edit struct {
	from, to int
	text     string
}

// changes are the ways to change a program. They return nil where they can't.
var changes = []func(*mutator) []edit{
	(*mutator).deleteStmt,
	(*mutator).doubleStmt,
	(*mutator).swapStmts,
	(*mutator).copyStmt,
	(*mutator).wrapStmt,
	(*mutator).replaceExpr,
	(*mutator).swapExprs,
	(*mutator).deleteDecl,
	(*mutator).doubleDecl,
	(*mutator).splice,
}

// step tries one change.
func (m *mutator) step() {
	m.names++
	edits := changes[m.choose(len(changes))](m)
	if edits == nil {
		return
	}
	text, ok := apply(m.program.Text, edits)
	if !ok || len(text) > maxText {
		return
	}
	if p := m.repaired(text); p != nil {
		m.program = p
	}
}

// choose returns a number below n, which is up to 256, from the next byte.
func (m *mutator) choose(n int) int {
	if len(m.data) == 0 {
		return 0
	}
	b := m.data[0]
	m.data = m.data[1:]
	return int(b) % n
}

// pick returns one of the items, of which there may be many, and the zero value
// where there are none.
func pick[T any](m *mutator, items []T) (item T) {
	if len(items) == 0 {
		return item
	}
	n := m.choose(256)
	if len(items) > 256 {
		n = n<<8 | m.choose(256)
	}
	return items[n%len(items)]
}

// apply makes edits to a text, unless they overlap.
func apply(text []byte, edits []edit) ([]byte, bool) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(x, y edit) int { return cmp.Or(x.from-y.from, x.to-y.to) })
	var out bytes.Buffer
	done := 0
	for _, e := range edits {
		if e.from < done || e.to < e.from || e.to > len(text) {
			return nil, false
		}
		out.Write(text[done:e.from])
		out.WriteString(e.text)
		done = e.to
	}
	out.Write(text[done:])
	return out.Bytes(), true
}

// span returns where a node stands in the text.
func (p *Program) span(n ast.Node) (from, to int) {
	return p.offset(n.Pos()), p.offset(n.End())
}

func (p *Program) offset(pos token.Pos) int { return p.Fset.File(p.File.FileStart).Offset(pos) }

// source returns the text of a node.
func (p *Program) source(n ast.Node) string {
	from, to := p.span(n)
	return string(p.Text[from:to])
}

// replaced returns the edit that puts a text in place of a node.
func (p *Program) replaced(n ast.Node, text string) edit {
	from, to := p.span(n)
	return edit{from, to, text}
}

// within reports whether one of two nodes holds the other.
func within(a, b ast.Node) bool {
	return a.Pos() <= b.Pos() && b.End() <= a.End() || b.Pos() <= a.Pos() && a.End() <= b.End()
}
