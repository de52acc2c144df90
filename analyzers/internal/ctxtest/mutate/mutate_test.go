package mutate

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"
)

// check type-checks a file that imports nothing but what it is given.
func check(text []byte) (*Program, []error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments)
	if err != nil {
		return nil, []error{err}
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue),
		Defs:  make(map[*ast.Ident]types.Object),
		Uses:  make(map[*ast.Ident]types.Object),
		// PkgNameOf asks here for imports without a name.
		Implicits: make(map[ast.Node]types.Object),
	}
	var faults []error
	config := types.Config{Importer: fake{}, Error: func(err error) { faults = append(faults, err) }}
	pkg, _ := config.Check("p", fset, []*ast.File{f}, info)
	return &Program{Text: text, File: f, Fset: fset, Info: info, Pkg: pkg}, faults
}

// fake imports packages that have a function F and nothing else.
type fake struct{}

var _ types.Importer = fake{}

func (fake) Import(path string) (*types.Package, error) {
	pkg := types.NewPackage(path, path)
	pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, "F", types.NewSignatureType(nil, nil, nil, nil, nil, false)))
	pkg.MarkComplete()
	return pkg, nil
}

func program(t *testing.T, text string) *Program {
	t.Helper()
	p, faults := check([]byte(text))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return p
}

// numbers of changes, for tests to write.
const (
	deleteStmt = iota
	doubleStmt
	swapStmts
	copyStmt
	wrapStmt
	replaceExpr
	swapExprs
	deleteDecl
	doubleDecl
	splice
)

