package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
)

// patience is how long the tests wait for what is to happen.
const patience = time.Minute

// The messages that the tests look at, of the protocol's own names.
type (
	lspPosition struct{ Line, Character int }
	lspRange    struct{ Start, End lspPosition }

	lspDiagnostic struct {
		Range              lspRange
		Severity           int
		Code               string
		CodeDescription    struct{ Href string }
		Source             string
		Message            string
		Tags               []int
		RelatedInformation []struct {
			Location struct {
				URI   string
				Range lspRange
			}
			Message string
		}
	}
	lspPublished struct {
		URI         string
		Version     *int
		Diagnostics []lspDiagnostic
	}
	lspTextEdit struct {
		Range   lspRange
		NewText string
	}
	lspAction struct {
		Title       string
		Kind        string
		Diagnostics []lspDiagnostic
		Edit        struct {
			Changes         map[string][]lspTextEdit
			DocumentChanges []struct {
				TextDocument struct {
					URI     string
					Version *int
				}
				Edits []lspTextEdit
			}
		}
	}
)

// object is JSON that is written by hand.
type object = map[string]any

// An editor is a client of a server that runs as a process of its own.
type editor struct {
	t       *testing.T
	dir     string
	scratch string // where the server has its temporary files
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	stderr  bytes.Buffer
	rpc     *jrpc2.Client
	done    chan error // gets how the process ended
	config  any        // what workspace/configuration answers

	mu       sync.Mutex
	news     chan struct{} // closed when something has come in
	latest   map[string]lspPublished
	count    map[string]int
	messages []string // of window/showMessage
	asked    []string // methods that the server called
	progress []string // kinds
	versions map[string]int
}

// newEditor starts a server in a directory with these files, in the form of
// txtar, and initializes it with the client's capabilities and more parameters.
func newEditor(t *testing.T, files string, params object) *editor {
	t.Helper()
	dir := tempDir(t)
	unpack(t, dir, files)
	e := startEditor(t, dir)
	e.initialize(params)
	return e
}

// startEditor starts a server with the toy check.
func startEditor(t *testing.T, dir string) *editor {
	t.Helper()
	return startEditorOf(t, "ctxchain", dir)
}

// startEditorOf starts a server of the program of that name.
func startEditorOf(t *testing.T, program, dir string) *editor {
	t.Helper()
	e := &editor{
		t: t, dir: dir, scratch: tempDir(t), done: make(chan error, 1), news: make(chan struct{}),
		latest: map[string]lspPublished{}, count: map[string]int{}, versions: map[string]int{},
	}
	e.cmd = exec.Command(program, "lsp")
	e.cmd.Dir = dir
	e.cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOENV=off", "GOWORK=", "GOTOOLCHAIN=local", "TMPDIR="+e.scratch)
	e.cmd.Stderr = &e.stderr
	stdin, err := e.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	e.stdin = stdin
	stdout, err := e.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := e.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	e.rpc = jrpc2.NewClient(channel.LSP(stdout, stdin), &jrpc2.ClientOptions{OnNotify: e.notified, OnCallback: e.called})
	go func() { e.done <- e.cmd.Wait() }()
	t.Cleanup(func() {
		e.rpc.Close()
		select {
		case <-e.done:
		case <-time.After(10 * time.Second):
			e.cmd.Process.Kill()
			t.Error("the server didn't end with its client")
		}
		if s := e.stderr.String(); s != "" {
			t.Errorf("stderr of the server:\n%s", s)
		}
	})
	return e
}

// initialize begins the session.
func (e *editor) initialize(params object) json.RawMessage {
	e.t.Helper()
	all := object{"processId": os.Getpid(), "rootUri": "file://" + e.dir, "capabilities": fullCapabilities()}
	for key, value := range params {
		all[key] = value
	}
	var result json.RawMessage
	e.must(e.call("initialize", all, &result))
	e.notify("initialized", object{})
	return result
}

// fullCapabilities are those of a client that can do everything.
func fullCapabilities() object {
	return object{
		"workspace": object{"workspaceEdit": object{"documentChanges": true}},
		"textDocument": object{"publishDiagnostics": object{
			"relatedInformation": true, "codeDescriptionSupport": true, "tagSupport": object{"valueSet": []int{1}},
		}},
	}
}

func (e *editor) must(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) call(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	rsp, err := e.rpc.Call(ctx, method, params)
	if err != nil || result == nil {
		return err
	}
	return rsp.UnmarshalResult(result)
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	e.must(e.rpc.Notify(context.Background(), method, params))
}

