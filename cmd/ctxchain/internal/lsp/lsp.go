// Package lsp is ctxchain as a language server, for editors.
//
// It analyzes the packages whose files are open, with the content that the
// editor has, and publishes what is found. Package live does the analysis, a
// library the framing, the order and the cancelling of messages.
//
// Each package has a goroutine of its own, its worker, which waits to be told of
// edits. All that workers and handlers share is behind one lock, which nobody
// holds while something is analyzed or sent.
package lsp

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/creachadair/jrpc2"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
)

const (
	// handlersAtOnce is how many requests may wait for an analysis, without
	// keeping edits from being taken in.
	handlersAtOnce = 64
	// parting is how long a session waits for its children to end.
	parting = 5 * time.Second
)

// Options is what a server is told by who starts it.
type Options struct {
	Checks  catalogue.Catalogue
	Version string
	Tool    string // the vet tool, an absolute path
	Config  string // a configuration file or "none", "" to look for it
	In      io.Reader
	Out     io.WriteCloser
}

// A server is one session with one client.
type server struct {
	Options
	ctx     context.Context // ends with the session
	scratch string
	rpc     *jrpc2.Server
	slots   chan struct{} // holds one for each unit that runs
	vets    chan struct{} // the same for go vet, which makes use of all processors by itself
	workers sync.WaitGroup
	exit    chan int // gets the exit status when the client says exit
	parent  chan int // gets the process that the session is for

	mu       sync.Mutex
	state    state
	client   clientCapabilities
	encoding encoding
	settings settings
	docs     map[string]*document // by file
	packages map[string]*pkg      // by directory or file
	said     map[string]bool      // messages that were shown
	tokens   int                  // of progress, so far
}

// The state of a session.
type state int

const (
	starting state = iota // before initialize
	running
	shutDown
)

// Serve serves one client until it ends the session or goes away, or ctx ends.
// It returns the exit status that the protocol wants: 0, unless the client said
// exit without shutdown before.
func Serve(ctx context.Context, opts Options) (status int, err error) {
	scratch, err := os.MkdirTemp("", "ctxchain-lsp")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(scratch)
	session, end := context.WithCancel(ctx)
	s := &server{
		Options:  opts,
		ctx:      session,
		scratch:  scratch,
		slots:    make(chan struct{}, runtime.NumCPU()),
		vets:     make(chan struct{}, 1),
		exit:     make(chan int, 1),
		parent:   make(chan int, 1),
		encoding: utf16Encoding,
		docs:     make(map[string]*document),
		packages: make(map[string]*pkg),
		said:     make(map[string]bool),
	}
	s.rpc = jrpc2.NewServer(s, &jrpc2.ServerOptions{
		AllowPush:      true,
		DisableBuiltin: true,
		RPCLog:         responses{},
		Concurrency:    handlersAtOnce,
		NewContext:     func() context.Context { return session },
	})
	s.rpc.Start(newChannel(opts.In, opts.Out))
	closed := make(chan error, 1)
	go func() { closed <- s.rpc.Wait() }()
	gone := s.watchParent(session)
	select {
	case status = <-s.exit:
	case err = <-closed:
	case <-gone:
	case <-ctx.Done():
	}
	end()
	s.wait()
	return status, err
}

// wait waits for the workers, but not for ever: there may be nobody to take what
// they are writing.
func (s *server) wait() {
	done := make(chan struct{})
	go func() {
		s.workers.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(parting):
	}
}

// watchParent returns a channel that is closed when the process that the client
// named is gone. A client that was killed closes its end of the pipe, but
// another process may hold it open.
func (s *server) watchParent(ctx context.Context) <-chan struct{} {
	gone := make(chan struct{})
	go func() {
		var pid int
		select {
		case pid = <-s.parent:
		case <-ctx.Done():
			return
		}
		for tick := time.Tick(time.Second); ; {
			select {
			case <-tick:
			case <-ctx.Done():
				return
			}
			if !alive(pid) {
				close(gone)
				return
			}
		}
	}()
	return gone
}

