package analyzers_test

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what README.md shows")

// Marks around what README.md shows of ctxchain's output.
const (
	readme      = "../README.md"
	outputBegin = "<!-- BEGIN output: written by go test ./analyzers -run TestReadme -update -->\n"
	outputEnd   = "<!-- END output -->\n"
	prompt      = "```\n$ ctxchain ./...\n"
)

// shown are the files whose findings README.md has; of the others, it has none.
var shown = []string{"checkout/checkout.go", "inventory/inventory.go"}

// TestReadme makes sure that README.md shows what ctxchain says about the shop
// on a terminal.
func TestReadme(t *testing.T) {
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), outputBegin)
	is, after, ok2 := strings.Cut(rest, outputEnd)
	if !ok || !ok2 {
		t.Fatalf("%s lacks %q or, after it, %q", readme, outputBegin, outputEnd)
	}
	should := prompt + excerpt(t, shopOutput(t)) + "```\n"
	if is == should {
		return
	}
	if *update {
		if err := os.WriteFile(readme, []byte(before+outputBegin+should+outputEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	a, b := strings.Split(is, "\n"), strings.Split(should, "\n")
	for i := range max(len(a), len(b)) {
		if a, b := at(a, i), at(b, i); a != b {
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

// excerpt returns what the output says about the files to be shown, and its
// summary; dots stand for the rest.
func excerpt(t *testing.T, output string) string {
	t.Helper()
	var b strings.Builder
	left := false // something was left out
	for block := range strings.SplitSeq(output, "\n\n") {
		name, _, _ := strings.Cut(block, "\n")
		switch {
		case slices.Contains(shown, name), strings.Contains(name, " findings in "):
			if left {
				b.WriteString("...\n")
			}
			left = false
			b.WriteString(strings.TrimSuffix(block, "\n") + "\n")
		case strings.HasPrefix(name, "  ") && !left: // one more of the same file
			b.WriteString("\n" + block + "\n")
		default:
			left = true
		}
	}
	for _, name := range append(shown, " findings in ") {
		if !strings.Contains(b.String(), name) {
			t.Errorf("the output has no %q", name)
		}
	}
	return b.String()
}

// reportComment is what tells the other tests of the shop where findings are.
var reportComment = regexp.MustCompile(`(?m)[ \t]*// REPORT .*$`)

// shopOutput returns what ctxchain prints about a copy of the shop in which no
// comments tell where the findings are. That there are some is right.
func shopOutput(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(shop)); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(name, reportComment.ReplaceAll(data, nil), 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(buildCommand(t), "-format=full", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "LC_ALL=C.UTF-8")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 1 || stderr.Len() > 0 {
		t.Fatalf("ctxchain: %v, want exit status 1\n%s", err, &stderr)
	}
	return filepath.ToSlash(stdout.String())
}
