package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestLSPPackages has an unsaved edit of one package change what is found in
// another, whose facts come from there.
func TestLSPPackages(t *testing.T) {
	t.Parallel()
	e := newEditor(t, `
-- go.mod --
module example.com/m

go 1.26.0
-- a/a.go --
package a

func find() {}
func lost() {}

func F() { find() }
func G() {}
-- b/b.go --
package b

import "example.com/m/a"

func H() {
	a.F()
	a.G()
}
-- b/b_test.go --
package b_test

import "example.com/m/b"

func find() {}

func I() {
	b.H()
	find()
}
`, nil)
	e.open("b/b.go")
	e.wants("b/b.go", "5:1-5:6 toy/carry")
	e.wants("b/b_test.go", "8:1-8:7 toy/find") // though it isn't open
	e.open("a/a.go")
	e.wants("a/a.go", "5:11-5:17 toy/find")
	e.change("a/a.go", whole("package a\n\nfunc find() {}\n\nfunc F() {}\nfunc G() { find() }\n"))
	e.wants("a/a.go", "5:11-5:17 toy/find")
	e.wants("b/b.go", "6:1-6:6 toy/carry")
	// A test in a package of its own sees what isn't saved of the package.
	e.openAs("b/b_test.go", "package b_test\n\nimport \"example.com/m/b\"\n\nfunc I() { b.J() }\n")
	e.change("b/b.go", whole("package b\n\nfunc find() {}\n\nfunc J() { find() }\n"))
	e.wants("b/b.go", "4:11-4:17 toy/find")
	e.wants("b/b_test.go", "4:11-4:16 toy/carry")
}

// TestLSPModules opens files of several modules, with and without a workspace.
func TestLSPModules(t *testing.T) {
	t.Parallel()
	e := newEditor(t, `
-- one/go.mod --
module example.com/one

go 1.26.0
-- one/a.go --
package one

func find() {}
func F()    { find() }
-- work/go.work --
go 1.26.0

use (
	./two
	./three
)
-- work/two/go.mod --
module example.com/two

go 1.26.0
-- work/two/a.go --
package two

func find() {}
func F()    { find() }
-- work/three/go.mod --
module example.com/three

go 1.26.0
-- work/three/a.go --
package three

import "example.com/two"

func G() { two.F() }
-- work/four/go.mod --
module example.com/four

go 1.26.0
-- work/four/a.go --
package four

func find() {}
func F()    { find() }
-- none/a.go --
package main

func find() {}
func main() { find() }
-- none/b.go --
package other

func find() {}
func F()    { find() }
`, nil)
	for name, want := range map[string]string{
		"one/a.go":        "3:14-3:20 toy/find",
		"work/two/a.go":   "3:14-3:20 toy/find",
		"work/three/a.go": "4:11-4:18 toy/carry",
		"work/four/a.go":  "3:14-3:20 toy/find", // that the workspace doesn't use
		"none/a.go":       "3:14-3:20 toy/find",
		"none/b.go":       "3:14-3:20 toy/find",
	} {
		e.open(name)
		e.wants(name, want)
	}
	e.change("none/a.go", whole("package main\n\nfunc find() {}\n\nfunc main() { find() }\n"))
	e.wants("none/a.go", "4:14-4:20 toy/find")
	e.close("none/a.go")
	e.until("an end", func() bool { return len(e.latest[e.uri("none/a.go")].Diagnostics) == 0 })
}

// TestLSPConstraints opens files that aren't part of the package in their
// directory, by build tags.
func TestLSPConstraints(t *testing.T) {
	t.Parallel()
	e := newEditor(t, small+`
-- gen.go --
//go:build ignore

package main

func find() {}
func main() { find() }
-- tagged.go --
//go:build special

package m

func G() { find() }
`, nil)
	e.open("gen.go")
	e.wants("gen.go", "5:14-5:20 toy/find")
	e.open("a.go")
	e.wants("a.go", "7:1-7:7 toy/find")
	e.notify("workspace/didChangeConfiguration", object{"settings": object{"buildFlags": []string{"-tags=special"}}})
	e.open("tagged.go")
	e.wants("tagged.go", "4:11-4:17 toy/find")
	// An unsaved edit makes a file part of the package.
	e.change("gen.go", whole("package m\n\nfunc H() { find() }\n"))
	e.wants("gen.go", "2:11-2:17 toy/find")
}

// TestLSPFiles creates, renames and deletes files.
func TestLSPFiles(t *testing.T) {
	t.Parallel()
	e := newEditor(t, small, nil)
	e.open("a.go")
	e.wants("a.go", "7:1-7:7 toy/find")

	// One that only the editor has, yet.
	e.openAs("b.go", "package m\n\nfunc G() { find() }\n")
	e.wants("b.go", "2:11-2:17 toy/find")

	// One that appears on disk, and is renamed.
	write(t, filepath.Join(e.dir, "c.go"), "package m\n\nfunc H() { find() }\n")
	e.notify("workspace/didCreateFiles", object{"files": []object{{"uri": e.uri("c.go")}}})
	e.wants("c.go", "2:11-2:17 toy/find")
	e.must(os.Rename(filepath.Join(e.dir, "c.go"), filepath.Join(e.dir, "d.go")))
	e.notify("workspace/didRenameFiles", object{"files": []object{{"oldUri": e.uri("c.go"), "newUri": e.uri("d.go")}}})
	e.wants("c.go")
	e.wants("d.go", "2:11-2:17 toy/find")
	e.must(os.Remove(filepath.Join(e.dir, "d.go")))
	e.notify("workspace/didDeleteFiles", object{"files": []object{{"uri": e.uri("d.go")}}})
	e.wants("d.go")

	// Closed without having been saved, a file is gone.
	e.close("b.go")
	e.until("an end", func() bool { return len(e.latest[e.uri("b.go")].Diagnostics) == 0 })
	e.change("a.go", whole("\n"+smallText))
	e.wants("a.go", "8:1-8:7 toy/find")
}

