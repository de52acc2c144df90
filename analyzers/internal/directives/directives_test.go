package directives

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

func TestParseComment(t *testing.T) {
	tests := []struct {
		text string
		want string // kind verb [names] reason; "" for none
	}{
		{"//ctxchain:ignore ctxroot/helper the job has no caller", "ignore ignore [ctxroot/helper] the job has no caller"},
		{"//ctxchain:ignore ctxroot,ctxwait/sleep why", "ignore ignore [ctxroot ctxwait/sleep] why"},
		{"//ctxchain:ignore ctxroot, ctxwait , ctxhop why not", "ignore ignore [ctxroot ctxwait ctxhop] why not"},
		{"//ctxchain:ignore\tctxroot\twhy", "ignore ignore [ctxroot] why"},
		{"//ctxchain:ignore ctxroot // why", "ignore ignore [ctxroot] why"},
		{"//ctxchain:ignore ctxroot see https://go.dev", "ignore ignore [ctxroot] see https://go.dev"},
		{"//ctxchain:ignore ctxroot", "ignore ignore [ctxroot] "},
		{"//ctxchain:ignore ctxroot,", "ignore ignore [ctxroot] "},
		{"//ctxchain:ignore", "ignore ignore [] "},
		{"//ctxchain:ignore // why", "ignore ignore [] why"},
		{"//ctxchain:root a job", "root root [] a job"},
		{"//ctxchain:root", "root root [] "},
		{"//ctxchain:detached audit outlives the request", "detached detached [] audit outlives the request"},
		{"//ctxchain:ingore ctxroot why", "unknown ingore [] ctxroot why"},
		{"//ctxchain:Ignore ctxroot why", "unknown Ignore [] ctxroot why"},
		{"//ctxchain:nolint", "unknown nolint [] "},
		{"//ctxchain:unknown", "unknown unknown [] "},
		{"//ctxchain:", "unknown  [] "},
		{"// ctxchain:ignore is a directive", ""},
		{"//ctxchains:ignore", ""},
		{"/*ctxchain:ignore ctxroot why*/", ""},
		{"//nolint", "nolint nolint [] "},
		{"// nolint // why", "nolint nolint [] why"},
		{"//nolint:all", "nolint nolint [all] "},
		{"//nolint:errcheck,CtxChain // why", "nolint nolint [errcheck ctxchain] why"},
		{"//nolint: errcheck, ctxroot/helper // why", "nolint nolint [errcheck ctxroot/helper] why"},
		{"//nolint:ctxchain why", "nolint nolint [ctxchain] why"},
		{"//nolint:", "nolint nolint [] "},
		{"//nolintlint", ""},
		{"/*nolint*/", ""},
		{"// about nolint", ""},
	}
	for _, test := range tests {
		got := ""
		if d := parse(&ast.Comment{Slash: 7, Text: test.text}); d != nil {
			got = fmt.Sprintf("%s %s %v %s", d.Kind, d.Verb, d.Names, d.Reason)
			if d.Pos != 7 || d.End != token.Pos(7+len(test.text)) {
				t.Errorf("%s: range is [%d,%d)", test.text, d.Pos, d.End)
			}
		}
		if got != test.want {
			t.Errorf("%s:\n got %q\nwant %q", test.text, got, test.want)
		}
	}
}

// source is a file under test. In it, «name» before some code marks a position.
type source struct {
	set   *Set
	file  *ast.File
	marks map[string]token.Pos
	order []string
}

