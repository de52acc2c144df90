// Package newfrom knows which lines have changed since a git revision, so that a
// run can report the findings on these alone.
package newfrom

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// Changes are the lines of files that aren't in a revision.
type Changes struct {
	root  string                   // of the repository, without symbolic links
	files map[string]*gitdiff.File // by name from the root, with slashes
	dirs  map[string]string        // directories without symbolic links, once known
}

// Since returns what has changed in the repository of a directory since the
// revision: commits, what is staged, what isn't, and new files that git doesn't
// ignore. A file that was renamed has changed in the lines that differ. The
// error is one line for the user.
func Since(ctx context.Context, dir, rev string) (*Changes, error) {
	g := &git{dir: dir}
	root, err := g.line(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	commit, err := g.line(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, fmt.Errorf("%s: no such revision", rev)
	}
	g.dir = root
	patch, err := g.diff(ctx, commit)
	if err != nil {
		return nil, err
	}
	files, _, err := gitdiff.Parse(bytes.NewReader(patch))
	if err != nil {
		return nil, fmt.Errorf("unexpected output of git diff: %v", err)
	}
	c := &Changes{files: make(map[string]*gitdiff.File), dirs: make(map[string]string)}
	if c.root, err = filepath.EvalSymlinks(filepath.FromSlash(root)); err != nil {
		return nil, err
	}
	for _, f := range files {
		if !f.IsDelete {
			c.files[f.NewName] = f
		}
	}
	return c, nil
}

// git runs git in a directory.
type git struct {
	dir string
	env []string
}

// output returns what git writes. Its own words about an error are the error.
func (g *git) output(ctx context.Context, args ...string) ([]byte, error) {
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = g.dir
	cmd.Env = append(os.Environ(), append(g.env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0")...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case err == nil:
		return out, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("git command not found in PATH")
	}
	first, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
	if first = strings.TrimPrefix(first, "fatal: "); first == "" {
		first = err.Error()
	}
	return nil, fmt.Errorf("git %s: %s", args[0], first)
}

// line returns the one line that git writes.
func (g *git) line(ctx context.Context, args ...string) (string, error) {
	out, err := g.output(ctx, args...)
	return strings.TrimRight(string(out), "\r\n"), err
}

// diff returns the differences between a commit and the files as they are.
//
// New files, which git diff alone leaves out, are made known to a copy of the
// index, so that a file that was moved by hand is recognized, and the user's own
// index stays as it is.
func (g *git) diff(ctx context.Context, commit string) ([]byte, error) {
	index, err := g.line(ctx, "rev-parse", "--git-path", "index")
	if err != nil {
		return nil, err
	}
	if !filepath.IsAbs(index) {
		index = filepath.Join(g.dir, index)
	}
	tmp, err := os.MkdirTemp("", "ctxchain-index-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	copied := filepath.Join(tmp, "index")
	if err := copyFile(index, copied); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	own := &git{dir: g.dir, env: []string{"GIT_INDEX_FILE=" + copied}}
	if _, err := own.output(ctx, "add", "--intent-to-add", "--", "."); err != nil {
		return nil, err
	}
	return own.output(ctx, "-c", "core.quotePath=true", "diff", "--unified=0", "--find-renames", "--no-color", "--no-ext-diff",
		"--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", "--submodule=short", commit, "--", "*.go")
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// Has reports whether a finding stands on a line that has changed. One in a file
// outside the repository counts as new: it isn't known to be old.
func (c *Changes) Has(f *vetdrive.Finding) bool {
	name, ok := c.name(f.Start.File)
	if !ok {
		return true
	}
	file := c.files[name]
	if file == nil {
		return false
	}
	if f.Start.Line == 0 || file.IsNew {
		return true
	}
	first, last := int64(f.Start.Line), int64(max(f.Start.Line, f.End.Line))
	for _, hunk := range file.TextFragments {
		if first < hunk.NewPosition+hunk.NewLines && hunk.NewPosition <= last {
			return true
		}
	}
	return false
}

// name returns a file's name from the root of the repository, and whether it
// is in there.
func (c *Changes) name(file string) (string, bool) {
	dir, known := c.dirs[filepath.Dir(file)]
	if !known {
		var err error
		if dir, err = filepath.EvalSymlinks(filepath.Dir(file)); err != nil {
			dir = filepath.Dir(file)
		}
		c.dirs[filepath.Dir(file)] = dir
	}
	rel, err := filepath.Rel(c.root, filepath.Join(dir, filepath.Base(file)))
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}
