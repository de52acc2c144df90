package mutate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// splice appends all declarations of another program, under new names, and
// imports what it imports, under new names as well.
func (m *mutator) splice() []edit {
	donor := pick(m, m.donors)
	if donor == nil || donor == m.program {
		return nil
	}
	suffix := fmt.Sprintf("S%d", m.names)
	edits := donor.renames(donor.File, suffix, func(obj types.Object) bool {
		return isPkgName(obj) || obj.Parent() == donor.Pkg.Scope()
	})
	edits = append(edits, donor.headless()...)
	text, ok := apply(donor.Text, dropInside(edits))
	if !ok {
		return nil
	}
	p := m.program
	at := p.offset(p.File.Name.End())
	return []edit{{at, at, donor.imports(suffix)}, {len(p.Text), len(p.Text), "\n" + string(text)}}
}

func isPkgName(obj types.Object) bool { _, ok := obj.(*types.PkgName); return ok }

// headless returns the edits that leave out the package clause and imports.
func (p *Program) headless() []edit {
	_, end := p.span(p.File.Name)
	edits := []edit{{0, end, ""}}
	for _, d := range p.File.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			edits = append(edits, p.replaced(g, ""))
		}
	}
	return edits
}

// dropInside drops the edits that fall into what another one deletes.
func dropInside(edits []edit) []edit {
	var kept []edit
	for _, e := range edits {
		inside := false
		for _, del := range edits {
			inside = inside || e != del && del.text == "" && del.from <= e.from && e.to <= del.to
		}
		if !inside {
			kept = append(kept, e)
		}
	}
	return kept
}

// imports returns declarations that import what the program imports by name.
func (p *Program) imports(suffix string) string {
	var w strings.Builder
	for _, spec := range p.File.Imports {
		name := "_"
		if obj := p.Info.PkgNameOf(spec); obj != nil && obj.Name() != "_" {
			name = obj.Name() + suffix
		}
		fmt.Fprintf(&w, "\nimport %s %s", name, spec.Path.Value)
	}
	return w.String() + "\n"
}
