package baseline_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/baseline"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/source"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

const code = `package a

var x = find()

func F() {
	find()
	find()
}

func (t *T[K]) M() { find() }

func (Pair[K, V]) M() {
	_ = func() { find() }
}
`

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// findings returns one for each call of find in the file.
func findings(t *testing.T, pkg, file string) []present.Finding {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	files := new(source.Files)
	var fs []present.Finding
	for i, line := range strings.Split(string(data), "\n") {
		if strings.Contains(line, "find()") {
			at := vetdrive.Position{File: file, Line: i + 1, Col: 1}
			fs = append(fs, present.Finding{Finding: vetdrive.Finding{Package: pkg, Category: "toy/find", Message: "found  it <here>", Range: vetdrive.Range{Start: at, End: at}}, Func: files.Func(file, i+1)})
		}
	}
	return fs
}

// scope is that of a run over directories, with all categories on but toy/off.
func scope(dirs ...string) baseline.Scope {
	s := baseline.Scope{Dirs: make(map[string]bool), Reported: func(c string) bool { return c != "toy/off" }}
	for _, d := range dirs {
		s.Dirs[d] = true
	}
	return s
}

// filter returns what is new among findings, and the entries unmatched.
func filter(b *baseline.Baseline, findings []present.Finding) (fresh []present.Finding, unmatched []baseline.Entry) {
	findings = slices.Clone(findings)
	unmatched = b.Suppress(findings)
	for _, f := range findings {
		if f.Suppressed == "" {
			fresh = append(fresh, f)
		}
	}
	return fresh, unmatched
}

func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, baseline.Name)
	a := filepath.Join(dir, "a")
	write(t, filepath.Join(a, "a.go"), code)

	b := baseline.New(file)
	b.Update(findings(t, "m/a", filepath.Join(a, "a.go")), scope(a))
	if b.Len() != 5 {
		t.Errorf("%d findings", b.Len())
	}
	if err := b.Write(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "version": 1,
  "findings": [
    {"category":"toy/find","package":"m/a","text":"found it <here>","dir":"a"},
    {"category":"toy/find","package":"m/a","function":"F","text":"found it <here>","count":2,"dir":"a"},
    {"category":"toy/find","package":"m/a","function":"Pair.M","text":"found it <here>","dir":"a"},
    {"category":"toy/find","package":"m/a","function":"T.M","text":"found it <here>","dir":"a"}
  ]
}
`
	if string(data) != want {
		t.Errorf("the file is\n%s", data)
	}
	if b, err = baseline.Load(file); err != nil || b.Len() != 5 || b.File() != file {
		t.Fatalf("%v, %v", b, err)
	}

	// Known again after lines have moved into another file, with tests there now.
	if err := os.Remove(filepath.Join(a, "a.go")); err != nil {
		t.Fatal(err)
	}
	renamed := filepath.Join(a, "renamed.go")
	write(t, renamed, strings.Replace(code, "func F", "// F finds.\nfunc F", 1))
	fresh, unmatched := filter(b, findings(t, "m/a [m/a.test]", renamed))
	if len(fresh)+len(unmatched) > 0 {
		t.Errorf("new %v, unmatched %v", fresh, unmatched)
	}

	// One more that is like others: the last of these is new.
	write(t, renamed, strings.Replace(code, "\tfind()\n}", "\tfind()\n\tfind()\n}", 1)+"func New() { find() }\n")
	fresh, unmatched = filter(b, findings(t, "m/a", renamed))
	if len(fresh) != 2 || fresh[0].Start.Line != 8 || fresh[1].Start.Line != 16 || len(unmatched) > 0 {
		t.Errorf("new %v, unmatched %v", fresh, unmatched)
	}

	// Another category, message or package is another finding.
	one := findings(t, "m/a", renamed)[:1]
	one[0].Message = "found"
	if fresh, unmatched := filter(b, one); len(fresh) != 1 || len(unmatched) != 4 {
		t.Errorf("new %v, unmatched %v", fresh, unmatched)
	}
}

func TestGone(t *testing.T) {
	dir := t.TempDir()
	a, c, old := filepath.Join(dir, "a"), filepath.Join(dir, "c"), filepath.Join(dir, "old")
	for _, d := range []string{a, c, old} {
		write(t, filepath.Join(d, "x.go"), "package x\n\nfunc F() {\n\tfind()\n\tfind()\n}\n")
	}
	all := append(findings(t, "m/a", filepath.Join(a, "x.go")), findings(t, "m/c", filepath.Join(c, "x.go"))...)
	all = append(all, findings(t, "m/old", filepath.Join(old, "x.go"))...)
	off := findings(t, "m/a", filepath.Join(a, "x.go"))[:1]
	off[0].Category = "toy/off"

	b := baseline.New(filepath.Join(dir, baseline.Name))
	b.Update(append(all, off...), scope(a, c, old))
	if b.Len() != 7 {
		t.Fatalf("%d findings", b.Len())
	}
	if err := os.RemoveAll(old); err != nil {
		t.Fatal(err)
	}
	// A run over a alone, where one of two is left and one category is off: c may
	// have its findings still, and old is no more.
	left := findings(t, "m/a", filepath.Join(a, "x.go"))[:1]
	_, unmatched := filter(b, left)
	gone := b.Gone(unmatched, scope(a))
	var text []string
	for _, e := range gone {
		text = append(text, e.String())
	}
	want := "m/a.F: found it <here> (toy/find)\nm/old.F: found it <here> (toy/find)"
	if got := strings.Join(text, "\n"); got != want || gone[0].Count != 1 || gone[1].Count != 2 {
		t.Errorf("gone:\n%s\nwant\n%s\n%+v", got, want, gone)
	}

	b.Update(left, scope(a))
	if b.Len() != 4 { // one of a, the one that is off, two of c
		t.Errorf("%d findings after the update", b.Len())
	}
	if _, unmatched := filter(b, append(left, append(findings(t, "m/c", filepath.Join(c, "x.go")), off...)...)); len(unmatched) > 0 {
		t.Errorf("unmatched %v", unmatched)
	}
}

func TestLoadErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b.json")
	for content, want := range map[string]string{
		"":                                       ":1: EOF",
		"{\n\"version\": 1,\n]":                  ":3: invalid character ']'",
		"{\"version\": 1,\n\"findigs\": []}":     `:2: unknown field "findigs"`,
		"{\"version\": 1,\n\"findigs\": []\n\n}": `:2: unknown field "findigs"`,
		"{\"version\": 2}":                       ": version 2, want 1",
		"{\"version\":\n\"1\"}":                  ":2: cannot unmarshal string into Go struct field",
		"{\"version\": 1} {}":                    ":1: there is more after the end",
		`{"version": 1, "findings": [{"category":"a/b","package":"p","dir":"."}]}`:                       ": findings[0]: want category",
		`{"version": 1, "findings": [{"category":"a/b","package":"p","dir":".","text":"t","count":-1}]}`: ": findings[0]: want category",
	} {
		write(t, file, content)
		if _, err := baseline.Load(file); err == nil || !strings.HasPrefix(err.Error(), file+want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %v, want %s", content, err, want)
		}
	}
	if _, err := baseline.Load(file + "x"); err == nil {
		t.Error("no error for a file that isn't there")
	}
}
