package fix_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/fix"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// A module is a directory with Go code.
type module struct {
	t   *testing.T
	dir string
}

func newModule(t *testing.T, archive string) *module {
	t.Helper()
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOWORK", "off")
	t.Setenv("GOPROXY", "off")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := &module{t, dir}
	m.write("go.mod", "module example.com/m\n\ngo 1.26.0\n")
	for _, f := range txtar.Parse([]byte(archive)).Files {
		m.write(f.Name, string(f.Data))
	}
	return m
}

func (m *module) path(name string) string { return filepath.Join(m.dir, filepath.FromSlash(name)) }

func (m *module) write(name, content string) {
	m.t.Helper()
	if err := os.MkdirAll(filepath.Dir(m.path(name)), 0o777); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(m.path(name), []byte(content), 0o666); err != nil {
		m.t.Fatal(err)
	}
}

func (m *module) read(name string) string {
	m.t.Helper()
	data, err := os.ReadFile(m.path(name))
	if err != nil {
		m.t.Fatal(err)
	}
	return string(data)
}

// edit replaces the first occurrence of old in a file; at the end of what old
// is made of, "^" stands for an insertion in front of it.
func (m *module) edit(name, old, new string) vetdrive.Edit {
	m.t.Helper()
	text, insert := strings.CutSuffix(old, "^")
	start := strings.Index(m.read(name), text)
	if start < 0 {
		m.t.Fatalf("%s has no %q", name, text)
	}
	end := start + len(text)
	if insert {
		end = start
	}
	return vetdrive.Edit{File: m.path(name), Start: start, End: end, New: new}
}

func finding(edits ...vetdrive.Edit) vetdrive.Finding {
	return vetdrive.Finding{Category: "toy/find", Fixes: []vetdrive.Fix{{Message: "Fix it", Edits: edits}}}
}

func (m *module) make(findings ...vetdrive.Finding) *fix.Result {
	m.t.Helper()
	r, err := fix.Make(context.Background(), fix.Request{Dir: m.dir, Findings: findings})
	if err != nil {
		m.t.Fatal(err)
	}
	return r
}

// want checks the new content of the files that change, all of them.
func (m *module) want(r *fix.Result, archive string) {
	m.t.Helper()
	want := make(map[string]string)
	for _, f := range txtar.Parse([]byte(archive)).Files {
		want[m.path(f.Name)] = string(f.Data)
	}
	for _, f := range r.Files {
		if w, ok := want[f.Name]; !ok {
			m.t.Errorf("%s changes", f.Name)
		} else if string(f.New) != w {
			m.t.Errorf("%s becomes\n%s\nwant\n%s", f.Name, f.New, w)
		}
		delete(want, f.Name)
	}
	for name := range want {
		m.t.Errorf("%s doesn't change", name)
	}
}

const simple = `
-- a/a.go --
package a

func old()   {}
func new1()  {}
func new2()  {}

func F() { old(); old() }
`

func TestConflict(t *testing.T) {
	m := newModule(t, simple)
	r := m.make(
		finding(m.edit("a/a.go", "old(); old()", "new1()")),
		finding(m.edit("a/a.go", "old(); ", "new2(); ")),
		vetdrive.Finding{Category: "toy/find"}, // without a fix
		finding(m.edit("a/a.go", "func F^", "// F calls.\n")),
		finding(m.edit("a/a.go", "func F^", "// F is called.\n")),
		finding(m.edit("a/a.go", "func F^", "// F calls.\n")), // the same as another wants
	)
	m.want(r, `
-- a/a.go --
package a

func old()  {}
func new1() {}
func new2() {}

// F calls.
func F() { new1() }
`)
	if r.Offered != 5 || r.Applied != 3 || len(r.Conflict) != 2 || len(r.Broken) != 0 {
		t.Errorf("offered %d, applied %d, conflicts %d, broken %v", r.Offered, r.Applied, len(r.Conflict), r.Broken)
	}
	if n, err := r.Write(context.Background()); n != 1 || err != nil {
		t.Errorf("wrote %d files, %v", n, err)
	}
	if got := m.read("a/a.go"); got != string(r.Files[0].New) {
		t.Errorf("the file is\n%s", got)
	}
}

