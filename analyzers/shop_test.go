package analyzers_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shop is the demo module, whose deadline chains are broken on purpose.
const shop = "testdata/shop"

// TestShop runs the vet tool on the shop, with all categories on. Lines with a
// comment such as
//
//	// REPORT ctxroot/helper
//
// and no others are to have a finding, of that category.
func TestShop(t *testing.T) {
	tool := buildCommand(t)
	var stderr bytes.Buffer
	cmd := exec.Command("go", "vet", "-json", "-vettool="+tool, "-preset=strict", "./...")
	cmd.Dir = shop
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, &stderr)
	}
	got := shopFindings(t, out)
	want := shopReports(t)
	if len(want) == 0 {
		t.Fatalf("%s has no REPORT comments", shop)
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("not reported: %s", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("reported without a REPORT comment: %s", line)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d findings, want %d", len(got), len(want))
	}
}

// buildCommand returns the path of a freshly built ctxchain.
func buildCommand(t *testing.T) string {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "ctxchain.exe") // Windows wants an extension, others don't care
	out, err := exec.Command("go", "build", "-o", tool, "../cmd/ctxchain").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return tool
}

// shopFindings returns "file:line category" for what go vet -json printed, in no
// particular order.
func shopFindings(t *testing.T, out []byte) []string {
	t.Helper()
	root, err := filepath.Abs(shop)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	// Each package's findings are an object: package -> analyzer -> findings.
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var object map[string]map[string]json.RawMessage
		if err := dec.Decode(&object); errors.Is(err, io.EOF) {
			return lines
		} else if err != nil {
			t.Fatalf("output of go vet: %v\n%s", err, out)
		}
		for pkg, analyzers := range object {
			for name, raw := range analyzers {
				var found []struct{ Category, Posn, Message string }
				if err := json.Unmarshal(raw, &found); err != nil {
					t.Fatalf("%s of %s: %s", name, pkg, raw) // an analyzer's error
				}
				for _, f := range found {
					lines = append(lines, place(t, root, f.Posn)+" "+f.Category)
				}
			}
		}
	}
}

// place turns a position, file:line:column, into one without the column, whose
// file is relative to root.
func place(t *testing.T, root, posn string) string {
	t.Helper()
	m := regexp.MustCompile(`^(.*):(\d+):\d+$`).FindStringSubmatch(posn)
	if m == nil {
		t.Fatalf("bad position %q", posn)
	}
	file, err := filepath.Rel(root, m[1])
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(file) + ":" + m[2]
}

// shopReports returns "file:line category" for what the comments ask for. The
// modules in third_party are the shop's dependencies: nothing is reported there.
func shopReports(t *testing.T) []string {
	t.Helper()
	comment := regexp.MustCompile(`// REPORT (.*)$`)
	var lines []string
	err := filepath.WalkDir(shop, func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(shop, path)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(data), "\n") {
			m := comment.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			for category := range strings.SplitSeq(m[1], ",") {
				lines = append(lines, fmt.Sprintf("%s:%d %s", filepath.ToSlash(rel), i+1, strings.TrimSpace(category)))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}