func load(t *testing.T, text string) source {
	t.Helper()
	s := source{marks: make(map[string]token.Pos)}
	var clean strings.Builder
	offsets := make(map[string]int)
	for i, part := range strings.Split(text, "«") {
		if i > 0 {
			name, rest, ok := strings.Cut(part, "»")
			if !ok {
				t.Fatalf("unclosed mark in %q", part)
			}
			offsets[name] = clean.Len()
			s.order = append(s.order, name)
			part = rest
		}
		clean.WriteString(part)
	}
	fset := token.NewFileSet()
	// A file before it, so that positions aren't offsets.
	if _, err := parser.ParseFile(fset, "first.go", "package p\n", parser.ParseComments); err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(fset, "a.go", clean.String(), parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for name, offset := range offsets {
		s.marks[name] = file.FileStart + token.Pos(offset)
	}
	s.file = file
	s.set = Parse(fset, []*ast.File{file})
	return s
}

// TestIgnored looks at which marks a directive covers: those whose name starts with "in".
func TestIgnored(t *testing.T) {
	tests := []struct{ name, text string }{
		{"trailing covers its line", `package p
func f() {
	«out1»g()
	«in1»g(«in2»g()) //ctxchain:ignore ctxroot why
	«out2»g()
}`},
		{"trailing covers only its line of a statement", `package p
func f() {
	«in1»g( //ctxchain:ignore ctxroot why
		«out1»g(),
	)
}`},
		{"trailing on a middle line", `package p
func f() {
	«out1»g(
		«in1»g(), //nolint:ctxroot // why
		«out2»g(),
	)
}`},
		{"trailing a closing bracket", `package p
func f() {
	«out1»g(
		«out2»g(),
	) //ctxchain:ignore ctxroot why
	«out3»g()
}`},
		{"above covers the statement", `package p
func f() {
	«out1»g()
	//ctxchain:ignore ctxroot why
	«in1»if x := «in2»g(); x {
		«in3»g()
	} else {
		«in4»g()
	}
	«out2»g()
}`},
		{"above a statement that isn't formatted", `package p
func f() {
//ctxchain:ignore ctxroot why
	«in1»g(
		«in2»g())
	«out1»g()
}`},
		{"above else covers its line", `package p
func f() {
	if «out1»g() {
		«out2»g()
	//ctxchain:ignore ctxroot why
	} else if «in1»g() {
		«out3»g()
	}
}`},
		{"above a case covers it", `package p
func f() {
	switch «out1»g() {
	//ctxchain:ignore ctxroot why
	case «in1»g():
		«in2»g()
	case «out2»g():
	}
}`},
		{"above an argument", `package p
func f() {
	«out1»g(
		//ctxchain:ignore ctxroot why
		«in1»g(
			«in2»g(),
		),
		«out2»g(),
	)
}`},
		{"above with more comments below", `package p
func f() {
	//ctxchain:ignore ctxroot why
	// And so on.
	«in1»g()
	«out1»g()
}`},
		{"above with a blank line covers nothing", `package p
func f() {
	//ctxchain:ignore ctxroot why

	«out1»g()
}`},
		{"above a closing brace covers nothing after it", `package p
func f() {
	«out1»g()
	//ctxchain:ignore ctxroot why
}
func h() { «out2»g() }`},
		{"in a doc comment", `package p
// f does.
//
//ctxchain:ignore ctxroot why
func «in1»f() {
	«in2»g()
}
func h() { «out1»g() }`},
		{"on a function's first line", `package p
func f( //ctxchain:ignore ctxroot why
	«in1»x int,
) {
	«in2»g()
}
func h() { «out1»g() }`},
		{"on a method", `package p
func (t T) f() { //nolint:ctxchain // why
	«in1»g()
}
func h() { «out1»g() }`},
		{"above a var group", `package p
//ctxchain:ignore ctxroot why
var (
	a = «in1»g()
	b = «in2»g()
)
var c = «out1»g()`},
		{"on a var of a group", `package p
var (
	a = «in1»g( //ctxchain:ignore ctxroot why
		«in2»g(),
	)
	b = «out1»g()
)`},
		{"above a type", `package p
//ctxchain:ignore ctxroot why
type T struct {
	a [«in1»1]int
}
type U struct { a [«out1»1]int }`},
		{"a local declaration", `package p
func f() {
	var x = «in1»g( //ctxchain:ignore ctxroot why
		«in2»g(),
	)
	«out1»g()
}`},
		{"above the package clause", `//ctxchain:ignore ctxroot why
package p
var a = «in1»g()
func f() { «in2»g() }
// «in3» the end
`},
		{"a licence doesn't count as above the package clause", `//ctxchain:ignore ctxroot why

package p
var a = «out1»g()`},
		{"without package doc, at the end of the file", `package p
var a = «out1»g()
//ctxchain:ignore ctxroot why`},
		{"line comments don't move lines", `package p
//line gen.y:40
func f() {
//line gen.y:20
	«in1»g() //ctxchain:ignore ctxroot why
//line gen.y:20
	«out1»g()
//line other.y:5
	//ctxchain:ignore ctxroot why
	«in2»g()
	«out2»g()
}`},
		{"after a raw string", "package p\nvar a = «out1»g(`\n`«in1», g()) //ctxchain:ignore ctxroot why\nvar b = «out2»g()"},
		{"nolint in golangci's form", `package p
func f() {
	// nolint:errcheck,CTXROOT
	«in1»g()
	«out1»g() //nolint:errcheck
	«in2»g() //nolint
	«in3»g() //nolint:all // why
	«in4»g() //nolint:ctxroot/helper // why
	«out2»g() //nolint:ctxroot/other // why
	«out3»g() //nolint:ctx // why
}`},
		{"names", `package p
func f() {
	«in1»g() //ctxchain:ignore ctxchain why
	«in2»g() //ctxchain:ignore ctxwait,ctxroot/helper why
	«out1»g() //ctxchain:ignore ctxwait why
	«out2»g() //ctxchain:ignore ctxroot/other why
	«out3»g() //ctxchain:ignore helper why
	«out4»g() //ctxchain:ignore CTXROOT why
	«out5»g() //ctxchain:ignore
	«out6»g() //ctxchain:ingore ctxroot why
	«out7»g() //ctxchain:root why
	«out8»g() //ctxchain:detached why
	«in3»g() //ctxchain:ignore ctxroot
}`},
	}
	for _, test := range tests {
		for _, crlf := range []bool{false, true} {
			name, text := test.name, test.text
			if crlf {
				name, text = name+" (CRLF)", strings.ReplaceAll(text, "\n", "\r\n")
			}
			t.Run(name, func(t *testing.T) {
				src := load(t, text)
				for _, mark := range src.order {
					got := src.set.Ignored(src.marks[mark], "ctxroot", "helper") != nil
					if want := strings.HasPrefix(mark, "in"); got != want {
						t.Errorf("%s is ignored: %v, want %v", mark, got, want)
					}
				}
			})
		}
	}
}

func TestMatchesOrder(t *testing.T) {
	src := load(t, `package p
//ctxchain:ignore ctxroot whole function
func f() {
	//nolint
	«a»g() //nolint:ctxroot // line
	//ctxchain:ignore ctxchain narrow
	«b»g()
}`)
	for mark, want := range map[string][]string{
		"a": {"whole function", "line", ""},
		"b": {"narrow", "whole function"},
	} {
		var got []string
		for _, d := range src.set.Matches(src.marks[mark], "ctxroot", "inscope") {
			got = append(got, d.Reason)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", mark, got, want)
		}
		if d := src.set.Ignored(src.marks[mark], "ctxroot", "inscope"); d == nil || d.Reason != want[0] {
			t.Errorf("%s: ignored by %+v, want %q", mark, d, want[0])
		}
	}
}

func TestRootAndDetached(t *testing.T) {
	src := load(t, `package p

// a is a job.
//
//ctxchain:root doc
func a() {
	func() {}() // inside is not the root itself
}

//ctxchain:root above

func b() {}

func c() {} //ctxchain:root same line

func d(
	x int,
) { //ctxchain:root brace
}

func e() {
	//ctxchain:root lit above
	func() {}()
	x := func() { //ctxchain:root lit line
		y := func() {}
	}
	run(1,
		//ctxchain:root lit argument
		func() {})
	//ctxchain:root statement
	run(1,
		func() {})
}

func h(
	//ctxchain:root on a parameter
	x int,
	//ctxchain:root above the brace
) {
}

func z()

func detach() {
	«d0»go z() //ctxchain:detached trailing
	//ctxchain:detached above
	«d1»z(
		«d2»z())
	«d3»z() //ctxchain:root no
	//ctxchain:detached chain
	«d4»a.
		b.«d5»c()
}
`)
	var got []string
	ast.Inspect(src.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			got = append(got, n.Name.Name+"="+reasonOf(src.set.Root(n)))
		case *ast.FuncLit:
			got = append(got, "lit="+reasonOf(src.set.Root(n)))
		}
		return true
	})
	want := []string{
		"a=doc", "lit=-", "b=-", "c=same line", "d=brace", "e=-", "lit=lit above", "lit=lit line", "lit=-",
		"lit=lit argument", "lit=-", "h=-", "z=-", "detach=-",
	}
	if !slices.Equal(got, want) {
		t.Errorf("roots:\n got %q\nwant %q", got, want)
	}
	if d := src.set.Root(src.file.Name); d != nil {
		t.Errorf("an identifier is a root by %+v", d)
	}
	got = nil
	for i := range 6 {
		got = append(got, reasonOf(src.set.Detached(src.marks[fmt.Sprintf("d%d", i)])))
	}
	if want := []string{"trailing", "above", "-", "-", "chain", "-"}; !slices.Equal(got, want) {
		t.Errorf("detached: got %q, want %q", got, want)
	}
}

