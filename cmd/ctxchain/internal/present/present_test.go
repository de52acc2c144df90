package present

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/source"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// keys writes a file and returns the keys of findings on the lines that hold
// the word here.
func keys(t *testing.T, pkg, text string) []string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var findings []Finding
	for i, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "here") {
			findings = append(findings, Finding{Finding: vetdrive.Finding{
				Package:  pkg,
				Category: "toy/find",
				Message:  fmt.Sprintf("found on line %d", i+1),
				Range:    vetdrive.Range{Start: vetdrive.Position{File: name, Line: i + 1, Col: 1}},
			}})
		}
	}
	Keys(findings, new(source.Files))
	var all []string
	for _, f := range findings {
		all = append(all, f.Key)
	}
	return all
}

func TestKeys(t *testing.T) {
	const base = "package a\n\nfunc F() {\n\there(1)\n\there(1)\n}\n"
	want := keys(t, "example.com/a", base)
	if len(want) != 2 || want[0] == want[1] || len(want[0]) != 32 {
		t.Fatalf("keys of two findings that look alike: %q", want)
	}
	for name, test := range map[string]struct {
		pkg, text string
		same      bool
	}{
		"lines before":   {"example.com/a", "package a\n\nvar x int\n\n" + base[len("package a\n\n"):], true},
		"spacing":        {"example.com/a", "package a\nfunc F() {\n\tif x {\n\t\there(1)\n  here(1)\n}\n}\n", true},
		"test variant":   {"example.com/a [example.com/a.test]", base, true},
		"other package":  {"example.com/b", base, false},
		"other function": {"example.com/a", strings.Replace(base, "func F", "func G", 1), false},
		"other code":     {"example.com/a", strings.ReplaceAll(base, "(1)", "(2)"), false},
	} {
		got := keys(t, test.pkg, test.text)
		if len(got) != 2 {
			t.Fatalf("%s: keys %q", name, got)
		}
		for i := range got {
			if same := got[i] == want[i]; same != test.same {
				t.Errorf("%s: key %d is the same: %t, want %t", name, i, same, test.same)
			}
		}
	}
}

func TestNames(t *testing.T) {
	r := &Report{Dir: "/home/me/repo/cmd", Root: "/home/me/repo"}
	for _, test := range []struct {
		file, name, uri string
		inside          bool
	}{
		{"/home/me/repo/cmd/main.go", "main.go", "cmd/main.go", true},
		{"/home/me/repo/lib/a.go", "../lib/a.go", "lib/a.go", true},
		{"/home/me/repo/..odd/a.go", "../..odd/a.go", "..odd/a.go", true},
		{"/usr/x.go", "/usr/x.go", "/usr/x.go", false},
	} {
		if got := r.Name(test.file); got != test.name {
			t.Errorf("Name(%s) = %s, want %s", test.file, got, test.name)
		}
		if got, inside := r.URI(test.file); got != test.uri || inside != test.inside {
			t.Errorf("URI(%s) = %s, %t, want %s, %t", test.file, got, inside, test.uri, test.inside)
		}
	}
	if got := r.Name(""); got != "-" {
		t.Errorf("Name of nothing is %q", got)
	}
}

func TestRepositoryRoot(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	if got := RepositoryRoot(deep); got != deep {
		t.Errorf("without a repository: %s, want %s", got, deep)
	}
	// A worktree has a file of that name.
	if err := os.WriteFile(filepath.Join(dir, ".git"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := RepositoryRoot(deep); got != dir {
		t.Errorf("in a worktree: %s, want %s", got, dir)
	}
}
