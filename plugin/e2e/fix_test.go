package e2e

import (
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/plugin/internal/parity"
)

// TestFixes applies the fixes of all categories to copies of the shop, by each
// way that the go command has. The results are the same, they compile, what was
// fixed isn't found again, and -diff shows just that change and writes nothing.
func TestFixes(t *testing.T) {
	repository, tool := vetTool(t)
	shop, err := parity.CopyShop(repository, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	before, err := shop.VetJSON(tool, "-preset=strict")
	if err != nil {
		t.Fatal(err)
	}
	original := files(t, shop)

	diff, _, err := shop.Run([]int{0, 1}, "go", "vet", "-fix", "-diff", "-vettool="+tool, "-preset=strict", "./...")
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(files(t, shop), original) {
		t.Error("go vet -fix -diff changes files")
	}
	patched := patch(t, shop, repository, string(diff))
	if maps.Equal(patched, original) {
		t.Error("go vet -fix -diff shows no change")
	}

	for name, command := range map[string][]string{
		"go vet -fix":     {"vet", "-fix", "-vettool=" + tool, "-preset=strict", "./..."},
		"go fix -fixtool": {"fix", "-fixtool=" + tool, "-preset=strict", "./..."},
	} {
		t.Run(name, func(t *testing.T) {
			shop, err := parity.CopyShop(repository, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := shop.Run([]int{0}, "go", command...); err != nil {
				t.Fatal(err)
			}
			if fixed := files(t, shop); !maps.Equal(fixed, patched) {
				for _, name := range slices.Sorted(maps.Keys(fixed)) {
					if fixed[name] != patched[name] {
						t.Errorf("%s isn't what -diff said, but\n%s", name, fixed[name])
					}
				}
			}
			if err := shop.Compiles(); err != nil {
				t.Error(err)
			}
			after, err := shop.VetJSON(tool, "-preset=strict")
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range parity.StillThere(before, after) {
				t.Errorf("found again: %v", f)
			}
		})
	}
}

// TestLintFix does the same with golangci-lint, which may leave some fixes to the
// next run.
func TestLintFix(t *testing.T) {
	repository, tool := vetTool(t)
	l := golangci(t)
	shop, err := parity.CopyShop(repository, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	before, err := shop.VetJSON(tool, "-preset=strict")
	if err != nil {
		t.Fatal(err)
	}
	original := files(t, shop)
	config := l.config(t, "preset: default", "preset: strict")
	found, err := l.findings(shop, 1, "-c", config)
	if err != nil {
		t.Fatal(err)
	}
	if found, err = parity.Raised(found); err != nil {
		t.Fatal(err)
	}
	left, err := l.findings(shop, 1, "-c", config, "--fix")
	if err != nil {
		t.Fatal(err)
	}
	if maps.Equal(files(t, shop), original) || len(left) >= len(found) {
		t.Errorf("of %d findings --fix leaves %d", len(found), len(left))
	}
	if err := shop.Compiles(); err != nil {
		t.Error(err)
	}
	after, err := shop.VetJSON(tool, "-preset=strict")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range parity.StillThere(found, after) {
		t.Errorf("found again: %v", f)
	}
	if len(after) >= len(before) {
		t.Errorf("%d findings, and %d before --fix", len(after), len(before))
	}
}

func files(t *testing.T, c parity.Corpus) map[string]string {
	t.Helper()
	files, err := c.Files()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// patch returns the files of another copy of the shop after a diff was applied
// to it, whose files have absolute names.
func patch(t *testing.T, shop parity.Corpus, repository, diff string) map[string]string {
	t.Helper()
	other, err := parity.CopyShop(repository, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	heads := regexp.MustCompile(`(?m)^(---|\+\+\+) (.*) \((old|new)\)$`)
	diff = heads.ReplaceAllStringFunc(diff, func(head string) string {
		m := heads.FindStringSubmatch(head)
		return m[1] + " x/" + shop.Relative(m[2])
	})
	cmd := exec.Command("git", "apply", "-")
	cmd.Dir = other.Dir
	cmd.Env = append(cmd.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(other.Dir))
	cmd.Stdin = strings.NewReader(diff)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s%s", err, out, diff)
	}
	return files(t, other)
}
