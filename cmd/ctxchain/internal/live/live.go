// Package live analyzes a package again and again while its files are edited
// and not saved yet.
//
// Go vet is asked once, for the package's units: what it tells the vet tool
// about a package, that is its files and the types and facts of what it
// imports. From then on the vet tool is run on the unit directly, with the files
// as they are in the editor, which takes a fraction of the time. What an edit
// may change beyond that, such as imports, makes go vet be asked again.
package live

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// A Driver says how the vet tool is run.
type Driver struct {
	Tool       string   // its absolute path
	BuildFlags []string // for the go command
	ToolFlags  []string // for the tool when go vet runs it; the same as elsewhere, so that results are shared
	UnitFlags  []string // for the tool when it is run directly
}

// A Package is one that is analyzed while it's edited. It isn't for concurrent
// use.
type Package struct {
	dir     string // absolute
	file    string // "" for the package in dir, else a file that is analyzed by itself
	home    *vetdrive.Home
	scratch string // a directory of its own

	shapes   shapes
	units    []*runUnit
	captured string // the stamp with which the units were captured, "" for never
	count    int    // of captures
}

// A runUnit is a unit with its last result.
type runUnit struct {
	unitchecker.Config
	files  string // the directory of its copies
	inputs string // of the last run that succeeded
	report *vetdrive.Report
	facts  string // identifies the types and facts that importers see
}

// A Result is what came of an analysis.
type Result struct {
	Findings []vetdrive.Finding
	Failures []vetdrive.Failure
	Values   []vetdrive.Values // what is known of contexts, if UnitFlags ask for it
	Files    map[string]bool   // the package's, by absolute names
	Paths    []string          // the import paths of the package and its tests
	Imports  map[string]bool   // import paths of all packages that it depends on
	Facts    string            // changes when what importers see of the package may have

	// Saved says that the result is of the files as they are on disk.
	Saved bool

	// Broken says why the package could not be analyzed, "" if it was. The rest
	// is empty then.
	Broken string
}

// New returns the package in a directory, or, if file isn't "", the one that
// consists of this file there. Scratch is a directory for the package alone,
// which its user removes.
func New(dir, file, scratch string, home *vetdrive.Home) *Package {
	return &Package{dir: dir, file: file, scratch: scratch, home: home, shapes: make(shapes)}
}

// Forget makes the next analysis ask go vet again.
func (p *Package) Forget() { p.captured = "" }

// Analyze analyzes the package. Unsaved holds the content of files, this
// package's and others', by absolute names. Capturing is called when it will
// take longer, since go vet has to be asked. The error is the context's cause
// when it ended, or says that there's no way to analyze anything.
func (p *Package) Analyze(ctx context.Context, d *Driver, unsaved map[string][]byte, capturing func()) (*Result, error) {
	look, err := p.look(unsaved)
	if err != nil {
		return &Result{Broken: err.Error()}, nil
	}
	if look.cgo {
		capturing()
		return p.plain(ctx, d)
	}
	fresh := false
	if look.stamp != p.captured {
		capturing()
		if broken, err := p.capture(ctx, d, look, unsaved); broken != "" || err != nil {
			return &Result{Broken: broken}, err
		}
		fresh = true
	}
	result, err := p.run(ctx, d, unsaved)
	if err != nil || result.Broken == "" || fresh || !p.factsMissing() {
		return result, err
	}
	// The build cache was cleaned.
	capturing()
	if broken, err := p.capture(ctx, d, look, unsaved); broken != "" || err != nil {
		return &Result{Broken: broken}, err
	}
	return p.run(ctx, d, unsaved)
}

// capture gets the units. Broken says why there are none.
func (p *Package) capture(ctx context.Context, d *Driver, look *look, unsaved map[string][]byte) (broken string, err error) {
	p.captured = ""
	p.count++
	scratch := filepath.Join(p.scratch, fmt.Sprintf("capture%d", p.count))
	if err := os.MkdirAll(scratch, 0o777); err != nil {
		return "", err
	}
	req := vetdrive.CaptureRequest{
		Request: p.request(d),
		Files:   make(map[string][]byte),
		Overlay: make(map[string][]byte),
		Scratch: scratch,
	}
	for _, name := range look.files {
		req.Files[name] = unsaved[name]
	}
	for name, data := range unsaved {
		if _, own := req.Files[name]; !own && differs(name, data) {
			req.Overlay[name] = data
		}
	}
	c, err := vetdrive.Capture(ctx, req)
	if err != nil {
		os.RemoveAll(scratch)
		return "", err
	}
	if len(c.Units) == 0 {
		os.RemoveAll(scratch)
		return cmpOr(strings.Join(c.Messages, "\n"), "no package could be analyzed"), nil
	}
	p.units = nil
	for i, cfg := range c.Units {
		p.units = append(p.units, &runUnit{Config: cfg, files: filepath.Join(scratch, fmt.Sprintf("unit%d", i))})
	}
	p.captured = look.stamp
	if p.count > 1 { // what the one before left isn't referred to any more
		os.RemoveAll(filepath.Join(p.scratch, fmt.Sprintf("capture%d", p.count-1)))
	}
	return "", nil
}

