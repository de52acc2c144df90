package lsp

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/fix"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// codeAction offers the fixes of the findings in a range, and to apply all of a
// file's at once.
func (s *server) codeAction(ctx context.Context, p *codeActionParams) ([]codeAction, error) {
	actions := []codeAction{} // null would be none, but not all clients know
	file, err := fileOf(p.TextDocument.URI)
	if err != nil {
		return actions, nil
	}
	pkg, a, err := s.current(ctx, file)
	if err != nil || a == nil {
		return actions, err
	}
	if wants(p.Context.Only, kindQuickFix) {
		for _, f := range a.findings {
			if f.Start.File != file || len(f.Fixes) == 0 || !touches(f.diagnostic.Range, p.Range) {
				continue
			}
			edit, ok := s.workspaceEdit(a, [][]vetdrive.Edit{f.Fixes[0].Edits})
			if ok {
				actions = append(actions, codeAction{
					Title:       f.Fixes[0].Message,
					Kind:        kindQuickFix,
					Diagnostics: []diagnostic{f.diagnostic},
					IsPreferred: true,
					Edit:        edit,
				})
			}
		}
	}
	if wants(p.Context.Only, kindFixAll) {
		all, err := s.fixAll(ctx, pkg, a, file)
		if err != nil {
			return actions, err
		}
		actions = append(actions, all...)
	}
	return actions, nil
}

// wants reports whether a client that wants only these kinds of actions, or any
// if there are none, wants one.
func wants(only []string, kind string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o string) bool {
		return o == "" || o == kind || strings.HasPrefix(kind, o+".")
	})
}

// touches reports whether two ranges have a position in common.
func touches(a, b textRange) bool {
	before := func(x, y position) bool {
		return x.Line < y.Line || x.Line == y.Line && x.Character < y.Character
	}
	return !before(a.End, b.Start) && !before(b.End, a.Start)
}

// fixAll offers all fixes of a file's findings that aren't in each other's way,
// if the file compiles with them.
func (s *server) fixAll(ctx context.Context, p *pkg, a *analysis, file string) ([]codeAction, error) {
	var fixes [][]vetdrive.Edit
	var fixed []diagnostic
	for _, f := range a.findings {
		if f.Start.File != file || len(f.Fixes) == 0 {
			continue
		}
		elsewhere := func(e vetdrive.Edit) bool { return e.File != file }
		if !slices.ContainsFunc(f.Fixes[0].Edits, elsewhere) {
			fixes = append(fixes, f.Fixes[0].Edits)
			fixed = append(fixed, f.diagnostic)
		}
	}
	if len(fixes) == 0 {
		return nil, nil
	}
	fixes, fixed = compatible(fixes, fixed)
	edit, ok := s.workspaceEdit(a, fixes)
	if !ok {
		return nil, nil
	}
	content := fix.Content{Name: file, Data: a.text(file).data}
	good, err := p.compiles(ctx, a, file, content.With(slices.Concat(fixes...)))
	if err != nil || !good {
		return nil, err
	}
	return []codeAction{{Title: "apply all fixes of ctxchain", Kind: kindFixAll, Diagnostics: fixed, Edit: edit}}, nil
}

// compatible leaves out the fixes that are in the way of one before.
func compatible(fixes [][]vetdrive.Edit, fixed []diagnostic) ([][]vetdrive.Edit, []diagnostic) {
	var taken [][]vetdrive.Edit
	var of []diagnostic
	for i, f := range fixes {
		if fix.Compatible(append(taken, f)) {
			taken, of = append(taken, f), append(of, fixed[i])
		}
	}
	return taken, of
}

// compiles reports whether the package of an analysis compiles with another
// content of a file.
func (p *pkg) compiles(ctx context.Context, a *analysis, file string, data []byte) (bool, error) {
	p.s.mu.Lock()
	unsaved, _ := p.s.unsaved()
	p.s.mu.Unlock()
	unsaved[file] = data
	p.busy.Lock()
	defer p.busy.Unlock()
	result, err := p.live.Analyze(ctx, &a.rules.driver, unsaved, func() {})
	return err == nil && result.Broken == "", err
}

// workspaceEdit makes an edit for the client of fixes. It isn't ok if a file
// isn't as it was analyzed.
func (s *server) workspaceEdit(a *analysis, fixes [][]vetdrive.Edit) (edit workspaceEdit, ok bool) {
	byFile := make(map[string][]vetdrive.Edit)
	for _, e := range slices.Concat(fixes...) {
		if !slices.Contains(byFile[e.File], e) { // two fixes may need the same import
			byFile[e.File] = append(byFile[e.File], e)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		t := a.text(file)
		doc := versionedTextDocument{URI: uriOf(file)}
		if d := s.docs[file]; d != nil {
			if d.text != t && !bytes.Equal(d.data, t.data) {
				return edit, false
			}
			version := d.version
			doc = versionedTextDocument{URI: d.uri, Version: &version}
		}
		edits := []textEdit{}
		for _, e := range byFile[file] {
			if e.Start < 0 || e.Start > e.End || e.End > len(t.data) {
				return edit, false
			}
			r := textRange{t.position(e.Start, s.encoding), t.position(e.End, s.encoding)}
			edits = append(edits, textEdit{r, e.New})
		}
		if s.client.Workspace.WorkspaceEdit.DocumentChanges {
			edit.DocumentChanges = append(edit.DocumentChanges, textDocumentEdit{doc, edits})
		} else {
			if edit.Changes == nil {
				edit.Changes = make(map[string][]textEdit)
			}
			edit.Changes[doc.URI] = edits
		}
	}
	return edit, true
}
