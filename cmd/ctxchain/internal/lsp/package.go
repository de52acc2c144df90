package lsp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/live"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

const (
	// pause is how long there has to be no edit before a package is analyzed,
	// while somebody types. It spares analyses that the next key makes stale.
	pause = 40 * time.Millisecond
	// calm is how long there was no edit when nobody types: the first edit after
	// that is analyzed at once.
	calm = 500 * time.Millisecond
	// patience is how long edits may put an analysis off.
	patience = 400 * time.Millisecond
)

// A pkg is a package with files that are open. Its worker analyzes it.
type pkg struct {
	s    *server
	key  string // its directory, or the file if that is one by itself
	dir  string
	file string // "" for what the directory holds

	wake   chan struct{} // tells the worker that there's something to do
	ctx    context.Context
	cancel context.CancelFunc

	// For whoever holds busy.
	busy    sync.Mutex
	live    *live.Package
	foreign bool   // not the user's: of the standard library, or of the module cache
	alone   bool   // in no module: each file is a package by itself
	rows    string // of the configuration, with which the units were captured
	config  string // file with an error that was published

	// Behind the server's lock.
	want    int           // how often it was edited
	done    int           // as of which edit it was last analyzed
	refresh bool          // what it imports may have changed
	edited  bool          // since the last turn began
	stop    func()        // stops the analysis that runs, as far as an edit may
	moved   chan struct{} // closed when done changes
	last    *analysis     // the last good one, nil if there's none yet
	closed  bool
}

// An analysis is a good result, with the texts that it is about.
type analysis struct {
	*live.Result
	want      int // the edit that it is of
	rules     *rules
	mu        sync.Mutex       // for texts
	texts     map[string]*text // of files that it has something to say about
	versions  map[string]int32 // of those that were open
	findings  []shown
	published map[string]string // diagnostics by file, to tell what has changed
}

// pkgFor returns the package of the key, whose worker is started if it isn't
// there. The caller holds the lock.
func (s *server) pkgFor(dir, file string) *pkg {
	key := cmpOr(file, dir)
	if p := s.packages[key]; p != nil {
		return p
	}
	ctx, cancel := context.WithCancel(s.ctx)
	p := &pkg{s: s, key: key, dir: dir, file: file, wake: make(chan struct{}, 1), ctx: ctx, cancel: cancel, moved: make(chan struct{})}
	s.packages[key] = p
	s.workers.Add(1)
	go p.work()
	return p
}

