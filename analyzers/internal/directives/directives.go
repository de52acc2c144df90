// Package directives reads what users tell ctxchain in comments.
//
// Four forms are known, each a line comment that starts in the first column
// after its slashes, as Go's own directives do:
//
//	//ctxchain:ignore NAMES reason    don't report NAMES here
//	//ctxchain:root reason            an independent job starts in this function
//	//ctxchain:detached reason        this go statement or call may outlive its caller
//	//nolint:NAMES // reason          golangci-lint's form of ignore
//
// NAMES are separated by commas. A name is that of a check (ctxroot), of a
// category (ctxroot/helper), or ctxchain for all of them. In the nolint form,
// names are case-insensitive, those of other linters are skipped over, and no
// name at all, or the name "all", stands for every linter.
//
// An ignore or nolint directive covers
//
//   - its line, when it trails code on it; all of the declaration, when one
//     starts on that line;
//   - the line below its comment group, when it stands alone; and all of the
//     statement, declaration or other node that is the first thing on that
//     line. Above the package clause it covers the file.
//
// A root or detached directive belongs to the function, statement or call on
// that same line of code.
//
// Lines are those of the file as compiled: //line comments don't move them.
package directives

import (
	"cmp"
	"go/ast"
	"go/token"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Name is the name that stands for all of ctxchain in a directive, and the
// name of the check that looks at directives themselves.
const Name = "ctxchain"

// Analyzer parses the directives of a package once for all checks. Its result
// is a *Set. It reports nothing, has no facts and no flags.
var Analyzer = &analysis.Analyzer{
	Name:       "ctxdirectives",
	Doc:        "collect the directives by which code tells ctxchain what is meant",
	Run:        run,
	ResultType: reflect.TypeFor[*Set](),
}

// Kind is the form of a directive.
type Kind string

// The forms of directives.
const (
	Ignore   Kind = "ignore"
	Root     Kind = "root"
	Detached Kind = "detached"
	Nolint   Kind = "nolint"
	// Unknown is a //ctxchain: comment whose verb means nothing. It has no effect.
	Unknown Kind = "unknown"
)

// A Directive is one comment that tells ctxchain something. It doesn't change
// after the pass.
type Directive struct {
	Kind   Kind
	Verb   string    // as written, also for Unknown: the ingore of //ctxchain:ingore
	Names  []string  // Ignore: as written. Nolint: in lower case, empty for a bare one
	Reason string    // "" if none was given
	Pos    token.Pos // of the comment's first slash
	End    token.Pos

	alone bool // nothing but the comment on its line
	line  int  // the line of code that it is about
	spans []span
}

// A span is a stretch of one file, both ends included.
type span struct{ from, to token.Pos }

func (s span) has(pos token.Pos) bool { return s.from <= pos && pos <= s.to }

// names reports whether d names the category of the check, by whichever name.
// A directive that is neither Ignore nor Nolint names nothing.
func (d *Directive) names(check, category string) bool {
	switch d.Kind {
	case Nolint:
		if d.Bare() {
			return true
		}
	case Ignore:
	default:
		return false
	}
	return slices.ContainsFunc(d.Names, func(name string) bool {
		return name == Name || name == check || name == check+"/"+category
	})
}

// Bare reports whether d is a nolint directive for every linter there is.
func (d *Directive) Bare() bool {
	return d.Kind == Nolint && (len(d.Names) == 0 || slices.Contains(d.Names, "all"))
}

// Alone reports whether d has its line to itself.
func (d *Directive) Alone() bool { return d.alone }

// width returns the size in bytes of the smallest stretch by which d covers pos.
func (d *Directive) width(pos token.Pos) (token.Pos, bool) {
	var width token.Pos
	found := false
	for _, s := range d.spans {
		if w := s.to - s.from; s.has(pos) && (!found || w < width) {
			width, found = w, true
		}
	}
	return width, found
}

// explicit orders directives that cover the same place: one that was written
// for ctxchain wins over one that merely includes it.
func (d *Directive) explicit() int {
	switch {
	case d.Kind == Ignore:
		return 0
	case !d.Bare():
		return 1
	}
	return 2
}

// A Set holds the directives of a package. It is safe for use by several
// passes at once. A nil Set holds none.
type Set struct {
	fset  *token.FileSet
	all   []*Directive
	files map[*token.File][]*Directive
}

// All returns the directives of the package in the order of its files and of
// the lines in them. The caller may change the slice, not what it holds.
func (s *Set) All() []*Directive {
	if s == nil {
		return nil
	}
	return slices.Clone(s.all)
}

// Ignored returns the directive that keeps a finding of the check's category
// at pos from being reported, or nil. Where several do, it is the first of
// Matches.
func (s *Set) Ignored(pos token.Pos, check, category string) *Directive {
	if all := s.Matches(pos, check, category); len(all) > 0 {
		return all[0]
	}
	return nil
}

// Matches returns all Ignore and Nolint directives that cover pos and name the
// check's category: ctxchain's own form first, a bare nolint last, among
// equals the one that covers least, then the first in the file.
func (s *Set) Matches(pos token.Pos, check, category string) []*Directive {
	type match struct {
		*Directive
		width token.Pos
	}
	var found []match
	for _, d := range s.in(pos) {
		if !d.names(check, category) {
			continue
		}
		if width, ok := d.width(pos); ok {
			found = append(found, match{d, width})
		}
	}
	slices.SortStableFunc(found, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.explicit(), b.explicit()), cmp.Compare(a.width, b.width))
	})
	var all []*Directive
	for _, m := range found {
		all = append(all, m.Directive)
	}
	return all
}

