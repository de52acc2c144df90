package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Func describes the function that a root or call stands in.
type Func struct {
	Name       string
	Decl       *ast.FuncDecl  // nil for literals of package variables
	Literals   []*ast.FuncLit // that the place stands in, the innermost first
	Main       bool           // main, init, and what the user has named as a job
	Test       bool           // in a test file, with a testing.TB, or in what is there for tests
	PkgMain    bool
	Wraps      string // it only forwards to this context-taking sibling
	Interface  string // the interface outside the module that fixes its signature
	Callee     string // a caller in the package that has a context in scope
	CallerPos  token.Pos
	CallerName string
	CallerCLI  bool // what the caller has is the command of a command line
	Builds     bool // it makes an object of the package, by its name and its first result
	SetUp      bool // by its name it makes, opens, starts or runs something, before any request
	Job        bool // only ever started as a goroutine, or called by main
	Exported   bool
}

// AtHome reports whether roots are right in the function whatever it does: in
// tests, and in main and init, where chains begin; but not in a handler that is
// written there as a literal and is given a context, src, of its own.
func (f Func) AtHome(src *Source) bool {
	return f.Test || f.Main && (src == nil || !src.Param)
}

// Syntax returns the function literals that the place stands in, the innermost
// first, and the declaration: where a directive about the function may be.
func (f Func) Syntax() []ast.Node {
	var nodes []ast.Node
	for _, lit := range f.Literals {
		nodes = append(nodes, lit)
	}
	if f.Decl != nil {
		nodes = append(nodes, f.Decl)
	}
	return nodes
}

// describe describes the declared function fn, as seen from an instruction in it.
func (e *engine) describe(fn *ssa.Function, at ssa.Instruction) Func {
	d := Func{Name: shortName(fn), PkgMain: e.pass.Pkg.Name() == "main"}
	d.Decl, _ = fn.Syntax().(*ast.FuncDecl)
	for f := at.Parent(); f != nil && f != fn; f = f.Parent() {
		if lit, ok := f.Syntax().(*ast.FuncLit); ok {
			d.Literals = append(d.Literals, lit)
		}
	}
	d.Exported = token.IsExported(fn.Name())
	d.SetUp = isSetUp(fn.Name())
	d.Builds = builds(fn)
	d.Main = e.isEntry(fn)
	d.Test = e.isTestFile(at.Pos()) || e.ofTests(fn) || e.testSupport(at.Pos())
	if s := e.summary(fn); s != nil {
		d.Wraps = s.Wraps
	}
	d.Interface = e.fixedBy(fn)
	if d.Interface == "" {
		d.Interface = e.calledByFixed(fn)
	}
	w := e.calledBy(fn)
	d.CallerName, d.CallerPos, d.Callee, d.CallerCLI = w.name, w.pos, w.callee, w.cli
	d.Job = !w.api
	return d
}

// testSupport reports whether the code at pos is there for tests, or to show how
// something is used: by the elements of the package's path, or by what the file
// imports. A name that only hints at tests counts where some file of the package
// imports such a library; the package's own tests don't count.
func (e *engine) testSupport(pos token.Pos) bool {
	hint := false
	for _, elem := range e.pathInModule() {
		switch strings.Trim(elem, "_") {
		case "example", "examples", "sample", "samples", "demo", "demos", "tutorial", "tutorials":
			return true
		case "test", "tests", "testing", "testutil", "testutils", "testhelper", "testhelpers", "testsupport", "e2e", "integration", "mock", "mocks", "fake", "fakes":
			return true
		}
		hint = hint || strings.Contains(elem, "test") || strings.Contains(elem, "mock") || strings.Contains(elem, "fake")
	}
	return slices.ContainsFunc(e.pass.Files, func(f *ast.File) bool {
		return (hint || f == e.file(pos)) && !e.isTestFile(f.FileStart) && slices.ContainsFunc(f.Imports, func(imp *ast.ImportSpec) bool {
			path, _ := strconv.Unquote(imp.Path.Value)
			return ctxapi.ForTests(path) || hint && path == "testing"
		})
	})
}

// pathInModule returns the elements of the package's path that its module doesn't
// give it: what somebody calls a module says nothing about its code. Where the driver
// knows of no module, that is all of them.
func (e *engine) pathInModule() []string {
	path := e.pass.Pkg.Path()
	if m := e.pass.Module; m != nil {
		if rest, ok := strings.CutPrefix(path, m.Path); ok && m.Path != "" {
			path = strings.TrimPrefix(rest, "/")
		}
	}
	return strings.Split(path, "/")
}