// TestChanges tries each change, and what is mended after it.
func TestChanges(t *testing.T) {
	const donor = "package q\nimport \"b\"\ntype T struct{}\ntype E struct{ T }\nfunc f(e E) T { b.F(); return e.T }\n"
	tests := []struct {
		name string
		text string
		data []byte
		want string // the text, formatted; "" for no change
	}{
		{"delete statement", "package p\nfunc f() { println(1); println(2) }", []byte{deleteStmt, 1}, "package p\n\nfunc f() { println(1) }"},
		{"delete only use", "package p\nfunc f() { x := 1; println(x) }", []byte{deleteStmt, 1}, "package p\n\nfunc f() {\n\tx := 1\n\t_ = x\n}"},
		{"delete use in init", "package p\nfunc f() { if x := 1; true { println(x) } }", []byte{deleteStmt, 1}, "package p\n\nfunc f() {\n\tif x := 1; true {\n\t\t_ = x\n\t}\n}"},
		{"delete use in case", "package p\nfunc f(c chan int) { select { case x := <-c: println(x) } }", []byte{deleteStmt, 2}, "package p\n\nfunc f(c chan int) {\n\tselect {\n\tcase x := <-c:\n\t\t_ = x\n\t}\n}"},
		{"delete return", "package p\nfunc f() int { return 1 }", []byte{deleteStmt, 0}, "package p\n\nfunc f() int {\n\tpanic(0)\n}"},
		{"delete only use of import", "package p\nimport \"a\"\nfunc f() { a.F(); println() }", []byte{deleteStmt, 0}, "package p\n\nfunc f() { ; println() }"},
		{"delete only use of import among others", "package p\nimport (\n\"a\"\n\"b\"\n)\nfunc f() { a.F(); b.F() }", []byte{deleteStmt, 0}, "package p\n\nimport (\n\t\"b\"\n)\n\nfunc f() { ; b.F() }"},
		{"delete declaration of variable", "package p\nfunc f() { x := 1; println(x) }", []byte{deleteStmt, 0}, ""},
		{"double statement", "package p\nfunc f() { println(1) }", []byte{doubleStmt, 0, 0}, "package p\n\nfunc f() {\n\tprintln(1)\n\tprintln(1)\n}"},
		{"double declaration in block", "package p\nfunc f() { x := 1; println(x) }", []byte{doubleStmt, 0, 1}, "package p\n\nfunc f() {\n\tx := 1\n\t{\n\t\tx := 1\n\t\t_ = x\n\t}\n\tprintln(x)\n}"},
		{"double declaration", "package p\nfunc f() { x := 1; println(x) }", []byte{doubleStmt, 0, 0}, ""},
		{"swap statements", "package p\nfunc f() { println(1); println(2) }", []byte{swapStmts, 0, 1}, "package p\n\nfunc f() { println(2); println(1) }"},
		{"swap statement with itself", "package p\nfunc f() { println(1); println(2) }", []byte{swapStmts, 1, 1}, ""},
		{"copy statement", "package p\nfunc f() { println(1); println(2) }", []byte{copyStmt, 1, 0}, "package p\n\nfunc f() {\n\tprintln(2)\n\tprintln(1)\n\tprintln(2)\n}"},
		{"wrap statement", "package p\nfunc f() { println(1) }", []byte{wrapStmt, 0, 1}, "package p\n\nfunc f() {\n\tdefer func() {\n\t\tprintln(1)\n\t}()\n}"},
		{"replace expression", "package p\nfunc f(a, b int) (int, int) { return a, -b }", []byte{replaceExpr, 0, 1}, "package p\n\nfunc f(a, b int) (int, int) { return b, -b }"},
		{"replace expression by a compound", "package p\nfunc f(a, b int) (int, int) { return a, -b }", []byte{replaceExpr, 0, 0}, "package p\n\nfunc f(a, b int) (int, int) { return (-b), -b }"},
		{"replace the only one of its type", "package p\nfunc f(a int, b bool) (int, bool) { return a, b }", []byte{replaceExpr, 0}, ""},
		{"swap expressions", "package p\nfunc f(a, b int) (int, int) { return a, -b }", []byte{swapExprs, 0, 1}, "package p\n\nfunc f(a, b int) (int, int) { return b, -a }"},
		{"delete declaration", "package p\nfunc f() {}\nvar x int", []byte{deleteDecl, 1}, "package p\n\nfunc f() {}"},
		{"delete declaration in use", "package p\nfunc f() { g() }\nfunc g() {}", []byte{deleteDecl, 1}, ""},
		{"double declaration of function", "package p\nfunc f() { f() }", []byte{doubleDecl, 0}, "package p\n\nfunc f() { f() }\n\nfunc fD1() { fD1() }"},
		{"double method", "package p\ntype T int\nfunc (t T) m() { t.m() }", []byte{doubleDecl, 1}, "package p\n\ntype T int\n\nfunc (t T) m() { t.m() }\n\nfunc (t T) mD1() { t.mD1() }"},
		{"splice", "package p\nimport \"a\"\nfunc f() { a.F() }", []byte{splice, 0}, "package p\n\nimport bS1 \"b\"\n\nimport \"a\"\n\nfunc f() { a.F() }\n\ntype TS1 struct{}\ntype ES1 struct{ TS1 }\n\nfunc fS1(e ES1) TS1 { bS1.F(); return e.TS1 }"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := program(t, test.text)
			q := Mutate(p, []*Program{program(t, donor)}, test.data, check)
			if test.want == "" {
				if q != p {
					t.Errorf("got\n%s", q.Text)
				}
				return
			}
			got, err := format.Source(q.Text)
			if err != nil {
				t.Fatal(err)
			}
			// Where nothing was left, there may be empty lines.
			if squeezed(string(got)) != squeezed(test.want) {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// squeezed returns the lines of a text that aren't empty.
func squeezed(s string) string {
	var w strings.Builder
	for line := range strings.Lines(s) {
		if strings.TrimSpace(line) != "" {
			w.WriteString(strings.TrimRight(line, "\n") + "\n")
		}
	}
	return w.String()
}

// TestMutate shows that programs do change, always compile, and depend on
// nothing but the data.
func TestMutate(t *testing.T) {
	const text = `package p

import "a"

type T struct{ next *T }

func (t *T) walk(n int) (res int) {
	for i := 0; i < n; i++ {
		x := t
		if x = x.next; x == nil {
			break
		}
		res += x.walk(n - i)
	}
	a.F()
	return res + n
}

func F(ts []*T, c chan *T) {
	for _, t := range ts {
		go func() { c <- t }()
		select {
		case x := <-c:
			println(x.walk(len(ts)))
		default:
		}
	}
}
`
	p := program(t, text)
	changed := 0
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, seed))
		data := make([]byte, 50)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		q := Mutate(p, []*Program{p, program(t, text)}, data, check)
		if _, faults := check(q.Text); len(faults) > 0 {
			t.Errorf("%v\n%s", faults, q.Text)
		}
		if again := Mutate(p, []*Program{p, program(t, text)}, data, check); string(again.Text) != string(q.Text) {
			t.Errorf("the same data give\n%s\nand\n%s", q.Text, again.Text)
		}
		if len(q.Text) > maxText {
			t.Errorf("%d bytes", len(q.Text))
		}
		if string(q.Text) != text {
			changed++
		}
	}
	if changed < 190 {
		t.Errorf("only %d of 200 programs have changed", changed)
	}
	if q := Mutate(p, nil, nil, check); q != p {
		t.Error("changes without data")
	}
}
