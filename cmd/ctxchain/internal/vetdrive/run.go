package vetdrive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/unit"
)

// A Request says what to analyze, and how.
type Request struct {
	Tool       string    // absolute path of the vet tool
	BuildFlags []string  // for the go command: "-tags=x"; valid for go list and go vet
	ToolFlags  []string  // for the vet tool: "-preset=strict"
	Patterns   []string  // packages, at least one
	Dir        string    // where the go command runs, absolute; "" for the working directory
	Env        []string  // as in exec.Cmd; nil for that of this process
	Progress   io.Writer // gets what the go command does, line by line; may be nil
	Done       func()    // is called for each package as its result comes in; may be nil
	Verbose    bool      // all that the go command writes to stderr is progress
}

// A Report is what came of a request. It may hold findings and errors both: a
// package that doesn't compile is no reason to be silent about the others.
type Report struct {
	Findings []Finding // in the order of Compare
	Failures []Failure // by package and analyzer
	Maps     []Map     // by package; of dependencies as well
	Values   []Values  // by file; only if the tool's flags ask for it
	Messages []string  // the go command's errors and warnings, which may have several lines each
	Units    int       // that were analyzed, or taken from the cache
	Failed   bool      // the go command failed, for one package at least
	NoModule bool      // the directory is in no module
}

// Complete reports whether all that was asked for was analyzed.
func (r *Report) Complete() bool { return !r.Failed && len(r.Failures) == 0 }

// Rename gives the files that the report is about other names.
func (r *Report) Rename(to func(string) string) {
	rename := func(g *Range) { g.Start.File, g.End.File = to(g.Start.File), to(g.End.File) }
	for i := range r.Findings {
		f := &r.Findings[i]
		rename(&f.Range)
		for j := range f.Related {
			rename(&f.Related[j].Range)
		}
		for _, fix := range f.Fixes {
			for j := range fix.Edits {
				fix.Edits[j].File = to(fix.Edits[j].File)
			}
		}
	}
	for i := range r.Values {
		r.Values[i].File = to(r.Values[i].File)
	}
}

// Run analyzes packages. The error is one line for
// the user; it's the context's cause when the context ended.
func Run(ctx context.Context, req Request) (*Report, error) {
	report, err := run(ctx, req)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return report, err
}

func run(ctx context.Context, req Request) (*Report, error) {
	env, err := probe(ctx, req.Dir)
	if err != nil {
		return nil, err
	}
	if err := req.inWorkspace(ctx, env); err != nil {
		return nil, err
	}
	var asked []listed // nil if not known yet
	if env.mixesDependencies() {
		deps := unit.DepsModule
		if slices.ContainsFunc(req.Patterns, mayBeForeign) {
			if asked, err = req.list(ctx, req.Patterns, "-find"); err != nil {
				return nil, err
			}
			if slices.ContainsFunc(asked, listed.foreign) {
				deps = unit.DepsAll
			}
		}
		req.ToolFlags = withDeps(req.ToolFlags, deps)
	}
	report, err := req.vet(ctx, req.Patterns)
	if err != nil {
		return nil, err
	}
	if report.Failed && report.Units == 0 {
		if report, asked, err = req.retry(ctx, report); err != nil {
			return nil, err
		}
	}
	if env.mixesDependencies() && !req.wantsAll(report) {
		if asked == nil {
			if asked, err = req.list(ctx, req.Patterns, "-find"); err != nil {
				return nil, err
			}
		}
		report.keep(asked)
	}
	report.NoModule = env.outsideModule()
	return report, nil
}

// withDeps adds the vet tool's -deps flag.
func withDeps(flags []string, deps string) []string {
	return append(slices.Clip(flags), "-deps="+deps)
}

// retry is for when go vet has come back with nothing at all: it gives up when
// one package doesn't load, for want of an import, say. The packages that do
// load are tried on their own. They are returned, too, nil if that is no way
// out.
func (req *Request) retry(ctx context.Context, first *Report) (*Report, []listed, error) {
	if slices.ContainsFunc(req.Patterns, isFile) {
		return first, nil, nil // files make up one package, which has no name
	}
	all, err := req.list(ctx, req.Patterns)
	if err != nil {
		return nil, nil, err
	}
	var loaded []listed
	var patterns []string
	for _, p := range all {
		if !p.bad {
			loaded = append(loaded, p)
			patterns = append(patterns, p.path)
		}
	}
	if len(loaded) == 0 || len(loaded) == len(all) {
		return first, nil, nil
	}
	second, err := req.vet(ctx, patterns)
	if err != nil {
		return nil, nil, err
	}
	second.Messages = append(first.Messages, second.Messages...)
	second.Failed = true
	return second, loaded, nil
}

// keep drops the findings in packages that nobody asked for. A failure in one
// of these becomes a message: it may cost a finding elsewhere, no more.
func (r *Report) keep(asked []listed) {
	paths := make(map[string]bool)
	for _, p := range asked {
		paths[p.path] = true
	}
	foreign := func(pkg string) bool {
		return !paths[pkg] && !paths[strings.TrimSuffix(pkg, "_test")]
	}
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool { return foreign(f.Package) })
	r.Failures = slices.DeleteFunc(r.Failures, func(f Failure) bool {
		if !foreign(f.Package) {
			return false
		}
		r.Messages = append(r.Messages, "ctxchain: "+f.String())
		return true
	})
}

// vet runs go vet once.
func (req *Request) vet(ctx context.Context, patterns []string) (*Report, error) {
	stderr := &messages{live: req.Progress, all: req.Verbose}
	var stdout bytes.Buffer
	cmd := req.goCommand(ctx, req.vetArgs(patterns)...)
	cmd.Stdout = &stdout
	if req.Done != nil {
		cmd.Stdout = io.MultiWriter(&stdout, &objects{done: req.Done})
	}
	cmd.Stderr = stderr
	err := cmd.Run()
	if err != nil && !isExit(err) {
		return nil, fmt.Errorf("go vet: %v", err)
	}
	out, parseErr := parse(&stdout)
	if parseErr != nil {
		return nil, parseErr
	}
	return &Report{
		Findings: out.findings,
		Failures: out.failures,
		Maps:     out.maps,
		Messages: stderr.text(),
		Units:    out.units,
		Failed:   err != nil,
	}, nil
}

// vetArgs returns the arguments of the go command.
func (req *Request) vetArgs(patterns []string) []string {
	// Without -trimpath=false, which GOFLAGS may say the contrary of, results
	// name the directory in which they were first computed, be it another
	// checkout's.
	args := []string{"vet", "-vettool=" + req.Tool, "-trimpath=false"}
	args = append(args, req.BuildFlags...)
	args = append(args, req.ToolFlags...)
	// Last of the tool's flags: then go vet, which adds -json there by itself,
	// shares its results with ctxchain.
	args = append(args, "-json", "--")
	return append(args, patterns...)
}

// objects counts the JSON objects of the vet tool as they come in: each ends
// with a brace at the start of a line, or is empty.
type objects struct {
	done func()
	line []byte // not complete yet; no more of it than tells
}

func (o *objects) Write(p []byte) (int, error) {
	for _, c := range p {
		switch {
		case c != '\n':
			if len(o.line) < len("{}")+1 {
				o.line = append(o.line, c)
			}
			continue
		case string(o.line) == "}" || string(o.line) == "{}":
			o.done()
		}
		o.line = o.line[:0]
	}
	return len(p), nil
}

// isExit reports whether a command ran, and failed by its exit status.
func isExit(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.Exited()
}
