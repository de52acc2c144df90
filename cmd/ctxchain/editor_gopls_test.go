//go:build e2e && linux

package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGopls builds a gopls that has the checks, and has it serve the session that
// ctxchain lsp serves.
func TestGopls(t *testing.T) {
	gopls := filepath.Join(tempDir(t), "gopls")
	build := exec.Command(command(t), "gopls", "-o", gopls, "-source", filepath.Join("..", ".."))
	out, err := build.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "gopls v0.23.0 with ctxchain") {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := neovim(t, "session.lua", gopls, "SAVE=1", "GOPLSCACHE="+tempDir(t))
	if out := runEditor(t, cmd); !strings.Contains(out, "ok: session") {
		t.Errorf("the session didn't come to its end:\n%s", out)
	}
}