// notified takes in what the server tells.
func (e *editor) notified(req *jrpc2.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch req.Method() {
	case "textDocument/publishDiagnostics":
		var p lspPublished
		if err := req.UnmarshalParams(&p); err != nil {
			e.t.Error(err)
		}
		e.latest[p.URI] = p
		e.count[p.URI]++
	case "window/showMessage":
		var m struct{ Message string }
		req.UnmarshalParams(&m)
		e.messages = append(e.messages, m.Message)
	case "$/progress":
		var p struct{ Value struct{ Kind string } }
		req.UnmarshalParams(&p)
		e.progress = append(e.progress, p.Value.Kind)
	}
	close(e.news)
	e.news = make(chan struct{})
}

// called answers what the server asks.
func (e *editor) called(_ context.Context, req *jrpc2.Request) (any, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.asked = append(e.asked, req.Method())
	if req.Method() == "workspace/configuration" {
		return []any{e.config}, nil
	}
	return nil, nil
}

// until waits until the condition, which is evaluated with the lock held, is
// true.
func (e *editor) until(what string, condition func() bool) {
	e.t.Helper()
	deadline := time.After(patience)
	for {
		e.mu.Lock()
		ok, news := condition(), e.news
		e.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-news:
		case <-deadline:
			e.mu.Lock()
			defer e.mu.Unlock()
			e.t.Fatalf("waited in vain for %s; published: %+v; messages: %q", what, e.latest, e.messages)
		}
	}
}

func (e *editor) uri(name string) string { return "file://" + filepath.Join(e.dir, name) }

// open opens a file with what is on disk.
func (e *editor) open(name string) {
	e.t.Helper()
	data, err := os.ReadFile(filepath.Join(e.dir, name))
	e.must(err)
	e.openAs(name, string(data))
}

// openAs opens a file with another content.
func (e *editor) openAs(name, text string) {
	e.t.Helper()
	e.versions[name] = 1
	e.notify("textDocument/didOpen", object{"textDocument": object{"uri": e.uri(name), "languageId": "go", "version": 1, "text": text}})
}

// change replaces ranges, or everything.
func (e *editor) change(name string, changes ...object) {
	e.t.Helper()
	e.versions[name]++
	e.notify("textDocument/didChange", object{
		"textDocument":   object{"uri": e.uri(name), "version": e.versions[name]},
		"contentChanges": changes,
	})
}

func (e *editor) close(name string) {
	e.notify("textDocument/didClose", object{"textDocument": object{"uri": e.uri(name)}})
}

func (e *editor) save(name, text string) {
	e.t.Helper()
	write(e.t, filepath.Join(e.dir, name), text)
	e.notify("textDocument/didSave", object{"textDocument": object{"uri": e.uri(name)}})
}

// wants waits until the file's diagnostics, of its present version if it is open,
// are these: each "line:column-line:column code", counted from 0.
func (e *editor) wants(name string, want ...string) []lspDiagnostic {
	e.t.Helper()
	var got lspPublished
	e.until(fmt.Sprintf("%s: %q", name, want), func() bool {
		p, published := e.latest[e.uri(name)]
		version := e.versions[name]
		if !published || version != 0 && (p.Version == nil || *p.Version != version) {
			return false
		}
		got = p
		return strings.Join(brief(p.Diagnostics), "\n") == strings.Join(want, "\n")
	})
	return got.Diagnostics
}

func brief(all []lspDiagnostic) []string {
	var lines []string
	for _, d := range all {
		r := d.Range
		lines = append(lines, fmt.Sprintf("%d:%d-%d:%d %s", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character, d.Code))
	}
	return lines
}

// actions asks for code actions at a position.
func (e *editor) actions(name string, line, character int, only ...string) []lspAction {
	e.t.Helper()
	at := object{"line": line, "character": character}
	params := object{
		"textDocument": object{"uri": e.uri(name)},
		"range":        object{"start": at, "end": at},
		"context":      object{"diagnostics": []any{}, "only": only},
	}
	var actions []lspAction
	e.must(e.call("textDocument/codeAction", params, &actions))
	return actions
}

// replace is a change of a range of characters.
func replace(line, from, to int, text string) object {
	return object{
		"range": object{"start": object{"line": line, "character": from}, "end": object{"line": line, "character": to}},
		"text":  text,
	}
}

// whole is a change of everything.
func whole(text string) object { return object{"text": text} }

// tempDir returns a directory by its real name, by which the go command knows it.
func tempDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
