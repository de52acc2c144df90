package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/ctxchain/ctxchain/plugin/internal/parity"
)

// TestCustom builds golangci-lint as users do, with golangci-lint custom and the
// very file that they copy, and lints the shop with it. What custom would get
// from elsewhere is made here: the version of ctxchain in the file is this
// repository's, and golangci-lint's repository is made of its module.
func TestCustom(t *testing.T) {
	repository, tool := vetTool(t)
	l := golangci(t)
	data, err := os.ReadFile(l.docs(".custom-gcl.yml"))
	if err != nil {
		t.Fatal(err)
	}
	versions := regexp.MustCompile(`(?m)^ *version: (v\S+)$`).FindAllStringSubmatch(string(data), -1)
	if len(versions) != 2 {
		t.Fatalf("%s names %d versions, not golangci-lint's and ctxchain's", l.docs(".custom-gcl.yml"), len(versions))
	}
	lintVersion, ownVersion := versions[0][1], versions[1][1]
	if built := required(t, "github.com/golangci/golangci-lint/v2"); built != lintVersion {
		t.Errorf("users build golangci-lint %s, and these tests %s", lintVersion, built)
	}

	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".custom-gcl.yml"), data, 0o666); err != nil {
		t.Fatal(err)
	}
	c := parity.Corpus{Name: "custom", Dir: dir, Env: customEnv(t, repository, lintVersion, ownVersion)}
	if _, _, err := c.Run([]int{0}, l.program, "custom", "-v"); err != nil {
		t.Fatal(err)
	}

	custom := &lint{filepath.Join(dir, "custom-gcl"), filepath.Join(dir, "cache"), repository}
	shop := parity.Corpora(repository)[0]
	all, err := shop.VetJSON(tool)
	if err != nil {
		t.Fatal(err)
	}
	found, err := custom.findings(shop, 1, "-c", l.docs(".golangci.yml"))
	if err != nil {
		t.Fatal(err)
	}
	sameFindings(t, found, parity.OnePerLine(all))
}

// required returns the version of a module that go.mod requires.
func required(t *testing.T, path string) string {
	t.Helper()
	return strings.TrimSpace(run(t, ".", "go", "list", "-m", "-f", "{{.Version}}", path))
}

// run runs a program in a directory, and returns what it prints.
func run(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, &stderr)
	}
	return string(out)
}

// customEnv returns an environment in which golangci-lint custom finds all that
// it wants, and that keeps this repository out of the user's module cache.
func customEnv(t *testing.T, repository, lintVersion, ownVersion string) []string {
	t.Helper()
	env := strings.Fields(run(t, ".", "go", "env", "GOMODCACHE", "GOPROXY"))
	proxies := "file://" + filepath.ToSlash(proxy(t, repository, ownVersion)) +
		",file://" + filepath.ToSlash(filepath.Join(env[0], "cache", "download")) + "," + env[1]
	return []string{
		"GOPROXY=" + proxies,
		"GONOSUMDB=github.com/ctxchain/ctxchain",
		"GOMODCACHE=" + filepath.Join(t.TempDir(), "mod"),
		"GOFLAGS=-modcacherw -trimpath", // -trimpath so that packages are the same in this module cache
		"GOWORK=off",
		"GIT_CONFIG_COUNT=1",
		"GIT_CONFIG_KEY_0=url.file://" + filepath.ToSlash(clone(t, lintVersion)) + ".insteadOf",
		"GIT_CONFIG_VALUE_0=https://github.com/golangci/golangci-lint.git",
	}
}

// proxy returns a directory that is a module proxy with the repository as the
// given version.
func proxy(t *testing.T, repository, version string) string {
	t.Helper()
	dir := t.TempDir()
	m := module.Version{Path: "github.com/ctxchain/ctxchain", Version: version}
	versions := filepath.Join(dir, filepath.FromSlash(m.Path), "@v")
	if err := os.MkdirAll(versions, 0o777); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(repository, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	info := fmt.Sprintf(`{"Version":%q,"Time":"2026-01-01T00:00:00Z"}`, version)
	for name, data := range map[string][]byte{
		"list":            []byte(version + "\n"),
		version + ".info": []byte(info),
		version + ".mod":  mod,
	} {
		if err := os.WriteFile(filepath.Join(versions, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Create(filepath.Join(versions, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	if err := zip.CreateFromDir(f, m, repository); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// clone returns a git repository with golangci-lint's module, tagged with its
// version.
func clone(t *testing.T, version string) string {
	t.Helper()
	var download struct{ Dir string }
	out := run(t, ".", "go", "mod", "download", "-json", "github.com/golangci/golangci-lint/v2@"+version)
	if err := json.Unmarshal([]byte(out), &download); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "golangci-lint")
	if err := os.CopyFS(dir, os.DirFS(download.Dir)); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"},
		{"add", "-A", "-f"},
		{"-c", "user.name=e2e", "-c", "user.email=e2e@example.com", "commit", "-q", "-m", version},
		{"tag", version},
	} {
		run(t, dir, "git", args...)
	}
	return dir
}