func (p *Package) request(d *Driver) vetdrive.Request {
	pattern := "."
	if p.file != "" {
		pattern = p.file
	}
	return vetdrive.Request{Tool: d.Tool, BuildFlags: d.BuildFlags, ToolFlags: d.ToolFlags, Dir: p.dir, Env: p.home.Env, Patterns: []string{pattern}}
}

// plain analyzes the package as it is on disk, by go vet. That is for cgo, whose
// files the go command makes.
func (p *Package) plain(ctx context.Context, d *Driver) (*Result, error) {
	report, err := vetdrive.Run(ctx, p.request(d))
	if err != nil {
		return nil, err
	}
	if report.Units == 0 {
		return &Result{Broken: cmpOr(strings.Join(report.Messages, "\n"), "no package could be analyzed")}, nil
	}
	return &Result{Findings: report.Findings, Failures: report.Failures, Files: p.shapes.names(), Saved: true}, nil
}

// run analyzes the units.
func (p *Package) run(ctx context.Context, d *Driver, unsaved map[string][]byte) (*Result, error) {
	r := &Result{Files: make(map[string]bool), Imports: make(map[string]bool)}
	facts := make(map[string]string) // of the units before, by import path
	for i, u := range p.units {
		if err := u.run(ctx, d, unsaved, p.units[:i]); err != nil {
			return nil, err
		}
		if u.report.Failed {
			return &Result{Broken: strings.Join(u.report.Messages, "\n")}, nil
		}
		facts[u.ImportPath] = u.facts
		r.Facts += u.facts
		r.Paths = append(r.Paths, u.ImportPath)
		r.Findings = append(r.Findings, u.report.Findings...)
		r.Failures = append(r.Failures, u.report.Failures...)
		r.Values = append(r.Values, u.report.Values...)
		for _, name := range u.GoFiles {
			r.Files[name] = true
		}
		for path := range u.PackageVetx {
			r.Imports[path] = true
		}
	}
	return r, nil
}

// factsMissing reports whether a file that a unit refers to is gone.
func (p *Package) factsMissing() bool {
	for _, u := range p.units {
		for _, file := range u.PackageVetx {
			if _, err := os.Stat(file); err != nil {
				return true
			}
		}
	}
	return false
}

// run analyzes the unit, unless nothing has changed since it last was.
func (u *runUnit) run(ctx context.Context, d *Driver, unsaved map[string][]byte, before []*runUnit) error {
	cfg := u.Config
	cfg.Stdout, cfg.FixArchive = "", ""
	cfg.VetxOutput = filepath.Join(u.files, "facts.out")
	inputs := strings.Join(d.UnitFlags, " ")
	cfg.PackageVetx = make(map[string]string, len(u.PackageVetx))
	for path, file := range u.PackageVetx {
		cfg.PackageVetx[path] = file
		for _, b := range before {
			if b.ImportPath == path { // the package that these tests are for
				cfg.PackageVetx[path] = filepath.Join(b.files, "facts.out")
				inputs += " " + b.facts
			}
		}
	}
	real := make(map[string]string)
	cfg.GoFiles = nil
	for i, name := range u.GoFiles {
		file := name
		data, ok := unsaved[name]
		if ok {
			file = filepath.Join(u.files, fmt.Sprint(i), filepath.Base(name))
			real[file] = name
			if err := write(file, data); err != nil {
				return err
			}
			inputs += fmt.Sprintf(" %x", sha256.Sum256(data))
		} else {
			inputs += " " + onDisk(name)
		}
		cfg.GoFiles = append(cfg.GoFiles, file)
	}
	if inputs == u.inputs {
		return nil
	}
	data, err := json.Marshal(cfg)
	if err != nil {
		return err
	}
	cfgFile := filepath.Join(u.files, "unit.cfg")
	if err := write(cfgFile, data); err != nil {
		return err
	}
	report, err := vetdrive.RunUnit(ctx, d.Tool, d.UnitFlags, cfgFile)
	if err != nil {
		return err
	}
	u.report, u.inputs = report, ""
	if !report.Failed {
		report.Rename(func(file string) string { return cmpOr(real[file], file) })
		u.inputs, u.facts = inputs, content(cfg.VetxOutput)
	}
	return nil
}

// write makes a file hold data.
func write(name string, data []byte) error {
	err := os.WriteFile(name, data, 0o666)
	if os.IsNotExist(err) {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		err = os.WriteFile(name, data, 0o666)
	}
	return err
}

// content identifies what a file holds.
func content(name string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256(data))
}

// onDisk identifies the state of a file without reading it.
func onDisk(name string) string {
	info, err := os.Stat(name)
	if err != nil {
		return name + " is gone"
	}
	return state(name, info)
}

func state(name string, info fs.FileInfo) string {
	return fmt.Sprintf("%s %d %d", name, info.Size(), info.ModTime().UnixNano())
}

// differs reports whether a file doesn't hold data.
func differs(name string, data []byte) bool {
	disk, err := os.ReadFile(name)
	return err != nil || string(disk) != string(data)
}

// cmpOr returns the first of two texts that isn't empty.
func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
