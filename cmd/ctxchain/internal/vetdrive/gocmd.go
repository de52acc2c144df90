package vetdrive

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// oldestGo is the first release whose go vet speaks the protocol that vetdrive
// relies on: results on stdout, in JSON, from the cache as well.
const oldestGo = "go1.26"

// killDelay is how long an interrupted go command may take to clean up.
const killDelay = 5 * time.Second

// A goEnv is what the go command says about itself.
type goEnv struct {
	GOVERSION string
	GOMOD     string
	GOWORK    string

	GOROOT     string
	GOMODCACHE string
}

// outsideModule reports whether there's neither a module nor a workspace.
func (e *goEnv) outsideModule() bool {
	return e.GOWORK == "" && (e.GOMOD == "" || e.GOMOD == os.DevNull)
}

// onlyWorkspace reports whether the working directory is in a workspace, but in
// none of its modules.
func (e *goEnv) onlyWorkspace() bool {
	return e.GOWORK != "" && e.GOWORK != "off" && (e.GOMOD == "" || e.GOMOD == os.DevNull)
}

// mixesDependencies reports whether go vet confuses the results of a package
// with those that it has as a dependency: see the vet tool's -deps flag.
func (e *goEnv) mixesDependencies() bool {
	lang := language(e.GOVERSION)
	return lang != "" && version.Compare(lang, "go1.27") < 0
}

// probe asks the go command for its environment in a directory, "" for the
// working directory, and returns an error when there's no go command, or none
// that ctxchain can work with.
func probe(ctx context.Context, dir string) (*goEnv, error) {
	if _, err := exec.LookPath("go"); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, errors.New("go command not found in PATH")
		}
		return nil, err
	}
	var stderr bytes.Buffer
	cmd := goCommand(ctx, "env", "-json", "GOVERSION", "GOMOD", "GOWORK", "GOROOT", "GOMODCACHE")
	cmd.Dir = dir
	cmd.Stderr = &stderr
	data, err := cmd.Output()
	if err != nil {
		if s := strings.TrimSpace(stderr.String()); s != "" {
			return nil, errors.New(strings.TrimPrefix(s, "go: "))
		}
		return nil, fmt.Errorf("go env: %v", err)
	}
	env := new(goEnv)
	if err := json.Unmarshal(data, env); err != nil {
		return nil, fmt.Errorf("go env: %v", err)
	}
	return env, compatible(env.GOVERSION, runtime.Version())
}

// compatible returns an error when a ctxchain built with one Go release can't
// analyze for a go command of another. Either version may be one that says
// nothing ("devel +abc"); then there's nothing to object to.
func compatible(goVersion, built string) error {
	theirs, ours := language(goVersion), language(built)
	if theirs == "" {
		return nil
	}
	if version.Compare(theirs, oldestGo) < 0 {
		return fmt.Errorf("the go command is %s; ctxchain needs %s or newer", goVersion, oldestGo)
	}
	if ours != "" && version.Compare(ours, theirs) < 0 {
		return fmt.Errorf("built with %s, ctxchain can't analyze for %s: build it anew with that go command", built, goVersion)
	}
	return nil
}

// language returns the language version of a toolchain's: go1.26 for go1.26.8
// and "devel go1.26-0123abc", "" if there's none.
func language(toolchain string) string {
	for word := range strings.FieldsSeq(toolchain) {
		if lang := version.Lang(word); lang != "" {
			return lang
		}
		// What precedes the dash is a version, what follows isn't.
		if word, _, ok := strings.Cut(word, "-"); ok {
			if lang := version.Lang(word); lang != "" {
				return lang
			}
		}
	}
	return ""
}

// goCommand returns a go command that ends when ctx does. It is interrupted,
// not killed, at first: it has temporary files to remove.
func goCommand(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.WaitDelay = killDelay
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return cmd.Process.Kill() // there's no interrupt on this system
		}
		return nil
	}
	return cmd
}

// goCommand returns a go command that runs where the request says.
func (req *Request) goCommand(ctx context.Context, args ...string) *exec.Cmd {
	cmd := goCommand(ctx, args...)
	cmd.Dir, cmd.Env = req.Dir, req.Env
	return cmd
}

// dir returns the directory in which the go command runs.
func (req *Request) dir() (string, error) {
	if req.Dir != "" {
		return req.Dir, nil
	}
	return os.Getwd()
}
