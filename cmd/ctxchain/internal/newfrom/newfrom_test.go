package newfrom_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/newfrom"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// A repo is a git repository to play with.
type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	r := &repo{t, t.TempDir()}
	for name, value := range map[string]string{
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull,
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com",
		"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com",
	} {
		t.Setenv(name, value)
	}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return string(out)
}

func (r *repo) path(name string) string { return filepath.Join(r.dir, filepath.FromSlash(name)) }

func (r *repo) write(name string, lines ...string) {
	r.t.Helper()
	if err := os.MkdirAll(filepath.Dir(r.path(name)), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(r.path(name), []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) rename(from, to string) {
	r.t.Helper()
	if err := os.MkdirAll(filepath.Dir(r.path(to)), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.Rename(r.path(from), r.path(to)); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) since(dir, rev string) *newfrom.Changes {
	r.t.Helper()
	c, err := newfrom.Since(context.Background(), r.path(dir), rev)
	if err != nil {
		r.t.Fatal(err)
	}
	return c
}

// want checks which of lines 1 to 9 of a file have changed.
func (r *repo) want(c *newfrom.Changes, name, lines string) {
	r.t.Helper()
	got := ""
	for i := 1; i <= 9; i++ {
		f := &vetdrive.Finding{Range: vetdrive.Range{Start: vetdrive.Position{File: r.path(name), Line: i}}}
		if c.Has(f) {
			got += string(rune('0' + i))
		}
	}
	if got != lines {
		r.t.Errorf("%s: lines %s have changed, want %s", name, got, lines)
	}
}

func nine(changes ...string) []string {
	lines := strings.Split("one two three four five six seven eight nine", " ")
	for _, c := range changes {
		lines[c[0]-'1'] = c
	}
	return lines
}

func TestChanges(t *testing.T) {
	r := newRepo(t)
	for _, name := range []string{"committed.go", "staged.go", "unstaged.go", "same.go", "moved.go", "byhand.go", "deleted.go", "sp ace-é.go", "m/sub.go"} {
		r.write(name, append(nine(), name)...)
	}
	r.write(".gitignore", "ignored.go")
	r.git("add", ".")
	r.git("commit", "-q", "-m", "one")
	r.git("tag", "start")

	r.write("committed.go", append(nine("2x"), "committed.go")...)
	r.git("commit", "-q", "-a", "-m", "two")
	r.write("staged.go", append(nine("3x", "4x"), "staged.go")...)
	r.git("add", "staged.go")
	r.write("staged.go", append(nine("3x", "4x", "9x"), "staged.go")...)
	r.write("unstaged.go", append(append(nine()[:4], "new"), nine()[4:]...)...)
	r.git("mv", "moved.go", "was-moved.go")
	r.write("was-moved.go", append(nine("6x"), "moved.go")...)
	r.rename("byhand.go", "deep/er/byhand.go")
	r.write("deep/er/byhand.go", append(nine("7x"), "byhand.go")...)
	r.write("untracked.go", strings.Split("a b c d e f g h i", " ")...)
	r.write("ignored.go", nine()...)
	r.write("sp ace-é.go", append(nine("1x"), "sp ace-é.go")...)
	r.write("m/sub.go", append(nine("5x"), "m/sub.go")...)
	if err := os.Remove(r.path("deleted.go")); err != nil {
		t.Fatal(err)
	}
	before := r.git("status", "--porcelain")

	for _, dir := range []string{".", "m", "deep/er"} {
		c := r.since(dir, "start")
		r.want(c, "committed.go", "2")
		r.want(c, "staged.go", "349")
		r.want(c, "unstaged.go", "5")
		r.want(c, "same.go", "")
		r.want(c, "was-moved.go", "6")
		r.want(c, "deep/er/byhand.go", "7")
		r.want(c, "untracked.go", "123456789")
		r.want(c, "ignored.go", "")
		r.want(c, "sp ace-é.go", "1")
		r.want(c, "m/sub.go", "5")
		r.want(c, "../elsewhere.go", "123456789")
	}
	c := r.since(".", "HEAD")
	r.want(c, "committed.go", "")
	r.want(c, "unstaged.go", "5")
	if after := r.git("status", "--porcelain"); after != before {
		t.Errorf("the index has changed from\n%s\nto\n%s", before, after)
	}
}

// TestRange is about findings of several lines, and of none.
func TestRange(t *testing.T) {
	r := newRepo(t)
	r.write("a.go", nine()...)
	r.git("add", ".")
	r.git("commit", "-q", "-m", "one")
	r.write("a.go", nine("5x")...)
	c := r.since(".", "HEAD")
	for _, test := range []struct {
		first, last int
		want        bool
	}{{3, 4, false}, {3, 5, true}, {4, 7, true}, {5, 9, true}, {6, 9, false}, {5, 0, true}, {0, 0, true}} {
		f := &vetdrive.Finding{Range: vetdrive.Range{
			Start: vetdrive.Position{File: r.path("a.go"), Line: test.first},
			End:   vetdrive.Position{File: r.path("a.go"), Line: test.last},
		}}
		if got := c.Has(f); got != test.want {
			t.Errorf("lines %d to %d: %v", test.first, test.last, got)
		}
	}
}

// TestSymlink names files through a link to the repository.
func TestSymlink(t *testing.T) {
	r := newRepo(t)
	r.write("a.go", nine()...)
	r.git("add", ".")
	r.git("commit", "-q", "-m", "one")
	r.write("a.go", nine("5x")...)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(r.dir, link); err != nil {
		t.Fatal(err)
	}
	c := r.since(".", "HEAD")
	r.dir = link
	r.want(c, "a.go", "5")
}

func TestErrors(t *testing.T) {
	r := newRepo(t)
	r.write("a.go", nine()...)
	r.git("add", ".")
	r.git("commit", "-q", "-m", "one")
	if _, err := newfrom.Since(context.Background(), r.dir, "nosuch"); err == nil || err.Error() != "nosuch: no such revision" {
		t.Errorf("unknown revision: %v", err)
	}
	if _, err := newfrom.Since(context.Background(), r.dir, "--all"); err == nil || err.Error() != "--all: no such revision" {
		t.Errorf("a flag: %v", err)
	}
	outside := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(outside))
	if _, err := newfrom.Since(context.Background(), outside, "HEAD"); err == nil || !strings.HasPrefix(err.Error(), "git rev-parse: not a git repository") || strings.Contains(err.Error(), "\n") {
		t.Errorf("no repository: %v", err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("interrupted"))
	if _, err := newfrom.Since(ctx, r.dir, "HEAD"); err == nil || err.Error() != "interrupted" {
		t.Errorf("after the end: %v", err)
	}
	t.Setenv("PATH", outside)
	if _, err := newfrom.Since(context.Background(), r.dir, "HEAD"); err == nil || err.Error() != "git command not found in PATH" {
		t.Errorf("no git: %v", err)
	}
}

// TestNoCommit has nothing in the index yet.
func TestNoCommit(t *testing.T) {
	r := newRepo(t)
	r.write("a.go", nine()...)
	if _, err := newfrom.Since(context.Background(), r.dir, "HEAD"); err == nil || err.Error() != "HEAD: no such revision" {
		t.Errorf("error %v", err)
	}
	empty := strings.TrimSpace(r.git("commit-tree", "-m", "empty", strings.TrimSpace(r.git("hash-object", "-t", "tree", "-w", os.DevNull))))
	r.want(r.since(".", empty), "a.go", "123456789")
}