// touch has the package analyzed. The caller holds the lock.
func (p *pkg) touch(refresh bool) {
	p.want++
	p.refresh = p.refresh || refresh
	p.edited = p.edited || !refresh
	if p.stop != nil {
		p.stop()
	}
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// close ends the worker. The caller holds the lock.
func (p *pkg) close() {
	p.closed = true
	p.cancel()
	delete(p.s.packages, p.key)
}

// work waits for edits, and analyzes.
func (p *pkg) work() {
	defer p.s.workers.Done()
	for last := (time.Time{}); ; {
		select {
		case <-p.wake:
		case <-p.putOff():
		case <-p.ctx.Done():
			return
		}
		if time.Since(last) < calm {
			p.settle()
		}
		if err := p.turn(); err != nil && p.ctx.Err() == nil {
			p.s.show(messageError, err.Error())
		}
		last = time.Now()
	}
}

// putOff returns a channel that tells when to see to what the last turn has left
// for later, nil if there's nothing.
func (p *pkg) putOff() <-chan time.Time {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	if !p.refresh {
		return nil
	}
	return time.After(calm)
}

// settle waits for edits to pause.
func (p *pkg) settle() {
	end := time.After(patience)
	for {
		select {
		case <-p.wake:
		case <-time.After(pause):
			return
		case <-end:
			return
		case <-p.ctx.Done():
			return
		}
	}
}

// turn analyzes once, and publishes what comes of it. The error is one that the
// user has to do something about.
func (p *pkg) turn() error {
	s := p.s
	ctx, stop := context.WithCancel(p.ctx)
	defer stop()
	s.mu.Lock()
	want, set := p.want, s.settings
	// Who types is answered first; what changed elsewhere can wait for a pause.
	refresh := p.refresh && (!p.edited || p.last == nil)
	p.refresh, p.edited, p.stop = p.refresh && !refresh, false, stop
	unsaved, docs := s.unsaved()
	s.mu.Unlock()

	a, err := p.analyze(ctx, set, refresh, unsaved)
	s.mu.Lock()
	p.stop = nil
	stale := p.want != want
	if refresh && ctx.Err() != nil {
		p.refresh = true // it wasn't done
	}
	s.mu.Unlock()
	if stale || ctx.Err() != nil {
		return nil // the next turn is due, or there will be none
	}
	if err == nil && a != nil && a.Broken != "" {
		s.log(a.Broken)
	}
	if err == nil && a != nil && a.Broken == "" {
		a.want = want
		p.keep(a, docs)
	}
	s.mu.Lock()
	if p.alone {
		s.strays(p.dir, nil)
	}
	p.done = max(p.done, want)
	close(p.moved)
	p.moved = make(chan struct{})
	s.mu.Unlock()
	return err
}

// unsaved returns the content of the open files, and the documents. The caller
// holds the lock.
func (s *server) unsaved() (map[string][]byte, map[string]document) {
	unsaved := make(map[string][]byte, len(s.docs))
	docs := make(map[string]document, len(s.docs))
	for file, d := range s.docs {
		unsaved[file] = d.data
		docs[file] = *d
	}
	return unsaved, docs
}

// analyze analyzes the package by the rules that count now. The result is nil if
// it isn't the user's.
func (p *pkg) analyze(ctx context.Context, set settings, refresh bool, unsaved map[string][]byte) (*analysis, error) {
	p.busy.Lock()
	defer p.busy.Unlock()
	slot := p.s.slots
	select {
	case slot <- struct{}{}:
		defer func() { <-slot }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	rules, err := p.s.rules(p.dir, set)
	p.configured(err)
	if err != nil {
		return nil, nil // what was found by the rules before stays
	}
	if refresh {
		p.alone = false // there may be a module by now
	}
	if err := p.open(ctx, rules); err != nil || p.live == nil {
		return nil, err
	}
	if rows := rules.config.Text(); refresh || rows != p.rows {
		p.rows = rows
		p.live.Forget()
	}
	progress := p.s.progress("analyzing " + filepath.Base(p.dir))
	defer progress.end()
	result, err := p.live.Analyze(ctx, &rules.driver, unsaved, func() {
		p.s.mu.Lock()
		if p.last == nil {
			p.stop = nil // the first time, go vet has much to do: an edit mustn't begin it anew
		}
		p.s.mu.Unlock()
		progress.begin()
		if slot == p.s.slots { // others needn't wait for go vet
			<-slot
			slot = p.s.vets
			slot <- struct{}{}
		}
	})
	if err != nil {
		return nil, err
	}
	for _, f := range result.Failures {
		p.s.log(f.String())
	}
	return &analysis{Result: result, rules: rules}, nil
}

// open asks the go command about the directory, the first time.
func (p *pkg) open(ctx context.Context, r *rules) error {
	if p.live != nil || p.foreign || p.alone {
		return nil
	}
	if _, err := os.Stat(p.dir); err != nil {
		return nil // a new file in a new directory, which the go command can't work in
	}
	home, err := vetdrive.FindHome(ctx, p.dir, r.driver.BuildFlags)
	if err != nil {
		return fmt.Errorf("%s: %w", p.dir, err)
	}
	if p.foreign = home.Foreign; p.foreign {
		return nil
	}
	file := p.file
	if file == "" && home.Module == "" && home.Work == "" {
		p.alone = true
		return nil
	}
	scratch, err := os.MkdirTemp(p.s.scratch, "package")
	if err != nil {
		return err
	}
	p.live = live.New(p.dir, file, scratch, home)
	return nil
}

// keep publishes the findings of a good analysis, and remembers it.
func (p *pkg) keep(a *analysis, docs map[string]document) {
	s := p.s
	a.texts, a.versions = make(map[string]*text), make(map[string]int32)
	for file := range a.Files {
		if d, ok := docs[file]; ok {
			a.versions[file] = d.version
			if !a.Saved {
				a.texts[file] = d.text
			}
		}
	}
	p.show(a)
	s.mu.Lock()
	before := p.last
	p.last = a
	closed := p.closed
	if p.file == "" {
		s.strays(p.dir, a.Files)
	}
	if before != nil && before.Facts != a.Facts {
		s.spread(p, a)
	}
	s.mu.Unlock()
	if closed {
		p.clear()
	}
}

// strays makes packages of the open files of a directory that aren't part of the
// one that the directory holds, since a build constraint excludes them, say. The
// caller holds the lock.
func (s *server) strays(dir string, files map[string]bool) {
	for file := range s.docs {
		if filepath.Dir(file) != dir {
			continue
		}
		stray := s.packages[file]
		switch {
		case files[file] && stray != nil:
			stray.close()
		case !files[file] && stray == nil:
			s.pkgFor(dir, file).touch(false)
		}
	}
}

// spread has the open packages analyzed that import one whose types or facts have
// changed. The caller holds the lock.
func (s *server) spread(p *pkg, a *analysis) {
	for _, other := range s.packages {
		if other == p || other.last == nil {
			continue
		}
		for _, path := range a.Paths {
			if other.last.Imports[path] {
				other.touch(true)
				break
			}
		}
	}
}

// current waits for an analysis of a file as it is now, and returns it; nil if
// there is none, since the file is broken or isn't the user's.
func (s *server) current(ctx context.Context, file string) (*pkg, *analysis, error) {
	for {
		s.mu.Lock()
		p := s.packages[file]
		if p == nil {
			p = s.packages[filepath.Dir(file)]
		}
		if p == nil || s.docs[file] == nil {
			s.mu.Unlock()
			return nil, nil, nil
		}
		if p.done == p.want {
			a := p.last
			if a == nil || a.want != p.want || !a.Files[file] {
				a = nil
			}
			s.mu.Unlock()
			return p, a, nil
		}
		moved := p.moved
		s.mu.Unlock()
		select {
		case <-moved:
		case <-p.ctx.Done():
			return nil, nil, nil
		case <-ctx.Done():
			return nil, nil, context.Cause(ctx)
		}
	}
}