// TestLSPBaseline leaves out what the baseline knows, by the content that isn't
// saved.
func TestLSPBaseline(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	unpack(t, dir, small)
	cmd := exec.Command("ctxchain", "baseline", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	e := startEditor(t, dir)
	e.initialize(nil)
	e.openAs("a.go", "// more\n\n"+smallText+"\nfunc G() { find() }\n")
	e.wants("a.go", "12:11-12:17 toy/find")
}

// TestLSPCaches holds what the server leaves in go's build cache against what the
// command and go vet make of it.
func TestLSPCaches(t *testing.T) {
	t.Parallel()
	e := newEditor(t, `
-- go.mod --
module example.com/m

go 1.26.0
-- a/a.go --
package a

func find() {}
func lost() {}

func F() { find() }
-- b/b.go --
package b

import "example.com/m/a"

func H() { a.F() }
`, nil)
	const edited = "package a\n\nfunc find() {}\nfunc lost() {}\n\n// More.\nfunc F() { find() }\n"
	e.open("a/a.go")
	e.open("b/b.go")
	e.wants("a/a.go", "5:11-5:17 toy/find")
	e.wants("b/b.go", "4:11-4:16 toy/carry")
	e.change("a/a.go", whole(edited))
	e.wants("a/a.go", "6:11-6:17 toy/find")
	e.change("b/b.go", whole("package b\n\nimport \"example.com/m/a\"\n\nfunc H() { a.F(); a.F() }\n"))
	e.wants("b/b.go", "4:11-4:16 toy/carry", "4:18-4:23 toy/carry")
	// An import makes go vet be asked, with what isn't saved of the other.
	e.change("b/b.go", whole("package b\n\nimport \"example.com/m/a\"\nimport _ \"unsafe\"\n\nfunc H() { a.F() }\n"))
	e.wants("b/b.go", "5:11-5:16 toy/carry")
	e.save("a/a.go", edited)
	e.wants("a/a.go", "6:11-6:17 toy/find")
	e.must(e.call("shutdown", nil, nil))
	e.notify("exit", nil)
	e.must(e.ended())

	tool, err := exec.LookPath("ctxchain")
	e.must(err)
	for _, args := range [][]string{
		{"ctxchain", "./..."},
		{"go", "vet", "-vettool=" + tool, "./..."},
		{"go", "vet", "-json", "-vettool=" + tool, "./..."},
	} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = e.dir
		cmd.Env = append(os.Environ(), "GOFLAGS=")
		out, _ := cmd.CombinedOutput() // findings are no success
		text := string(out)
		if !strings.Contains(text, "a/a.go:7:12") || !strings.Contains(text, "b/b.go:5:12") {
			t.Errorf("%s: findings are missing:\n%s", args, text)
		}
		if strings.Contains(text, "ctxchain-lsp") {
			t.Errorf("%s: names a file of the server's:\n%s", args, text)
		}
	}
	left, err := filepath.Glob(filepath.Join(e.scratch, "ctxchain-lsp*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

// TestLSPProgress has a client that shows what takes long.
func TestLSPProgress(t *testing.T) {
	t.Parallel()
	caps := fullCapabilities()
	caps["window"] = object{"workDoneProgress": true}
	e := newEditor(t, small, object{"capabilities": caps})
	e.openAs("a.go", smallText+"\nfunc hang() {}\n\nfunc G() { hang() }\n")
	e.until("progress", func() bool { return slices.Contains(e.progress, "begin") })
	if !slices.Contains(e.asked, "window/workDoneProgress/create") {
		t.Error("progress without having asked for it")
	}
	e.close("a.go")
	e.until("its end", func() bool { return slices.Contains(e.progress, "end") })
}

// TestLSPCgo has files that only the go command can make Go of, which takes them
// as they are on disk.
func TestLSPCgo(t *testing.T) {
	t.Parallel()
	e := newEditor(t, `
-- go.mod --
module example.com/m

go 1.26.0
-- a.go --
package m

// static int one(void) { return 1; }
import "C"

func find() {}
func lost() {}
func One() int { find(); return int(C.one()) }
-- b.go --
package m

func F() { find() }
`, nil)
	e.open("a.go")
	e.wants("a.go", "7:17-7:23 toy/find")
	e.wants("b.go", "2:11-2:17 toy/find")
	e.open("b.go")
	e.wants("b.go", "2:11-2:17 toy/find")
	if actions := e.actions("b.go", 2, 12, "quickfix"); len(actions) != 1 {
		t.Errorf("code actions: %+v", actions)
	}
	const edited = "package m\n\nfunc G() {}\nfunc F() { find(); find() }\n"
	e.change("b.go", whole(edited))
	e.wants("b.go", "2:11-2:17 toy/find")
	if actions := e.actions("b.go", 2, 12, "quickfix"); len(actions) != 0 {
		t.Errorf("code actions for what isn't there any more: %+v", actions)
	}
	e.save("b.go", edited)
	e.wants("b.go", "3:11-3:17 toy/find", "3:19-3:25 toy/find")
}