func TestWholeFixOrNone(t *testing.T) {
	m := newModule(t, simple)
	first := finding(m.edit("a/a.go", "old(); old()", "new1()"))
	second := finding(m.edit("a/a.go", "func old()   {}", "func old() { new2() }"), m.edit("a/a.go", "old(); old", "new2"))
	r := m.make(first, second)
	if r.Applied != 1 || strings.Contains(string(r.Files[0].New), "{ new2() }") {
		t.Errorf("half a fix: %s", r.Files[0].New)
	}
	overlapping := finding(m.edit("a/a.go", "old(); old()", "new1()"), m.edit("a/a.go", "old(); ", ""))
	if r := m.make(overlapping); r.Applied != 0 || len(r.Conflict) != 1 {
		t.Errorf("applied a fix that is in its own way")
	}
}

const importing = `
-- a/a.go --
package a

import (
	"errors"
	"fmt"
	"os"
)

var E = errors.New("a")

func F() { fmt.Println(os.Args) }
-- b/b.go --
package b

func G() int { return 1 }
`

func TestImports(t *testing.T) {
	m := newModule(t, importing)
	r := m.make(
		finding(m.edit("a/a.go", `errors.New("a")`, "error(nil)")),
		finding(m.edit("a/a.go", "os.Args", "1")),
		finding(m.edit("b/b.go", "return 1", "return int(time.Second)")),
	)
	m.want(r, `
-- a/a.go --
package a

import (
	"fmt"
)

var E = error(nil)

func F() { fmt.Println(1) }
-- b/b.go --
package b

import "time"

func G() int { return int(time.Second) }
`)
	if r.Applied != 3 {
		t.Errorf("applied %d", r.Applied)
	}
}

// TestImportTakenAway has a fix that removes an import and one that needs it.
func TestImportTakenAway(t *testing.T) {
	m := newModule(t, importing)
	r := m.make(
		finding(m.edit("a/a.go", "\t\"errors\"\n", ""), m.edit("a/a.go", `errors.New("a")`, "error(nil)")),
		finding(m.edit("a/a.go", "os.Args", "os.Args, errors.ErrUnsupported")),
	)
	m.want(r, `
-- a/a.go --
package a

import (
	"errors"
	"fmt"
	"os"
)

var E = error(nil)

func F() { fmt.Println(os.Args, errors.ErrUnsupported) }
`)
	if r.Applied != 2 {
		t.Errorf("applied %d", r.Applied)
	}
}

func TestBrokenPackage(t *testing.T) {
	m := newModule(t, importing+`
-- c/c.go --
package c

func H() int { return 1 }
-- c/c_test.go --
package c

var _ int = H()
-- d/d.go --
package d

func I() int { return 1 }
-- d/d_test.go --
package d_test

import "example.com/m/d"

var _ int = d.I()
`)
	r := m.make(
		finding(m.edit("a/a.go", "os.Args", "1")),
		finding(m.edit("b/b.go", "return 1", "return nowhere")),
		finding(m.edit("c/c.go", "H() int { return 1", "H() (int, error) { return 1, nil")),
		finding(m.edit("d/d_test.go", "int = d.I()", "string = d.I()")),
	)
	m.want(r, `
-- a/a.go --
package a

import (
	"errors"
	"fmt"
)

var E = errors.New("a")

func F() { fmt.Println(1) }
`)
	if r.Applied != 1 || len(r.Broken) != 3 {
		t.Fatalf("applied %d, broken %v", r.Applied, r.Broken)
	}
	for i, want := range []fix.Broken{
		{Package: "example.com/m/b", Fixes: 1, Reason: "b/b.go:3:23: undefined: nowhere"},
		{Package: "example.com/m/c", Fixes: 1, Reason: "c/c_test.go:3:13: multiple-value H() (value of type (int, error)) in single-value context"},
		{Package: "example.com/m/d_test", Fixes: 1, Reason: "d/d_test.go:5:16: cannot use d.I() (value of type int) as string value in variable declaration"},
	} {
		got := r.Broken[i]
		got.Reason = filepath.ToSlash(got.Reason)
		if got != want {
			t.Errorf("broken: %+v, want %+v", got, want)
		}
	}
}

// TestAcrossPackages has a fix that changes two packages, of which each alone
// wouldn't compile.
func TestAcrossPackages(t *testing.T) {
	m := newModule(t, `
-- a/a.go --
package a

func F() int { return 1 }
-- b/b.go --
package b

import "example.com/m/a"

func G() int { return a.F() }
`)
	both := finding(m.edit("a/a.go", "F() int", "F(n int) int"), m.edit("b/b.go", "a.F()", "a.F(1)"))
	m.want(m.make(both), `
-- a/a.go --
package a

func F(n int) int { return 1 }
-- b/b.go --
package b

import "example.com/m/a"

func G() int { return a.F(1) }
`)
	spoiled := finding(m.edit("a/a.go", "F() int", "F(n int) int"), m.edit("b/b.go", "a.F()", "a.F(nope)"))
	if r := m.make(spoiled); len(r.Files) != 0 || len(r.Broken) != 1 || r.Applied != 0 {
		t.Errorf("applied half of what doesn't compile: %+v", r)
	}
}