func reasonOf(d *Directive) string {
	if d == nil {
		return "-"
	}
	return d.Reason
}

func TestAll(t *testing.T) {
	src := load(t, `package p
var a = 1 //nolint
//ctxchain:ingore b
var b = 2 //ctxchain:ignore c d
`)
	var got []string
	for _, d := range src.set.All() {
		got = append(got, string(d.Kind))
	}
	if want := []string{"nolint", "unknown", "ignore"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	all := src.set.All()
	all[0] = nil
	if src.set.All()[0] == nil {
		t.Error("a caller can change the set")
	}
}

func TestNothing(t *testing.T) {
	var none *Set
	empty := load(t, "package p\nfunc f() {}\n").set
	for _, s := range []*Set{none, empty} {
		if len(s.All()) != 0 || s.Ignored(1, "ctxroot", "helper") != nil || s.Detached(1) != nil || s.Root(&ast.FuncLit{Type: &ast.FuncType{Func: 1}}) != nil {
			t.Errorf("%+v holds something", s)
		}
	}
	src := load(t, "package p //nolint\n")
	if src.set.Ignored(token.NoPos, "ctxroot", "helper") != nil {
		t.Error("nowhere is ignored")
	}
	if src.set.Ignored(1, "ctxroot", "helper") != nil {
		t.Error("a position in another file is ignored")
	}
}