// Assign returns what handles a method, nil for a method that isn't known: the
// library answers requests with an error then, and drops notifications.
func (s *server) Assign(_ context.Context, method string) jrpc2.Handler {
	switch method {
	case "initialize":
		return request(s.initialize)
	case "exit":
		return notification(s.exits)
	case "$/cancelRequest":
		return notification(s.cancel)
	}
	handler, known := s.methods()[method]
	if !known {
		return nil
	}
	return func(ctx context.Context, req *jrpc2.Request) (any, error) {
		s.mu.Lock()
		state := s.state
		s.mu.Unlock()
		switch {
		case state == starting:
			return nil, jrpc2.Errorf(serverNotInitialized, "%s before initialize", method)
		case state == shutDown:
			return nil, jrpc2.Errorf(jrpc2.InvalidRequest, "%s after shutdown", method)
		}
		return handler(ctx, req)
	}
}

// methods are those of a session that runs.
func (s *server) methods() map[string]jrpc2.Handler {
	return map[string]jrpc2.Handler{
		"initialized":                      notification(s.initialized),
		"shutdown":                         request(s.shutdown),
		"textDocument/didOpen":             notification(s.didOpen),
		"textDocument/didChange":           notification(s.didChange),
		"textDocument/didSave":             notification(s.didSave),
		"textDocument/didClose":            notification(s.didClose),
		"textDocument/codeAction":          request(s.codeAction),
		"textDocument/hover":               request(s.hover),
		"textDocument/inlayHint":           request(s.inlayHint),
		"workspace/didChangeConfiguration": notification(s.didChangeConfiguration),
		"workspace/didChangeWatchedFiles":  notification(s.didChangeWatchedFiles),
		"workspace/didCreateFiles":         notification(s.didMoveFiles),
		"workspace/didRenameFiles":         notification(s.didMoveFiles),
		"workspace/didDeleteFiles":         notification(s.didMoveFiles),
	}
}

// request makes a handler of a function. Fields of the parameters that aren't
// known are passed over: clients may speak a later version of the protocol.
func request[P, R any](f func(context.Context, *P) (R, error)) jrpc2.Handler {
	return func(ctx context.Context, req *jrpc2.Request) (any, error) {
		p := new(P)
		if req.HasParams() {
			var raw json.RawMessage
			if err := req.UnmarshalParams(&raw); err != nil {
				return nil, err
			}
			if err := json.Unmarshal(raw, p); err != nil {
				return nil, jrpc2.Errorf(jrpc2.InvalidParams, "%s: %v", req.Method(), err)
			}
		}
		return f(ctx, p)
	}
}

// notification makes a handler of a function.
func notification[P any](f func(context.Context, *P) error) jrpc2.Handler {
	return request(func(ctx context.Context, p *P) (any, error) { return nil, f(ctx, p) })
}

// responses sees responses before they are sent. The library has a code of its
// own for requests that were cancelled, some of them before a handler ran.
type responses struct{}

func (responses) LogRequest(context.Context, *jrpc2.Request) {}

func (responses) LogResponse(_ context.Context, rsp *jrpc2.Response) {
	if e := rsp.Error(); e != nil && e.Code == jrpc2.Cancelled {
		e.Code = requestCancelled
	}
}

// nothing is what messages without parameters have.
type nothing struct{}

func (s *server) shutdown(context.Context, *nothing) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = shutDown
	for _, p := range s.packages {
		p.close()
	}
	return nil, nil
}

func (s *server) exits(context.Context, *nothing) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	status := 0
	if s.state != shutDown {
		status = 1
	}
	select {
	case s.exit <- status:
	default: // said twice
	}
	return nil
}

func (s *server) cancel(_ context.Context, p *cancelParams) error {
	s.rpc.CancelRequest(string(p.ID))
	return nil
}
