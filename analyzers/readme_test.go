package analyzers_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
)

var update = flag.Bool("update", false, "write what README.md shows")

// Marks around what README.md shows of ctxchain's output.
const (
	readme      = "../README.md"
	outputBegin = "<!-- BEGIN output: written by go test ./analyzers -run TestReadme -update -->\n"
	outputEnd   = "<!-- END output -->\n"
	prompt      = "```\n$ ctxchain "
)

// TestReadme makes sure that README.md shows what ctxchain says about the shop.
// The command line is README.md's; what it prints, and the lines of code that
// this is about, are compared.
func TestReadme(t *testing.T) {
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), outputBegin)
	shown, after, ok2 := strings.Cut(rest, outputEnd)
	args, _, ok3 := strings.Cut(strings.TrimPrefix(shown, prompt), "\n")
	if !ok || !ok2 || !ok3 || !strings.HasPrefix(shown, prompt) {
		t.Fatalf("%s lacks %q, a line %q or, after them, %q", readme, outputBegin, prompt, outputEnd)
	}

	output := shopOutput(t, strings.Fields(args))
	want := prompt + args + "\n" + output + "```\n\n```go\n" + offending(t, output) + "```\n"
	if shown == want {
		return
	}
	if *update {
		if err := os.WriteFile(readme, []byte(before+outputBegin+want+outputEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	is, should := strings.Split(shown, "\n"), strings.Split(want, "\n")
	for i := range max(len(is), len(should)) {
		if a, b := at(is, i), at(should, i); a != b {
			t.Errorf("README.md has  %q\nwhere it is to have %q", a, b)
		}
	}
	t.Error("to update it: go test ./analyzers -run TestReadme -update")
}

// at returns a line, or "" after the last.
func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// shopOutput returns what ctxchain prints about the shop. That there are
// findings is right.
func shopOutput(t *testing.T, args []string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(buildCommand(t), args...)
	cmd.Dir = shop
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 1 || stderr.Len() > 0 {
		t.Fatalf("ctxchain %s: %v, want exit status 1\n%s", args, err, &stderr)
	}
	return filepath.ToSlash(stdout.String())
}

// offending returns the lines of code that the output is about, without
// comments.
func offending(t *testing.T, output string) string {
	t.Helper()
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for line := range strings.Lines(output) {
		parts := strings.SplitN(line, ":", 3)
		if len(parts) != 3 {
			t.Fatalf("output has no place: %q", line)
		}
		n, err := strconv.Atoi(parts[1])
		if err != nil {
			t.Fatalf("output has no line: %q", line)
		}
		data, err := os.ReadFile(filepath.Join(shop, filepath.FromSlash(parts[0])))
		if err != nil {
			t.Fatal(err)
		}
		code, _, _ := strings.Cut(at(strings.Split(string(data), "\n"), n-1), "//")
		fmt.Fprintf(w, "%s:%d\t%s\n", parts[0], n, strings.TrimSpace(code))
	}
	w.Flush()
	return b.String()
}
