// Package goplsbuild builds a gopls that has ctxchain's checks among its own.
//
// That takes no fork: a module whose path begins with that of gopls may import
// its internal packages, and package plugin/gopls adds the checks to a list that
// gopls reads.
package goplsbuild

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
)

const (
	// Default is the version of gopls that is built unless another is asked for.
	Default = "v0.23.0"

	modulePath = "golang.org/x/tools/gopls/ctxchaingopls"
	goplsPath  = "golang.org/x/tools/gopls"
	toolsPath  = "golang.org/x/tools"
	ownPath    = "github.com/ctxchain/ctxchain"
)

// A release is a version of gopls that is known to work in this way.
type release struct {
	version string
	goLang  string // the oldest Go that builds it
	main    string // its main function, and what that needs
}

// main023 is how gopls starts up to v0.23.
const main023 = `package main

import (
	"context"
	"os"

	"golang.org/x/tools/gopls/internal/cmd"
	"golang.org/x/tools/gopls/internal/tool"

	_ "github.com/ctxchain/ctxchain/plugin/gopls"
)

func main() { tool.Main(context.Background(), cmd.New(), os.Args[1:]) }
`

// main024 is how it starts from v0.24 on.
const main024 = `package main

import (
	"golang.org/x/tools/gopls/internal/cmd"

	_ "github.com/ctxchain/ctxchain/plugin/gopls"
)

func main() { cmd.Main() }
`

func releases() []release {
	return []release{
		{"v0.23.0", "go1.26", main023},
		{"v0.24.0", "go1.27", main024},
	}
}

// Versions lists the versions of gopls that can be built.
func Versions() []string {
	var all []string
	for _, r := range releases() {
		all = append(all, r.version)
	}
	return all
}

// Options says what to build.
type Options struct {
	Output  string // the program to write
	Version string // of gopls, one of Versions
	Own     string // the version of ctxchain to build in
	Source  string // a directory with ctxchain's sources to take instead, "" for none
}

// Build builds a gopls. The error says why that isn't possible; what the go
// command had to say is part of it.
func Build(ctx context.Context, opts Options) error {
	i := slices.IndexFunc(releases(), func(r release) bool { return r.version == opts.Version })
	if i < 0 {
		return fmt.Errorf("gopls %s isn't known to work with ctxchain: want %s", opts.Version, strings.Join(Versions(), " or "))
	}
	r := releases()[i]
	output, err := filepath.Abs(opts.Output)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "ctxchain-gopls")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &builder{ctx: ctx, dir: dir}
	if err := b.checkGo(r); err != nil {
		return err
	}
	tools, err := b.tools(r)
	if err != nil {
		return err
	}
	mod, err := opts.goMod(r, tools)
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{"go.mod": mod, "main.go": []byte(r.main)} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return err
		}
	}
	_, err = b.run("build", "-mod=mod", "-trimpath", "-o", output, ".")
	return err
}

// goMod writes the module's go.mod: gopls with the x/tools that it was made with,
// which others would replace by the newer one that ctxchain asks for.
func (o *Options) goMod(r release, tools string) ([]byte, error) {
	f := new(modfile.File)
	own := o.Own
	if o.Source != "" {
		own = "v0.0.0"
	}
	err := errors.Join(
		f.AddModuleStmt(modulePath),
		f.AddGoStmt(strings.TrimPrefix(r.goLang, "go")+".0"),
		f.AddRequire(goplsPath, r.version),
		f.AddRequire(ownPath, own),
		f.AddReplace(toolsPath, "", toolsPath, tools),
	)
	if o.Source != "" && err == nil {
		var source string
		if source, err = filepath.Abs(o.Source); err == nil {
			err = f.AddReplace(ownPath, "", source, "")
		}
	}
	if err != nil {
		return nil, err
	}
	return f.Format()
}

// A builder runs go commands in a directory outside of the user's modules.
type builder struct {
	ctx context.Context
	dir string
}

// run runs a go command, and returns what it prints.
func (b *builder) run(args ...string) ([]byte, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(b.ctx, "go", args...)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = 5 * time.Second
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	err := cmd.Run()
	if b.ctx.Err() != nil {
		return nil, context.Cause(b.ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("go %s: %v\n%s", args[0], err, bytes.TrimSpace(stderr.Bytes()))
	}
	return stdout.Bytes(), nil
}

// checkGo returns an error if the go command is too old for a release.
func (b *builder) checkGo(r release) error {
	out, err := b.run("env", "GOVERSION")
	if err != nil {
		return err
	}
	have := strings.TrimSpace(string(out))
	if lang := version.Lang(have); lang != "" && version.Compare(lang, r.goLang) < 0 {
		return fmt.Errorf("gopls %s needs %s or newer; the go command is %s", r.version, r.goLang, have)
	}
	return nil
}

// tools returns the version of x/tools that a release of gopls was made with.
func (b *builder) tools(r release) (string, error) {
	out, err := b.run("mod", "download", "-json", goplsPath+"@"+r.version)
	if err != nil {
		return "", err
	}
	var info struct{ GoMod string }
	if err := json.Unmarshal(out, &info); err != nil {
		return "", fmt.Errorf("go mod download: %v", err)
	}
	data, err := os.ReadFile(info.GoMod)
	if err != nil {
		return "", err
	}
	f, err := modfile.Parse(info.GoMod, data, nil)
	if err != nil {
		return "", err
	}
	for _, req := range f.Require {
		if req.Mod.Path == toolsPath {
			return req.Mod.Version, nil
		}
	}
	return "", fmt.Errorf("gopls %s doesn't require %s", r.version, toolsPath)
}
