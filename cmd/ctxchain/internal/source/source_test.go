package source

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	text := "package a\r\n" +
		"\n" +
		"func F() {\n" +
		"}\n" +
		"var v = func() {\n" +
		"}\n" +
		"//line other.go:100\n" +
		"func (c *Client[K, V]) Get() {\n" +
		"\tgo func() {}()\n" +
		"}\n" +
		"func (Plain) Put() {}\n" +
		"func (s (List[T])) Len() {}"
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var files Files
	for line, want := range map[int]string{
		0: "", 1: "", 3: "F", 4: "F", 5: "", 6: "",
		8: "Client.Get", 9: "Client.Get", 10: "Client.Get", 11: "Plain.Put", 12: "List.Len", 13: "",
	} {
		if got := files.Func(name, line); got != want {
			t.Errorf("Func of line %d is %q, want %q", line, got, want)
		}
	}
	for line, want := range map[int]string{1: "package a", 2: "", 3: "func F() {", 12: "func (s (List[T])) Len() {}"} {
		if got, ok := files.Line(name, line); !ok || got != want {
			t.Errorf("Line(%d) = %q, %t, want %q", line, got, ok, want)
		}
	}
	for _, line := range []int{-1, 0, 13} {
		if got, ok := files.Line(name, line); ok {
			t.Errorf("Line(%d) = %q, want none", line, got)
		}
	}
	if got := string(files.Content(name)); got != text {
		t.Errorf("content is %q", got)
	}
	if _, ok := files.Line("nosuch.go", 1); ok || files.Func("nosuch.go", 1) != "" || files.Content("nosuch.go") != nil {
		t.Error("a file that doesn't exist has content")
	}
}

// TestBroken reads a file that doesn't parse to its end, and one that isn't Go.
func TestBroken(t *testing.T) {
	dir := t.TempDir()
	var files Files
	for name, content := range map[string]string{
		"a.go": "package a\nfunc F() {\n}\nfunc G( {\n",
		"a.y":  "package a\nfunc F() {\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := files.Func(filepath.Join(dir, "a.go"), 3); got != "F" {
		t.Errorf("in a broken file: %q, want F", got)
	}
	if got := files.Func(filepath.Join(dir, "a.y"), 3); got != "" {
		t.Errorf("in a grammar: %q, want none", got)
	}
}
