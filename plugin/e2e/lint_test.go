// Package e2e tests ctxchain in a real golangci-lint.
package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/ctxchain/ctxchain/plugin/internal/parity"
)

// A lint is golangci-lint with the plugin.
type lint struct {
	program    string
	cache      string // where it keeps what it has found
	repository string
}

// build builds golangci-lint once for all tests, which takes minutes where
// nothing of it is in the build cache.
var build = sync.OnceValues(func() (*lint, error) {
	repository, err := parity.Repository()
	if err != nil {
		return nil, err
	}
	l := &lint{filepath.Join(scratch, "golangci-lint.exe"), filepath.Join(scratch, "cache"), repository}
	out, err := exec.Command("go", "build", "-trimpath", "-o", l.program, "./golangci-lint").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("go build: %v\n%s", err, out)
	}
	return l, nil
})

// scratch is a directory for the time of the tests.
var scratch string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "e2e")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		scratch = dir
		return m.Run()
	}())
}

// tool builds ctxchain once for all tests.
var tool = sync.OnceValues(func() (string, error) {
	repository, err := parity.Repository()
	if err != nil {
		return "", err
	}
	return parity.BuildTool(repository, scratch)
})

// vetTool returns the repository, and ctxchain as a vet tool.
func vetTool(t *testing.T) (repository, path string) {
	t.Helper()
	repository, err := parity.Repository()
	if err != nil {
		t.Fatal(err)
	}
	if path, err = tool(); err != nil {
		t.Fatal(err)
	}
	return repository, path
}

func golangci(t *testing.T) *lint {
	t.Helper()
	l, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// docs returns the path of a file that users copy.
func (l *lint) docs(name string) string {
	return filepath.Join(l.repository, "docs", "golangci-lint", name)
}

// config writes the configuration that users copy, changed in places that are
// there once, and returns its path.
func (l *lint) config(t *testing.T, changes ...string) string {
	t.Helper()
	data, err := os.ReadFile(l.docs(".golangci.yml"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for i := 0; i < len(changes); i += 2 {
		if strings.Count(text, changes[i]) != 1 {
			t.Fatalf("%s doesn't have %q once", l.docs(".golangci.yml"), changes[i])
		}
		text = strings.Replace(text, changes[i], changes[i+1], 1)
	}
	file := filepath.Join(t.TempDir(), ".golangci.yml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// run lints a corpus. Want are the exit statuses that are right: 0 without
// findings, 1 with, 3 for a configuration that is wrong.
func (l *lint) run(c parity.Corpus, want int, args ...string) (stdout, stderr []byte, err error) {
	c.Env = append([]string{"GOLANGCI_LINT_CACHE=" + l.cache}, c.Env...)
	return c.Run([]int{want}, l.program, append([]string{"run", "--show-stats=false", "--path-mode=abs"}, args...)...)
}

// findings returns what ctxchain finds, without the other linters, of which some
// take a lot of time.
func (l *lint) findings(c parity.Corpus, want int, args ...string) ([]parity.Finding, error) {
	stdout, _, err := l.run(c, want, append(args, "--enable-only=ctxchain", "--output.json.path=stdout", "./...")...)
	if err != nil {
		return nil, err
	}
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
			SuggestedFixes []struct {
				TextEdits []struct {
					Pos, End int
					NewText  []byte
				}
			}
		}
	}
	if err := json.Unmarshal(stdout, &report); err != nil {
		return nil, fmt.Errorf("%v\n%s", err, stdout)
	}
	var found []parity.Finding
	for _, issue := range report.Issues {
		if issue.FromLinter != "ctxchain" {
			return nil, fmt.Errorf("%s says %s", issue.FromLinter, issue.Text)
		}
		f := parity.Finding{File: c.Relative(issue.Pos.Filename), Line: issue.Pos.Line, Col: issue.Pos.Column, Message: issue.Text}
		for _, fix := range issue.SuggestedFixes {
			for _, e := range fix.TextEdits {
				f.Edits = append(f.Edits, c.Edit(issue.Pos.Filename, e.Pos, e.End, string(e.NewText)))
			}
		}
		found = append(found, f)
	}
	return found, nil
}