func TestLineEnds(t *testing.T) {
	m := newModule(t, "")
	m.write("a/a.go", "package a\r\n\r\nfunc old()  {}\r\n\r\nfunc F() {\r\n\told()\r\n}\r\n")
	r := m.make(finding(m.edit("a/a.go", "\told()", "  \n  return")))
	m.want(r, "-- a/a.go --\n"+"package a\r\n\r\nfunc old() {}\r\n\r\nfunc F() {\r\n\r\n\treturn\r\n}\r\n")
}

func TestFileOfNoPackage(t *testing.T) {
	m := newModule(t, `
-- gen.go --
//go:build ignore

package main

func old() {}

func main() { old() }
`)
	r := m.make(finding(m.edit("gen.go", "main() { old() }", "main() {}")))
	if r.Applied != 1 {
		t.Errorf("applied %d, broken %v", r.Applied, r.Broken)
	}
}

func TestChoose(t *testing.T) {
	m := newModule(t, simple)
	var seen []string
	req := fix.Request{
		Dir: m.dir,
		Findings: []vetdrive.Finding{
			finding(m.edit("a/a.go", "old(); ", "")),
			finding(m.edit("a/a.go", "old(); old()", "new1()")),
			finding(m.edit("a/a.go", "func new2()  {}", "func new3()  {}")),
		},
		Choose: func(_ *vetdrive.Finding, files []fix.File) (bool, error) {
			if len(files) != 1 || !strings.Contains(string(files[0].Old), "func new1() {}") {
				t.Errorf("asked about %q", files)
			}
			seen = append(seen, string(files[0].New))
			return len(seen) > 1, nil
		},
	}
	r, err := fix.Make(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) != 3 || strings.Contains(seen[1], "old();") || !strings.Contains(seen[2], "new1() }") {
		t.Errorf("asked about %q", seen)
	}
	if r.Offered != 3 || r.Declined != 1 || r.Applied != 2 {
		t.Errorf("offered %d, declined %d, applied %d", r.Offered, r.Declined, r.Applied)
	}
	req.Choose = func(*vetdrive.Finding, []fix.File) (bool, error) { return false, errors.New("gone") }
	if _, err := fix.Make(context.Background(), req); err == nil || err.Error() != "gone" {
		t.Errorf("error %v", err)
	}
}

// TestWrite is about the files themselves.
func TestWrite(t *testing.T) {
	m := newModule(t, importing)
	name := m.path("a/a.go")
	if err := os.Rename(name, m.path("real.txt")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(m.path("real.txt"), name); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(m.path("real.txt"), 0o640); err != nil {
		t.Fatal(err)
	}
	findings := []vetdrive.Finding{
		finding(m.edit("a/a.go", "os.Args", "1")),
		finding(m.edit("b/b.go", "return 1", "return 2")),
	}
	r := m.make(findings...)
	ended, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("interrupted"))
	if n, err := r.Write(ended); n != 0 || err == nil || err.Error() != "interrupted" {
		t.Errorf("after the end: wrote %d, %v", n, err)
	}
	m.write("b/b.go", "package b\n")
	n, err := r.Write(context.Background())
	if n != 1 || err == nil || err.Error() != m.path("b/b.go")+": changed in the meantime" {
		t.Errorf("wrote %d, %v", n, err)
	}
	if m.read("b/b.go") != "package b\n" {
		t.Error("overwrote what somebody has changed")
	}
	info, err := os.Lstat(name)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
	info, err = os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o640 || !strings.Contains(m.read("real.txt"), "fmt.Println(1)") {
		t.Errorf("the file is %v, %v", info, err)
	}
	if _, err := fix.Make(ended, fix.Request{Dir: m.dir, Findings: []vetdrive.Finding{finding(m.edit("a/a.go", "var E^", "// Why.\n"))}}); err == nil || err.Error() != "interrupted" {
		t.Errorf("Make after the end: %v", err)
	}
}

func TestStaleEdit(t *testing.T) {
	m := newModule(t, simple)
	stale := finding(vetdrive.Edit{File: m.path("a/a.go"), Start: 5, End: 5000})
	if _, err := fix.Make(context.Background(), fix.Request{Dir: m.dir, Findings: []vetdrive.Finding{stale}}); err == nil || !strings.HasSuffix(err.Error(), "changed while it was analyzed") {
		t.Errorf("error %v", err)
	}
}
