package config

import (
	"errors"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func write(t *testing.T, name, content string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	repo := filepath.Join(root, "repo")
	write(t, filepath.Join(root, Name), "")
	write(t, filepath.Join(repo, ".git", "HEAD"), "")
	write(t, filepath.Join(repo, "m", "go.mod"), "module m\n")
	deep := filepath.Join(repo, "m", "a", "b")
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	find := func(dir, want string) {
		t.Helper()
		if got, err := Find(dir); got != want || err != nil {
			t.Errorf("Find(%s) = %q, %v; want %q", dir, got, err, want)
		}
	}
	find(deep, "") // what lies beyond the repository doesn't count
	ofRepo := write(t, filepath.Join(repo, Name), "")
	find(deep, ofRepo)
	ofModule := write(t, filepath.Join(repo, "m", Name), "")
	find(deep, ofModule)
	if got := Root(deep); got != repo {
		t.Errorf("Root is %s, want %s", got, repo)
	}

	// Without a repository the outermost module or workspace is the end.
	work := filepath.Join(root, "work")
	write(t, filepath.Join(work, "go.work"), "")
	write(t, filepath.Join(work, "m", "go.mod"), "module m\n")
	find(filepath.Join(work, "m"), "")
	ofWork := write(t, filepath.Join(work, Name), "")
	find(filepath.Join(work, "m"), ofWork)

	// Nor is there a search outside all modules.
	plain := filepath.Join(root, "plain")
	if err := os.Mkdir(plain, 0o777); err != nil {
		t.Fatal(err)
	}
	find(plain, "")
	write(t, filepath.Join(plain, ".ctxchain.yaml"), "")
	if _, err := Find(plain); err == nil || !strings.HasSuffix(err.Error(), ".ctxchain.yaml: the configuration's name is .ctxchain.yml") {
		t.Errorf("misnamed: %v", err)
	}
	if err := os.Mkdir(filepath.Join(plain, Name), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Find(plain); err == nil || !strings.HasSuffix(err.Error(), Name+": is a directory") {
		t.Errorf("directory: %v", err)
	}
}

func TestExcluded(t *testing.T) {
	dir := filepath.FromSlash("/repo")
	c, err := parse(filepath.Join(dir, Name), []byte(`
exclude:
  - gen
  - "**/*_mock.go"
  - third_party/*/x/
  - {path: old, checks: [ctxroot, ctxwait/sleep]}
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		file, category string
		want           bool
	}{
		{"/repo/gen/a.go", "ctxroot/helper", true},
		{"/repo/gen/deep/a.go", "ctxroot/helper", true},
		{"/repo/generic/a.go", "ctxroot/helper", false},
		{"/repo/a/gen/a.go", "ctxroot/helper", false},
		{"/repo/x_mock.go", "ctxroot/helper", true},
		{"/repo/a/b/x_mock.go", "ctxroot/helper", true},
		{"/repo/third_party/y/x/a.go", "ctxroot/helper", true},
		{"/repo/third_party/y/a.go", "ctxroot/helper", false},
		{"/repo/old/a.go", "ctxroot/helper", true},
		{"/repo/old/a.go", "ctxwait/sleep", true},
		{"/repo/old/a.go", "ctxwait/select", false},
		{"/repo/old/a.go", "ctxroots/helper", false},
		{"/elsewhere/gen/a.go", "ctxroot/helper", false},
	} {
		if got := c.Excluded(filepath.FromSlash(test.file), test.category); got != test.want {
			t.Errorf("Excluded(%s, %s) is %v", test.file, test.category, got)
		}
	}
}

func TestSettings(t *testing.T) {
	c, err := parse("f.yml", []byte("checks:\n  ctxroot: warning\n  ctxroot/helper: note\n  ctxroot/call: off\n"))
	if err != nil {
		t.Fatal(err)
	}
	enable, disable := c.Switched()
	if !slices.Equal(enable, []string{"ctxroot", "ctxroot/helper"}) || !slices.Equal(disable, []string{"ctxroot/call"}) {
		t.Errorf("on %q, off %q", enable, disable)
	}
	before := checks()
	after := c.Severities(before)
	for name, want := range map[string]string{"ctxroot/helper": "note", "ctxroot/shadow": "warning", "ctxroot/call": "warning"} {
		if cat, _ := after.Category(name); cat.Severity != want {
			t.Errorf("severity of %s is %s, want %s", name, cat.Severity, want)
		}
	}
	if cat, _ := before.Category("ctxroot/shadow"); cat.Severity != "error" {
		t.Error("the catalogue itself has changed")
	}
}

func TestRows(t *testing.T) {
	c, err := parse("f.yml", []byte(`
api:
  outgoing:
    - {func: (*example.com/a.Client).Call, stream: true, kind: sql}
  sleep: [example.com/b.nap]
jobs: [example.com/a.Run]
timeout-headers: [X-Left]
`))
	if err != nil {
		t.Fatal(err)
	}
	want := "outgoing (*example.com/a.Client).Call kind=sql stream\nsleep example.com/b.nap\njob example.com/a.Run\ntimeout-header X-Left"
	if got := c.Text(); got != want {
		t.Errorf("rows\n%s\nwant\n%s", got, want)
	}
	paths, unexported := c.RowPackages()
	if !slices.Equal(paths, []string{"example.com/a", "example.com/b"}) || !unexported {
		t.Errorf("packages %q, unexported %v", paths, unexported)
	}
	a := types.NewPackage("example.com/a", "a")
	err = c.CheckRows(func(path string) (*types.Package, error) {
		if path == "example.com/a" {
			return nil, nil // it can't be told
		}
		return nil, errors.New("no such package")
	})
	if err == nil || err.Error() != "f.yml:5: api.sleep[0]: no such package" {
		t.Errorf("error %v", err)
	}
	err = c.CheckRows(func(string) (*types.Package, error) { return a, nil })
	if err == nil || err.Error() != "f.yml:4: api.outgoing[0]: example.com/a has no type Client" {
		t.Errorf("error %v", err)
	}
}

func TestInit(t *testing.T) {
	dir := t.TempDir()
	file, err := Init(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(file); err != nil {
		t.Error(err)
	}
	if _, err := Init(dir); err == nil || err.Error() != file+": there's a configuration already" {
		t.Errorf("a second time: %v", err)
	}
}
