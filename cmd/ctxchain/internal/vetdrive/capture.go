package vetdrive

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/unit"
)

// A CaptureRequest asks for the units of a package, that is for what go vet
// tells the vet tool about it, so that it can be analyzed again and again
// without the go command.
type CaptureRequest struct {
	Request // for one package, without -overlay
	// Files are the package's, by absolute names, with the content that they
	// have instead of what is on disk; nil to take that.
	Files map[string][]byte
	// Overlay is the content of other files that differ from what is on disk.
	Overlay map[string][]byte
	// Scratch is an empty directory. Units refer to files in there.
	Scratch string
}

// A Captured is what came of a CaptureRequest.
type Captured struct {
	Units    []unitchecker.Config // in an order in which each comes after those that it imports
	Messages []string             // what the go command had to say, when there are no units
}

// Capture runs go vet on a package in such a way that its units have to run, and
// keeps what they are told.
//
// Go vet would answer from the cache if it could. So each file of the package
// gets a comment that no file had before. What this leaves in the cache is
// found under no key that somebody will look for, and its positions are the
// files' own, not those of the copies, through //line comments.
func Capture(ctx context.Context, req CaptureRequest) (*Captured, error) {
	env, err := probe(ctx, req.Dir)
	if err != nil {
		return nil, err
	}
	if env.mixesDependencies() {
		req.ToolFlags = withDeps(req.ToolFlags, unit.DepsModule)
	}
	overlay, real, err := req.writeOverlay()
	if err != nil {
		return nil, err
	}
	units := filepath.Join(req.Scratch, "units")
	if err := os.Mkdir(units, 0o777); err != nil {
		return nil, err
	}
	vet := req.Request
	vet.BuildFlags = append(slices.Clip(req.BuildFlags), "-overlay="+overlay)
	stderr := new(messages)
	cmd := vet.goCommand(ctx, vet.vetArgs(req.Patterns)...)
	cmd.Env = append(cmd.Environ(), unit.CaptureEnv+"="+units)
	cmd.Stderr = stderr
	err = cmd.Run()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil && !isExit(err) {
		return nil, fmt.Errorf("go vet: %v", err)
	}
	c := &Captured{Messages: stderr.text()}
	c.Units, err = readUnits(units, real)
	return c, err
}

// writeOverlay writes the copies of the files, and returns the name of the file
// that tells the go command of them, and the real names of the copies.
func (req *CaptureRequest) writeOverlay() (file string, real map[string]string, err error) {
	replace := make(map[string]string)
	real = make(map[string]string)
	add := func(name string, data []byte, comment string) error {
		// The base name is kept: _test.go and such say what a file is.
		dir, err := os.MkdirTemp(req.Scratch, "copy")
		if err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.Base(name))
		replace[name], real[to] = to, name
		data = slices.Concat(fmt.Appendf(nil, "//line %s:1:1\n", name), data, []byte(comment))
		return os.WriteFile(to, data, 0o666)
	}
	unique := fmt.Sprintf("\n// %d %d\n", os.Getpid(), time.Now().UnixNano())
	for name, data := range req.Files {
		if data == nil {
			if data, err = os.ReadFile(name); err != nil {
				return "", nil, err
			}
		}
		if err := add(name, data, unique); err != nil {
			return "", nil, err
		}
	}
	for name, data := range req.Overlay {
		if err := add(name, data, ""); err != nil {
			return "", nil, err
		}
	}
	data, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", nil, err
	}
	file = filepath.Join(req.Scratch, "overlay.json")
	return file, real, os.WriteFile(file, data, 0o666)
}

// readUnits reads what the units left in a directory.
func readUnits(dir string, real map[string]string) ([]unitchecker.Config, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*"+unit.CaptureExt))
	if err != nil {
		return nil, err
	}
	var units []unitchecker.Config
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var cfg unitchecker.Config
		if err := json.Unmarshal(data, &cfg); err != nil {
			return nil, fmt.Errorf("%s: %v", name, err)
		}
		for _, files := range [][]string{cfg.GoFiles, cfg.NonGoFiles, cfg.IgnoredFiles} {
			for i, f := range files {
				if r, ok := real[f]; ok {
					files[i] = r
				}
			}
		}
		units = append(units, cfg)
	}
	// A package's tests in a package of their own import it.
	slices.SortFunc(units, func(a, b unitchecker.Config) int {
		return cmp.Or(cmp.Compare(len(a.ImportPath), len(b.ImportPath)), strings.Compare(a.ImportPath, b.ImportPath))
	})
	return units, nil
}

// RunUnit has the vet tool analyze one unit, without the go command. The unit's
// Stdout has to be empty. A package that doesn't compile makes a report that
// Failed, with the compiler's messages.
func RunUnit(ctx context.Context, tool string, flags []string, cfgFile string) (*Report, error) {
	var stdout bytes.Buffer
	stderr := new(messages)
	args := append(slices.Clone(flags), "-json", cfgFile)
	cmd := exec.CommandContext(ctx, tool, args...)
	cmd.Dir = filepath.Dir(cfgFile)
	cmd.WaitDelay = killDelay
	cmd.Stdout, cmd.Stderr = &stdout, stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		if exit := new(exec.ExitError); !errors.As(err, &exit) || !exit.Exited() {
			return nil, fmt.Errorf("%s: %v", filepath.Base(tool), err)
		}
		return &Report{Failed: true, Messages: stderr.text()}, nil
	}
	out, err := parse(&stdout)
	if err != nil {
		return nil, err
	}
	return &Report{Findings: out.findings, Failures: out.failures, Maps: out.maps, Values: out.values, Messages: stderr.text(), Units: out.units}, nil
}

// A Home is how the go command sees a directory.
type Home struct {
	Module string   // the module's directory, "" outside of all
	Work   string   // the workspace's file, "" for none
	Env    []string // for go commands there, nil for that of this process

	// Foreign is for packages that aren't the user's: those of the standard
	// library and of the module cache.
	Foreign bool
}

// FindHome asks the go command about a directory. A module that a workspace
// around it doesn't use is taken for itself.
func FindHome(ctx context.Context, dir string, buildFlags []string) (*Home, error) {
	env, err := probe(ctx, dir)
	if err != nil {
		return nil, err
	}
	home := &Home{Foreign: within(env.GOROOT, dir) || within(env.GOMODCACHE, dir)}
	if env.GOMOD != "" && env.GOMOD != os.DevNull {
		home.Module = filepath.Dir(env.GOMOD)
	}
	if env.GOWORK == "" || env.GOWORK == "off" {
		return home, nil
	}
	home.Work = env.GOWORK
	if home.Module == "" {
		return home, nil
	}
	req := Request{Dir: dir, BuildFlags: buildFlags}
	cmd := req.goCommand(ctx, slices.Concat([]string{"list", "-m", "-f", "{{.Dir}}"}, req.moduleFlags())...)
	out, err := cmd.Output()
	if err == nil && !slices.Contains(strings.Split(strings.TrimSpace(string(out)), "\n"), home.Module) {
		home.Work, home.Env = "", append(os.Environ(), "GOWORK=off")
	}
	return home, nil
}

// within reports whether a path is in a directory, "" for none.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return dir != "" && err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
