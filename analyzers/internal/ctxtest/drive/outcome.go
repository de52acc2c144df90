package drive

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"errors"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// An Outcome is what analyzers had to say about a package.
type Outcome struct {
	Diagnostics []Diagnostic // as reported
	Facts       []Fact       // by object, as other packages get them

	pkg *Package
}

// A Diagnostic is one that an analyzer has reported.
type Diagnostic struct {
	Analyzer *analysis.Analyzer
	analysis.Diagnostic
}

// A Fact is one about an object, by its path, or the package, with no path.
type Fact struct {
	Object string
	Type   string
	Text   string // of its String method
	Data   []byte // of gob
}

// sort brings the facts into an order that doesn't depend on that of the analyzers.
func (o *Outcome) sort() {
	slices.SortFunc(o.Facts, func(x, y Fact) int {
		return cmp.Or(strings.Compare(x.Object, y.Object), strings.Compare(x.Type, y.Type))
	})
}

// String returns everything in the outcome, so that two outcomes are the same
// if their strings are: diagnostics in their order with positions, fixes and
// all, then facts.
func (o *Outcome) String() string {
	var w strings.Builder
	at := func(from, to token.Pos) string {
		// Where compiled and where written, which differ by //line comments.
		return fmt.Sprintf("%s-%s (%s)", o.pkg.Fset.Position(from), o.pkg.Fset.Position(to), o.pkg.Fset.PositionFor(from, false))
	}
	for _, d := range o.Diagnostics {
		fmt.Fprintf(&w, "%s: %s: %s: %s (%s)\n", at(d.Pos, d.End), d.Analyzer.Name, d.Category, d.Message, d.URL)
		for _, r := range d.Related {
			fmt.Fprintf(&w, "\trelated %s: %s\n", at(r.Pos, r.End), r.Message)
		}
		for _, fix := range d.SuggestedFixes {
			fmt.Fprintf(&w, "\tfix %s\n", fix.Message)
			for _, e := range fix.TextEdits {
				fmt.Fprintf(&w, "\t\t%s: %q\n", at(e.Pos, e.End), e.NewText)
			}
		}
	}
	for _, f := range o.Facts {
		fmt.Fprintf(&w, "fact %q %s: %s %x\n", f.Object, f.Type, f.Text, f.Data)
	}
	return w.String()
}

// check returns what a driver couldn't cope with in a diagnostic's form.
func (p *Package) check(d analysis.Diagnostic) error {
	if err := p.inFile(d.Pos, d.End); err != nil {
		return err
	}
	for _, r := range d.Related {
		if !r.Pos.IsValid() {
			return fmt.Errorf("related %q has no position", r.Message)
		}
	}
	for _, fix := range d.SuggestedFixes {
		edits := slices.Clone(fix.TextEdits)
		for i, e := range edits {
			if !e.End.IsValid() {
				edits[i].End = e.Pos
			}
			if err := p.inFile(e.Pos, e.End); err != nil {
				return fmt.Errorf("fix %q: %w", fix.Message, err)
			}
		}
		slices.SortStableFunc(edits, func(x, y analysis.TextEdit) int { return int(x.Pos - y.Pos) })
		for i := 1; i < len(edits); i++ {
			if edits[i].Pos < edits[i-1].End {
				return fmt.Errorf("fix %q has edits that overlap", fix.Message)
			}
		}
	}
	return nil
}

// inFile returns why a range, whose end may be missing, isn't one in a file of the package.
func (p *Package) inFile(from, to token.Pos) error {
	if !to.IsValid() {
		to = from
	}
	if to < from {
		return errors.New("ends before it starts")
	}
	for _, f := range p.Files {
		if f.FileStart <= from && to <= f.FileEnd {
			return nil
		}
	}
	return errors.New("isn't in one of the package's files")
}

// encode returns the bytes of a fact, and why they aren't fit to stand for it.
func encode(f analysis.Fact) ([]byte, error) {
	var data []byte
	for i := range 3 { // map order shows only now and then
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(f); err != nil {
			return nil, err
		}
		if i > 0 && !bytes.Equal(data, b.Bytes()) {
			return nil, errors.New("isn't encoded the same way twice")
		}
		data = b.Bytes()
	}
	back := reflect.New(reflect.TypeOf(f).Elem()).Interface().(analysis.Fact)
	if err := decode(data, back); err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(f, back) {
		return nil, fmt.Errorf("comes back from gob as %+v, not %+v", back, f)
	}
	return data, nil
}

func decode(data []byte, f analysis.Fact) error {
	return gob.NewDecoder(bytes.NewReader(data)).Decode(f)
}

// Edited returns the text of a file after the edits of a fix, of which all have
// to be in that file.
func Edited(fset *token.FileSet, text []byte, edits []analysis.TextEdit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(x, y analysis.TextEdit) int { return int(x.Pos - y.Pos) })
	var out []byte
	done := 0
	for _, e := range edits {
		file := fset.File(e.Pos)
		out = append(out, text[done:file.Offset(e.Pos)]...)
		out = append(out, e.NewText...)
		done = file.Offset(max(e.Pos, e.End))
	}
	return append(out, text[done:]...)
}
