package drive_test

import (
	"errors"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest/drive"
)

// library returns one of the files, by name.
func library(t *testing.T, files map[string]string) *drive.Library {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	l, err := drive.NewLibrary(dir)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestLibrary(t *testing.T) {
	l := library(t, map[string]string{
		"a/a.go":             "package a\nimport \"example.com/b\"\nvar A = b.B\n",
		"a/a_test.go":        "package a\nimport \"testing/iotest\"\nvar _ = iotest.ErrTimeout\n",
		"example.com/b/b.go": "package b\nimport \"text/tabwriter\"\nvar B tabwriter.Writer\n",
		"x/x.go":             "package x\nimport _ \"y\"\n",
		"y/y.go":             "package y\nimport _ \"x\"\n",
		"wrong/wrong.go":     "package wrong\nvar W int = \"\"\n",
	})
	tests := []struct {
		name, text string
		want       []string // in the errors, in order
	}{
		{"standard library and directory", "package p\nimport (\"a\"; \"text/tabwriter\"; \"unsafe\"; \"context\")\nvar w *tabwriter.Writer = &a.A\nvar _ context.Context\nvar _ unsafe.Pointer\n", nil},
		{"what tests import", "package p\nimport _ \"testing/iotest\"\n", nil},
		{"what nothing imports", "package p\nimport _ \"go/doc/comment\"\n", []string{"go/doc/comment isn't in the library"}},
		{"cycle", "package p\nimport _ \"x\"\n", []string{"import cycle through x"}},
		{"itself", "package a\nimport \"a\"\nvar _ = a.A\n", []string{"import cycle through a"}},
		{"imported package is wrong", "package p\nimport _ \"wrong\"\n", []string{"cannot use"}},
		{"two errors", "package p\nvar x int = \"\"\nfunc f() { y := 1 }\n", []string{"cannot use", "declared and not used"}},
		{"doesn't parse", "package p\nfunc {", []string{"expected"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := strings.Fields(test.text)[1] // that of package p is p
			p, faults := l.Check(path, []drive.Source{{Name: "p.go", Text: []byte(test.text)}})
			if len(faults) != len(test.want) {
				t.Fatalf("%d errors: %v", len(faults), errors.Join(faults...))
			}
			for i, want := range test.want {
				if !strings.Contains(faults[i].Error(), want) {
					t.Errorf("error %v, want %q in it", faults[i], want)
				}
			}
			if p == nil {
				return
			}
			file := l.Fset.File(p.Files[0].FileStart)
			l.Forget(p)
			if l.Fset.File(p.Files[0].FileStart) == file {
				t.Error("the file isn't forgotten")
			}
		})
	}
	var order []string
	for _, p := range l.Imported() {
		order = append(order, p.ID)
	}
	if got := strings.Join(order, " "); got != "example.com/b a" {
		t.Errorf("imported %s", got)
	}
	// The error of a type is one that tells where.
	_, faults := l.Check("p", []drive.Source{{Name: "p.go", Text: []byte("package p\nvar x int = \"\"\n")}})
	var err types.Error
	if len(faults) != 1 || !errors.As(faults[0], &err) || l.Fset.Position(err.Pos).String() != "p.go:2:13" {
		t.Errorf("errors are %v", faults)
	}
}
