package lsp

import (
	"context"
	"path/filepath"
	"strings"
)

// didOpen takes in a file that was opened.
func (s *server) didOpen(_ context.Context, p *didOpenParams) error {
	file, err := fileOf(p.TextDocument.URI)
	if err != nil || !strings.HasSuffix(file, ".go") {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.docs[file] = &document{uri: p.TextDocument.URI, file: file, version: p.TextDocument.Version, text: newText([]byte(p.TextDocument.Text))}
	s.edited(file)
	return nil
}

// edited has the package of a file analyzed. The caller holds the lock.
func (s *server) edited(file string) {
	s.pkgFor(filepath.Dir(file), "").touch(false)
	if stray := s.packages[file]; stray != nil {
		stray.touch(false)
	}
}

// didChange takes in edits.
func (s *server) didChange(_ context.Context, p *didChangeParams) error {
	file, err := fileOf(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[file]
	if d == nil {
		return nil // it isn't open, or isn't one of Go
	}
	next := *d // who has the document reads it without the lock
	next.change(p.ContentChanges, s.encoding)
	if p.TextDocument.Version != nil {
		next.version = *p.TextDocument.Version
	}
	s.docs[file] = &next
	s.edited(file)
	return nil
}

// didSave is when the files on disk may have changed in other ways, too: by a
// generator, by git. So go vet is asked again.
func (s *server) didSave(_ context.Context, p *documentParams) error {
	if file, err := fileOf(p.TextDocument.URI); err == nil {
		s.changed([]string{file})
	}
	return nil
}

// changed has the packages of files that have changed on disk analyzed, and those
// that import them.
func (s *server) changed(files []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	touched := make(map[*pkg]bool)
	for _, file := range files {
		for _, p := range s.packages {
			switch {
			case touched[p]:
			case isConfig(file), p.dir == filepath.Dir(file), p.last != nil && p.last.uses(filepath.Dir(file)):
				touched[p] = true
				p.touch(true)
			}
		}
	}
}

// uses reports whether the package imports one that may be in a directory: the
// names of packages and directories end alike, as a rule. Asking go vet once too
// often costs a second.
func (a *analysis) uses(dir string) bool {
	for path := range a.Imports {
		if filepath.Base(path) == filepath.Base(dir) {
			return true
		}
	}
	return false
}

// didClose takes in that a file was closed. What is on disk counts from now on,
// and a package with no file open isn't looked after any more.
func (s *server) didClose(_ context.Context, p *documentParams) error {
	file, err := fileOf(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.docs[file] == nil {
		return nil
	}
	delete(s.docs, file)
	if stray := s.packages[file]; stray != nil {
		stray.close()
		go stray.clear()
	}
	dir := filepath.Dir(file)
	for other := range s.docs {
		if filepath.Dir(other) == dir {
			s.edited(other)
			return nil
		}
	}
	if p := s.packages[dir]; p != nil {
		p.close()
		go p.clear()
	}
	return nil
}

func (s *server) didChangeWatchedFiles(_ context.Context, p *didChangeWatchedFilesParams) error {
	var uris []string
	for _, c := range p.Changes {
		uris = append(uris, c.URI)
	}
	s.changedURIs(uris)
	return nil
}

// didMoveFiles takes in that files were created, renamed or deleted in the
// editor.
func (s *server) didMoveFiles(_ context.Context, p *fileOperationParams) error {
	var uris []string
	for _, f := range p.Files {
		uris = append(uris, f.URI, f.OldURI, f.NewURI)
	}
	s.changedURIs(uris)
	return nil
}

// changedURIs is changed for those of the files that aren't open: of the others,
// the editor tells more.
func (s *server) changedURIs(uris []string) {
	var files []string
	for _, uri := range uris {
		file, err := fileOf(uri)
		if err != nil {
			continue
		}
		s.mu.Lock()
		open := s.docs[file] != nil
		s.mu.Unlock()
		if !open {
			files = append(files, file)
		}
	}
	s.changed(files)
}
