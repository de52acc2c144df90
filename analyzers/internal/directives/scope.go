package directives

import (
	"go/ast"
	"go/token"
)

// lineOf returns the line of pos in the file as it was compiled.
func lineOf(tf *token.File, pos token.Pos) int { return tf.PositionFor(pos, false).Line }

// lineSpan returns the stretch from the start of one line to the end of another.
func lineSpan(tf *token.File, first, last int) span {
	to := token.Pos(tf.Base() + tf.Size())
	if last < tf.LineCount() {
		to = tf.LineStart(last+1) - 1
	}
	return span{tf.LineStart(min(first, tf.LineCount())), to}
}

// A line is what a directive must know about a line of code.
type line struct {
	first token.Pos  // where code starts on it, or NoPos
	nodes []ast.Node // what starts on it
}

// note records that code begins, or ends, at pos.
func (l *line) note(pos token.Pos) {
	if !l.first.IsValid() || pos < l.first {
		l.first = pos
	}
}

// inFile returns the directives of a file in source order.
func inFile(tf *token.File, file *ast.File) []*Directive {
	type found struct {
		*Directive
		below int // the line below the comment group
	}
	var all []found
	lines := make(map[int]*line)
	for _, group := range file.Comments {
		below := lineOf(tf, group.End()) + 1
		for _, c := range group.List {
			if d := parse(c); d != nil {
				all = append(all, found{d, below})
				lines[lineOf(tf, d.Pos)] = new(line)
				lines[below] = new(line)
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	scan(tf, file, lines)
	ds := make([]*Directive, len(all))
	for i, d := range all {
		d.place(tf, file, lines, d.below)
		ds[i] = d.Directive
	}
	return ds
}

// scan fills in lines from the syntax. The source itself isn't at hand in all
// drivers; but every line of code has a node that starts or ends on it, or
// begins in a node that does, as Go's semicolon rule keeps separators off the
// start of a line.
func scan(tf *token.File, file *ast.File, lines map[int]*line) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.CommentGroup:
			return false
		case *ast.EmptyStmt:
			return !n.Implicit
		}
		if pos := n.Pos(); pos.IsValid() {
			if l := lines[lineOf(tf, pos)]; l != nil {
				l.note(pos)
				l.nodes = append(l.nodes, n)
			}
		}
		if last := n.End() - 1; last > n.Pos() {
			if l := lines[lineOf(tf, last)]; l != nil {
				l.note(last)
			}
		}
		return true
	})
}

// place finds out what d is about.
func (d *Directive) place(tf *token.File, file *ast.File, lines map[int]*line, below int) {
	own := lineOf(tf, d.Pos)
	d.line = own
	if first := lines[own].first; first.IsValid() && first < d.Pos {
		d.spans = []span{lineSpan(tf, own, own)}
		for _, n := range lines[own].nodes {
			if declares(n) {
				d.spans = append(d.spans, nodeSpan(file, n))
			}
		}
		return
	}
	d.alone, d.line = true, below
	d.spans = []span{lineSpan(tf, own, below)}
	code, ok := lines[below]
	if !ok || !code.first.IsValid() {
		return
	}
	for _, n := range code.nodes {
		if n.Pos() == code.first {
			d.spans = append(d.spans, nodeSpan(file, n))
		}
	}
}

// declares reports whether n is a declaration that a directive on its first
// line covers as a whole.
func declares(n ast.Node) bool {
	switch n.(type) {
	case *ast.FuncDecl, *ast.GenDecl, *ast.TypeSpec, *ast.ValueSpec:
		return true
	}
	return false
}

// nodeSpan returns the stretch of n, which for a file is more than its syntax.
func nodeSpan(file *ast.File, n ast.Node) span {
	if n == file {
		return span{file.FileStart, file.FileEnd}
	}
	return span{n.Pos(), n.End()}
}