// Root returns the directive that makes node, a *ast.FuncDecl or *ast.FuncLit,
// the start of an independent job, or nil. It stands above the function, in
// its doc comment, on its first line or after its opening brace.
func (s *Set) Root(node ast.Node) *Directive {
	var body *ast.BlockStmt
	switch n := node.(type) {
	case *ast.FuncDecl:
		body = n.Body
	case *ast.FuncLit:
		body = n.Body
	default:
		return nil
	}
	if d := s.about(node.Pos(), Root); d != nil || body == nil {
		return d
	}
	if d := s.about(body.Lbrace, Root); d != nil && !d.alone {
		return d
	}
	return nil
}

// Detached returns the directive that allows the go statement or call that
// starts at pos to outlive its caller, or nil.
func (s *Set) Detached(pos token.Pos) *Directive { return s.about(pos, Detached) }

// Excuse returns the directive that says that one of the functions, given as
// *ast.FuncDecl or *ast.FuncLit, starts an independent job, or that what starts
// at one of the places may outlive its caller; nil if there is none. Functions
// come first.
func (s *Set) Excuse(functions []ast.Node, at ...token.Pos) *Directive {
	for _, f := range functions {
		if d := s.Root(f); d != nil {
			return d
		}
	}
	for _, pos := range at {
		if d := s.Detached(pos); d != nil {
			return d
		}
	}
	return nil
}

// about returns the first directive of the kind that is about the line of pos.
func (s *Set) about(pos token.Pos, kind Kind) *Directive {
	all := s.in(pos)
	if len(all) == 0 {
		return nil
	}
	line := lineOf(s.fset.File(pos), pos)
	for _, d := range all {
		if d.Kind == kind && d.line == line {
			return d
		}
	}
	return nil
}

// in returns the directives of the file that holds pos.
func (s *Set) in(pos token.Pos) []*Directive {
	if s == nil || !pos.IsValid() {
		return nil
	}
	return s.files[s.fset.File(pos)]
}

func run(pass *analysis.Pass) (any, error) { return Parse(pass.Fset, pass.Files), nil }

// Parse returns the directives in files, which were parsed into fset with
// their comments.
func Parse(fset *token.FileSet, files []*ast.File) *Set {
	s := &Set{fset: fset, files: make(map[*token.File][]*Directive)}
	for _, file := range files {
		tf := fset.File(file.FileStart)
		if tf == nil {
			continue
		}
		if found := inFile(tf, file); len(found) > 0 {
			s.files[tf] = found
			s.all = append(s.all, found...)
		}
	}
	return s
}