// isSetUp reports whether a function's name says that it makes, opens or
// starts something, or is where a server or program runs.
func isSetUp(name string) bool {
	if isStart(name) {
		return true
	}
	name = strings.ToLower(name)
	switch name {
	case "main", "execute", "listenandserve":
		return true
	}
	for _, w := range []string{"new", "start", "init", "setup", "open", "must", "bootstrap"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// isStart reports whether a function's name says that it starts something that
// goes on when the function has returned, or as long as it runs.
func isStart(name string) bool {
	return slices.ContainsFunc([]string{"start", "run", "serve"}, func(w string) bool {
		return strings.EqualFold(name, w) || len(name) > len(w) && strings.EqualFold(name[:len(w)], w) && unicode.IsUpper(rune(name[len(w)]))
	})
}

// isEntry reports whether fn is where a program, a package, a test or a job
// starts, or a helper of tests.
func (e *engine) isEntry(fn *ssa.Function) bool {
	name := fn.Name()
	if fn.Signature.Recv() == nil {
		// Programs that are linked into one binary have their main in packages of
		// other names, and a package main may only call some package's Main.
		plain := fn.Signature.Params().Len() == 0
		if plain && (name == "main" || name == "Main") || strings.HasPrefix(name, "init") && (fn.Synthetic != "" || name == "init" || strings.HasPrefix(name, "init#")) {
			return true
		}
	}
	return e.isJob(fn) || e.ofTests(fn) || e.ofCommandLine(fn)
}

// ofCommandLine reports whether fn takes what a library for the command line
// gives the commands of a program, and no context with it.
func (e *engine) ofCommandLine(fn *ssa.Function) bool {
	return !e.takesCarrier(fn) && slices.ContainsFunc(fn.Params, isCommandLine)
}

func isCommandLine(p *ssa.Parameter) bool {
	n := named(p.Type())
	return n != nil && n.Obj().Pkg() != nil && ctxapi.CommandLine(n.Obj().Pkg().Path())
}

// isJob reports whether the user has named fn as one where background work
// starts.
func (e *engine) isJob(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && len(e.api.Own()) > 0 && e.api.Find(obj, ctxapi.Job) != nil
}

// ofTests reports whether fn takes a testing.TB or something of that shape.
func (e *engine) ofTests(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if ofTesting(p.Type()) {
			return true
		}
		if types.IsInterface(p.Type()) && method(p.Type(), "Fatalf", 2, 0) != nil && method(p.Type(), "Helper", 0, 0) != nil {
			return true
		}
	}
	return false
}

// callerWalk asks up the call graph of the package who calls a function.
type callerWalk struct {
	e      *engine
	seen   map[*ssa.Function]bool
	api    bool // somebody outside, or unknown, may call it
	name   string
	callee string
	pos    token.Pos
	cli    bool
}

// calledBy walks up from a function.
func (e *engine) calledBy(fn *ssa.Function) *callerWalk {
	w, ok := e.callers[fn]
	if !ok {
		w = &callerWalk{e: e, seen: map[*ssa.Function]bool{}}
		w.up(fn, maxHops)
		e.callers[fn] = w
	}
	return w
}

func (w *callerWalk) up(fn *ssa.Function, hops int) {
	if w.seen[fn] {
		return
	}
	w.seen[fn] = true
	e := w.e
	main := e.pass.Pkg.Name() == "main"
	if fn.Parent() == nil && token.IsExported(fn.Name()) && !main {
		w.api = true
	}
	sites := e.sites[fn]
	if len(sites) == 0 && fn.Parent() == nil && !main && !e.isEntry(fn) {
		w.api = true // called through an interface, or by a file that isn't here
	}
	if hops == 0 {
		w.api = true
		return
	}
	for _, s := range sites {
		if e.isTestFile(s.Instr.Pos()) {
			continue
		}
		w.site(fn, s, hops)
	}
}

// site looks at one place where fn is used.
func (w *callerWalk) site(fn *ssa.Function, s Site, hops int) {
	e := w.e
	if s.Kind == SiteGo {
		return
	}
	if s.Kind == SiteValue {
		if c := passedTo(s.Instr); c != nil && e.callee(c.Common()).role(ctxapi.Spawn) != nil {
			return
		}
		w.api = w.api || e.pass.Pkg.Name() != "main"
		return
	}
	top := s.In
	for top.Parent() != nil {
		top = top.Parent()
	}
	if g := e.goroutine(s.Instr, top); g.started && !g.joined || e.isEntry(top) || e.sharedByAll(s.In) {
		return
	}
	for _, src := range e.InScope(s.In, s.Instr.Pos()) {
		if src.Param && w.name == "" {
			w.name, w.callee, w.pos, w.cli = shortName(top), src.Label, s.Instr.Pos(), src.ofCommandLine()
		}
	}
	if w.name == "" || !w.api {
		w.up(top, hops-1)
	}
}

// fixedBy returns the name of an interface outside the module that fixes the
// signature of the method fn, "" if none is seen.
func (e *engine) fixedBy(fn *ssa.Function) string {
	of, ok := e.fixed[fn]
	if !ok {
		of = e.findFixed(fn)
		e.fixed[fn] = of
	}
	return of
}

func (e *engine) findFixed(fn *ssa.Function) string {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Object() == nil || e.takesCarrier(fn) {
		return "" // an interface that gives a context is no excuse
	}
	for _, std := range fixedMethods {
		if fn.Name() == std.name && types.TypeString(fn.Signature, nil) == std.sig {
			return std.of
		}
	}
	for _, p := range e.pass.Pkg.Imports() {
		if sameModule(e.pass, p.Path()) {
			continue
		}
		for _, name := range p.Scope().Names() {
			tn, ok := p.Scope().Lookup(name).(*types.TypeName)
			if !ok || !tn.Exported() {
				continue
			}
			iface, ok := tn.Type().Underlying().(*types.Interface)
			if !ok || iface.NumMethods() == 0 || !hasMethod(iface, fn.Name()) {
				continue
			}
			if types.Implements(recv.Type(), iface) || types.Implements(types.NewPointer(recv.Type()), iface) {
				return p.Name() + "." + name
			}
		}
	}
	return ""
}

// calledByFixed returns the interface that fixes the signatures of all of an
// unexported function's callers, "" if some caller is free.
func (e *engine) calledByFixed(fn *ssa.Function) string {
	if token.IsExported(fn.Name()) {
		return ""
	}
	of := ""
	for _, s := range e.sites[fn] {
		if s.In.Parent() != nil || s.Kind != SiteCall {
			return ""
		}
		if of = e.fixedBy(s.In); of == "" {
			return ""
		}
	}
	return of
}

func hasMethod(iface *types.Interface, name string) bool {
	for i := range iface.NumMethods() {
		if iface.Method(i).Name() == name {
			return true
		}
	}
	return false
}

// fixedMethods are the methods that everybody's packages must have without
// importing the interface that asks for them.
var fixedMethods = []struct{ name, sig, of string }{
	{"Close", "func() error", "io.Closer"},
	{"Read", "func(p []byte) (n int, err error)", "io.Reader"},
	{"Read", "func([]byte) (int, error)", "io.Reader"},
	{"Write", "func(p []byte) (n int, err error)", "io.Writer"},
	{"Write", "func([]byte) (int, error)", "io.Writer"},
	{"Error", "func() string", "error"},
	{"String", "func() string", "fmt.Stringer"},
}

// sameModule reports whether a package path belongs to the module under
// analysis: by the module's path where the driver gives it, else by as many
// elements as the path of a repository has.
func sameModule(pass *analysis.Pass, path string) bool {
	if m := pass.Module; m != nil && m.Path != "" {
		return path == m.Path || strings.HasPrefix(path, m.Path+"/")
	}
	return samePrefix(path, pass.Pkg.Path(), rootLength(path))
}

// rootLength returns how many elements of a path name its module, as far as a
// path tells: host, owner and repository where many owners share a host.
func rootLength(path string) int {
	host, _, _ := strings.Cut(path, "/")
	switch host {
	case "github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "golang.org", "gitee.com":
		return 3
	}
	return 2
}

// samePrefix reports whether the first n elements of two paths are the same,
// or the very first of those that have no domain.
func samePrefix(a, b string, n int) bool {
	prefix := func(path string) string {
		parts := strings.Split(path, "/")
		if !strings.Contains(parts[0], ".") {
			return parts[0]
		}
		return strings.Join(parts[:min(n, len(parts))], "/")
	}
	return prefix(a) == prefix(b)
}

// SameModule reports whether f may be declared in the module under analysis,
// which some drivers don't name.
func (r *Result) SameModule(f *types.Func) bool {
	if f.Pkg() == nil {
		return false
	}
	path, pass := f.Pkg().Path(), r.e.pass
	if pass.Module == nil || pass.Module.Path == "" {
		return samePrefix(path, pass.Pkg.Path(), 2)
	}
	return sameModule(pass, path)
}
