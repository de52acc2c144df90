package ctxapi

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/*.txt
var data embed.FS

// tables has the parsed families, *table by file name. An entry is made once
// and never changed: a second goroutine that parses the same file at the same
// time gets the first one's result.
var tables sync.Map

// A table is one parsed file.
type table struct {
	pkgs  map[string]*pkgTable
	globs []*pkgTable // packages given by a glob, in file order
	mods  []*Module
}

// A pkgTable is what a table says about one package, or about those that a glob
// matches. Receivers in its keys are type names without a star.
type pkgTable struct {
	path     string
	rows     map[objKey][]*Row   // by the receiver that the row is written with
	declared map[objKey][]*Row   // by the type that declares the method, where that is another
	recvs    map[string][]string // receivers that have a row of the name
	patterns []*Row
}

type objKey struct{ recv, name string }

// load returns the parsed file. The files are part of the program and tested,
// so one that can't be parsed is a bug of ours.
func load(file string) *table {
	if t, ok := tables.Load(file); ok {
		return t.(*table)
	}
	text, err := data.ReadFile("data/" + file)
	if err != nil {
		panic("ctxapi: " + err.Error())
	}
	t, err := parse(file, string(text))
	if err != nil {
		panic("ctxapi: " + err.Error())
	}
	first, _ := tables.LoadOrStore(file, t)
	return first.(*table)
}

// All returns every module of every family, in the order of the families'
// package prefixes and then of the files. It parses everything: it is for tests
// and documentation. The result must not be changed.
func All() []*Module {
	var mods []*Module
	seen := make(map[string]bool)
	for _, f := range families {
		if !seen[f.file] {
			seen[f.file] = true
			mods = append(mods, load(f.file).mods...)
		}
	}
	return mods
}

// Parse reads a table in the form of the data files (data/README.md); name is for
// messages. Lookups don't see the rows: it is for checks of the tables.
func Parse(name, text string) ([]*Module, error) {
	t, err := parse(name, text)
	if err != nil {
		return nil, err
	}
	return t.mods, nil
}

// reader holds where a file is being read.
type reader struct {
	*table
	mod  *Module
	pkg  *pkgTable
	recv string
}

// parse reads one table; file is for messages only.
func parse(file, text string) (*table, error) {
	p := reader{table: &table{pkgs: make(map[string]*pkgTable)}}
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		if line == "" || line[0] == '#' {
			continue
		}
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %v", file, n, err)
		}
	}
	return p.table, nil
}

func (p *reader) line(line string) error {
	switch {
	case strings.HasPrefix(line, "module "):
		f := strings.Fields(line)
		if len(f) != 3 {
			return fmt.Errorf("want: module PATH VERSION")
		}
		p.mod, p.pkg = &Module{Path: f[1], Version: f[2]}, nil
		p.mods = append(p.mods, p.mod)
	case strings.HasPrefix(line, "package "):
		if p.mod == nil {
			return fmt.Errorf("package before module")
		}
		p.pkg, p.recv = p.pkgTable(strings.TrimPrefix(line, "package ")), ""
	case line[0] == '[':
		if line[len(line)-1] != ']' {
			return fmt.Errorf("receiver without ]")
		}
		p.recv = line[1 : len(line)-1]
	case p.pkg == nil:
		return fmt.Errorf("row before package")
	default:
		return p.row(line)
	}
	return nil
}

// pkgTable returns the table's entry for a package or glob, made where new.
func (t *table) pkgTable(path string) *pkgTable {
	if pt := t.pkgs[path]; pt != nil {
		return pt
	}
	pt := &pkgTable{
		path:     path,
		rows:     make(map[objKey][]*Row),
		declared: make(map[objKey][]*Row),
		recvs:    make(map[string][]string),
	}
	t.pkgs[path] = pt
	if strings.Contains(path, "*") {
		t.globs = append(t.globs, pt)
	}
	return pt
}

// row reads a line: names, role, index of the context parameter, detail, then
// optionally a Go release and a note.
func (p *reader) row(line string) error {
	f := strings.Split(line, "\t")
	if len(f) < 4 || len(f) > 6 {
		return fmt.Errorf("%d columns: want names, role, ctx, detail, [go release], [# note]", len(f))
	}
	proto := Row{Package: p.pkg.path, Recv: p.recv, Role: Role(f[1]), Ctx: -1, module: p.mod}
	if roleBits(proto.Role) == 0 {
		return fmt.Errorf("unknown role %q", f[1])
	}
	if f[2] != "-" {
		n, err := strconv.Atoi(f[2])
		if err != nil || n < 0 {
			return fmt.Errorf("context index %q: want a number or -", f[2])
		}
		proto.Ctx = n
	}
	for _, opt := range f[4:] {
		if note, ok := strings.CutPrefix(opt, "# "); ok {
			proto.Note = note
		} else if strings.HasPrefix(opt, "go1.") {
			proto.Since = opt
		} else {
			return fmt.Errorf("column %q: want a Go release or a note", opt)
		}
	}
	proto.Kind, proto.attrs = parseDetail(f[3])
	for name := range strings.SplitSeq(f[0], ",") {
		r := proto
		r.Name = name
		if r.Role == Variant {
			r.Kind = strings.Replace(r.Kind, "&", name, 1)
		}
		if err := p.add(&r); err != nil {
			return err
		}
	}
	return nil
}

// add files one row under its receiver, its declaring type or the patterns.
func (p *reader) add(r *Row) error {
	p.mod.Rows = append(p.mod.Rows, r)
	if strings.HasPrefix(r.Recv, "~") || strings.HasPrefix(r.Name, "~") || strings.Contains(p.pkg.path, "*") {
		var err error
		if r.pattern, err = newPattern(r); err != nil {
			return err
		}
		p.pkg.patterns = append(p.pkg.patterns, r)
		return nil
	}
	key := objKey{strings.TrimPrefix(r.Recv, "*"), r.Name}
	if len(p.pkg.rows[key]) == 0 {
		p.pkg.recvs[r.Name] = append(p.pkg.recvs[r.Name], key.recv)
	}
	p.pkg.rows[key] = append(p.pkg.rows[key], r)
	if decl := r.attrs["declared"]; decl != "" {
		pt, recv := p.pkg, decl
		// "path.Type": the declaring type is in another package.
		if i := strings.LastIndexByte(decl, '.'); i >= 0 {
			pt, recv = p.pkgTable(decl[:i]), decl[i+1:]
		}
		key := objKey{strings.TrimPrefix(recv, "*"), r.Name}
		pt.declared[key] = append(pt.declared[key], r)
	}
	return nil
}
