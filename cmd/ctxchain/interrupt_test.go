//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestInterrupt tells the command alone to stop, as a supervisor would, while a
// check hangs. It has to end soon, and to take the go command along.
func TestInterrupt(t *testing.T) {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.26.0\n")
			write(t, filepath.Join(dir, "a.go"), "package m\n\nfunc hang() {}\nfunc F() { hang() }\n")
			units := filepath.Join(dir, "units")

			var stderr bytes.Buffer
			cmd := exec.Command("ctxchain", ".")
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "UNIT_LOG="+units)
			cmd.Stderr = &stderr
			// A group of its own, by which its children are found.
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			waitFor(t, time.Minute, "the unit to start", func() bool {
				data, _ := os.ReadFile(units)
				return len(data) > 0
			})
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			killer := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
			err := cmd.Wait()
			killer.Stop()

			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 2 {
				t.Errorf("interrupted command: %v, want exit status 2", err)
			}
			if got := strings.TrimSpace(stderr.String()); got != "ctxchain: interrupted" {
				t.Errorf("stderr is %q", got)
			}
			waitFor(t, 20*time.Second, "all children to end", func() bool {
				return errors.Is(syscall.Kill(-cmd.Process.Pid, 0), syscall.ESRCH)
			})
		})
	}
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// waitFor polls until the condition holds, and fails the test if it doesn't in
// time.
func waitFor(t *testing.T, limit time.Duration, what string, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !condition(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v for %s in vain", limit, what)
		}
	}
}
