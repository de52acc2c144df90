package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ctxchain":    runToy,
		"my ctxchain": runToy, // for the tests about names with spaces
		"real":        main,
		"cacheprog":   runCacheProg,
	})
}

// TestScripts runs testdata/script, each file a story about one habit of the go
// command, against the real one.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		Setup:               setup,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// setup makes the go command work offline in a script, on the caches of whoever
// runs the test.
func setup(env *testscript.Env) error {
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		return err
	}
	caches := strings.Fields(string(out))
	tool, err := exec.LookPath("ctxchain")
	if err != nil {
		return err
	}
	repo, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		return err
	}
	env.Setenv("GOCACHE", caches[0])
	env.Setenv("GOMODCACHE", caches[1])
	env.Setenv("GOPROXY", "off")
	env.Setenv("GOENV", "off")
	env.Setenv("GOFLAGS", "")
	env.Setenv("GOTOOLCHAIN", "local")
	env.Setenv("GOWORK", "")
	env.Setenv("CTXCHAIN", tool)
	env.Setenv("REAL", strings.TrimSuffix(tool, "ctxchain")+"real")
	env.Setenv("REPO", repo)
	env.Setenv("UNIT_LOG", filepath.Join(env.WorkDir, "units"))
	// A configuration that no run before had: nothing is cached under it.
	unique := fmt.Appendf(nil, "timeout-headers: [X-%x]\n", sha256.Sum256([]byte(env.WorkDir+time.Now().String())))
	return os.WriteFile(filepath.Join(env.WorkDir, "unique"), unique, 0o666)
}

// exits runs a program, and requires an exit status:
//
//	exits STATUS PROGRAM [ARGS...]
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM [ARGS...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Check(err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s: exit status %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}
