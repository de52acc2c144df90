//go:build e2e && linux

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// Tests with a real client: Neovim without a screen, which runs the scripts in
// testdata/editor. Without Neovim they fail.

// A realCommand is the program under test, built once.
type realCommand struct {
	once sync.Once
	path string
	err  error
}

var built realCommand

// command builds ctxchain.
func command(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		dir, err := os.MkdirTemp("", "ctxchain-e2e")
		if err != nil {
			built.err = err
			return
		}
		built.path = filepath.Join(dir, "ctxchain")
		if out, err := exec.Command("go", "build", "-o", built.path, ".").CombinedOutput(); err != nil {
			built.err = fmt.Errorf("%v\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.path
}

// neovim returns the command that runs a script on the sample in a directory of
// its own.
func neovim(t *testing.T, script, server string, env ...string) *exec.Cmd {
	t.Helper()
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Fatalf("the tests with an editor need Neovim: %v", err)
	}
	scripts, err := filepath.Abs(filepath.Join("testdata", "editor"))
	if err != nil {
		t.Fatal(err)
	}
	sample, err := txtar.ParseFile(filepath.Join(scripts, "sample.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := tempDir(t)
	for _, f := range sample.Files {
		write(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	cmd := exec.Command(nvim, "--headless", "-u", "NONE", "-n", "-i", "NONE", "-c", "luafile "+filepath.Join(scripts, script), "-c", "cquit 3") // unless the script has ended it
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LSP_CMD="+server, "SCRIPTS="+scripts, "FILE=sample.go", "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
	// Neovim writes its log there; the go command would, too.
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(cmd.Env, "GOCACHE="+strings.TrimSpace(string(cache)), "XDG_CACHE_HOME="+tempDir(t))
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// runEditor runs a script to its end.
func runEditor(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	killer := time.AfterFunc(8*time.Minute, func() { cmd.Process.Kill() })
	defer killer.Stop()
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return out.String()
}

func TestEditorSession(t *testing.T) {
	t.Parallel()
	cmd := neovim(t, "session.lua", command(t)+" lsp", "SAVE=1", "HOVER=from ctx; with the caller's deadline")
	if out := runEditor(t, cmd); !strings.Contains(out, "ok: session") {
		t.Errorf("the session didn't come to its end:\n%s", out)
	}
	text, err := os.ReadFile(filepath.Join(cmd.Dir, "sample.go"))
	if err != nil || strings.Contains(string(text), "context.Background") {
		t.Errorf("saved: %v\n%s", err, text)
	}
}

// TestEditorTwice has two editors with the same file.
func TestEditorTwice(t *testing.T) {
	t.Parallel()
	first := neovim(t, "session.lua", command(t)+" lsp")
	second := neovim(t, "session.lua", command(t)+" lsp")
	second.Dir = first.Dir
	var both sync.WaitGroup
	for _, cmd := range []*exec.Cmd{first, second} {
		both.Go(func() {
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Run(); err != nil || !strings.Contains(out.String(), "ok: session") {
				t.Errorf("%v\n%s", err, out.String())
			}
		})
	}
	both.Wait()
}

// TestEditorKilled kills the editor, and looks for what it leaves behind.
func TestEditorKilled(t *testing.T) {
	t.Parallel()
	scratch := tempDir(t)
	mark := "CTXCHAIN_TEST_MARK=" + scratch
	cmd := neovim(t, "idle.lua", command(t)+" lsp", mark, "TMPDIR="+scratch)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ready := make(chan bool, 1)
	go func() {
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			if lines.Text() == "ready" {
				ready <- true
			}
		}
	}()
	select {
	case <-ready:
	case <-time.After(2 * time.Minute):
		t.Error("the editor isn't ready")
	}
	time.Sleep(500 * time.Millisecond) // edits are analyzed by now
	if n := len(marked(t, mark)); n < 2 {
		t.Errorf("%d processes, want the editor and the server at least", n)
	}
	cmd.Process.Kill()
	cmd.Wait()
	waitFor(t, 30*time.Second, "all processes to end", func() bool { return len(marked(t, mark)) == 0 })
	if left, err := filepath.Glob(filepath.Join(scratch, "ctxchain-lsp*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

// marked returns the processes that have a variable in their environment.
func marked(t *testing.T, variable string) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err == nil && slices.Contains(strings.Split(string(data), "\x00"), variable) {
			found = append(found, f)
		}
	}
	return found
}

// TestEditorRandom makes many edits, and holds what the editor shows at the end
// against a run of the command.
func TestEditorRandom(t *testing.T) {
	t.Parallel()
	for _, seed := range []string{"1", "2"} {
		cmd := neovim(t, "random.lua", command(t)+" lsp", "SEED="+seed, "EDITS=500")
		out := runEditor(t, cmd)
		var shown []string
		for line := range strings.Lines(out) {
			if found, ok := strings.CutPrefix(strings.TrimSpace(line), "found "); ok {
				shown = append(shown, found)
			}
		}
		fresh := exec.Command(command(t), "-format=json", ".")
		fresh.Dir = cmd.Dir
		data, _ := fresh.Output() // findings are no success
		var report struct {
			Findings []struct {
				Category     string
				Line, Column int
			}
		}
		if err := json.Unmarshal(data, &report); err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		var want []string
		for _, f := range report.Findings {
			want = append(want, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Category))
		}
		slices.Sort(want)
		if len(want) == 0 || !slices.Equal(shown, want) {
			text, _ := os.ReadFile(filepath.Join(cmd.Dir, "sample.go"))
			t.Errorf("seed %s: shown %q\nfound %q\n%s", seed, shown, want, text)
		}
	}
}
