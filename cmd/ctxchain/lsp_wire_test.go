package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/creachadair/jrpc2/channel"
)

// A wire is a connection to a server, message by message.
type wire struct {
	t    *testing.T
	cmd  *exec.Cmd
	in   channel.Channel
	raw  interface{ Write([]byte) (int, error) }
	got  chan map[string]any
	done chan error
}

func newWire(t *testing.T) *wire {
	t.Helper()
	w := &wire{t: t, cmd: exec.Command("ctxchain", "lsp", "--stdio"), got: make(chan map[string]any, 100), done: make(chan error, 1)}
	w.cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOENV=off", "GOWORK=", "GOTOOLCHAIN=local", "TMPDIR="+tempDir(t))
	stdin, err := w.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.in, w.raw = channel.LSP(stdout, stdin), stdin
	go func() {
		for {
			data, err := w.in.Recv()
			if err != nil {
				w.done <- w.cmd.Wait()
				return
			}
			var m map[string]any
			if err := json.Unmarshal(data, &m); err != nil {
				t.Errorf("the server sent %q: %v", data, err)
			}
			w.got <- m
		}
	}()
	t.Cleanup(func() {
		stdin.Close()
		select {
		case <-w.done:
		case <-time.After(20 * time.Second):
			w.cmd.Process.Kill()
			t.Error("the server didn't end with its client")
		}
	})
	return w
}

func (w *wire) send(message string) {
	w.t.Helper()
	if err := w.in.Send([]byte(message)); err != nil {
		w.t.Fatal(err)
	}
}

// answer waits for the response with the ID, and returns its error's code, 0 for
// a result.
func (w *wire) answer(id any) int {
	w.t.Helper()
	for limit := time.After(patience); ; {
		select {
		case m := <-w.got:
			if fmt.Sprint(m["id"]) != fmt.Sprint(id) || m["method"] != nil {
				continue
			}
			if e, ok := m["error"].(map[string]any); ok {
				return int(e["code"].(float64))
			}
			return 0
		case <-limit:
			w.t.Fatalf("no response to %v", id)
		}
	}
}

const initializeMessage = `{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"processId":null,"capabilities":{},"later":1}}`

// TestLSPMalformed sends what no client would. After each, the server has to
// answer a request that is right.
func TestLSPMalformed(t *testing.T) {
	t.Parallel()
	w := newWire(t)
	w.send(initializeMessage)
	if code := w.answer("first"); code != 0 {
		t.Fatalf("initialize: error code %d", code)
	}
	for i, test := range []struct {
		message string
		code    int // of the error with the ID null, 0 for none
	}{
		{`{"jsonrpc":"2.0","id":`, -32700},
		{`no JSON`, -32700},
		{``, -32700},
		{`7`, -32700},
		{`[]`, -32600},
		{`{"jsonrpc":"1.0","method":"initialized"}`, -32600},
		{`{"jsonrpc":"2.0","method":7}`, -32700},
		{`{"jsonrpc":"2.0","id":77,"result":null}`, 0},
		{`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":[]}}`, 0},
		{`{"jsonrpc":"2.0","method":"textDocument/didOpen"}`, 0},
		{`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:1","text":"x"}}}`, 0},
		{`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///%zz.go","text":"x"}}}`, 0},
		{`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///no/such/dir/a.go","text":"package a"}}}`, 0},
		{`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///never/opened.go"},"contentChanges":[{"text":""}]}}`, 0},
		{`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///no/such/dir/a.go","version":2},"contentChanges":[{"range":{"start":{"line":9,"character":-9},"end":{"line":-1,"character":99}},"text":"z"}]}}`, 0},
		{`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///never/opened.go"}}}`, 0},
		{`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{}}`, 0},
	} {
		w.send(test.message)
		if test.code != 0 {
			if code := w.answer(nil); code != test.code {
				t.Errorf("%s: error code %d, want %d", test.message, code, test.code)
			}
		}
		w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///x.go"}}}`, i))
		if code := w.answer(i); code != 0 {
			t.Errorf("after %s: error code %d", test.message, code)
		}
	}
	for _, header := range []string{
		"garbage\r\n",
		"Content-Length: many\r\n\r\n",
		"Content-Length: -1\r\n\r\n",
		"Content-Length: 9223372036854775807\r\n\r\n",
		"Content-Type: text/plain\r\n\r\n",
	} {
		if _, err := w.raw.Write([]byte(header)); err != nil {
			t.Fatal(err)
		}
		if code := w.answer(nil); code != -32700 {
			t.Errorf("%q: error code %d", header, code)
		}
	}
	body := `{"jsonrpc":"2.0","id":"last","method":"no/such"}`
	fmt.Fprintf(w.raw, "content-length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n%s", len(body), body)
	if code := w.answer("last"); code != -32601 {
		t.Errorf("last: error code %d", code)
	}
}

// TestLSPCancelled has a request wait for an analysis that takes long.
func TestLSPCancelled(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	unpack(t, dir, small)
	w := newWire(t)
	w.send(initializeMessage)
	w.answer("first")
	text, err := json.Marshal(smallText + "\nfunc hang() {}\n\nfunc G() { hang() }\n")
	if err != nil {
		t.Fatal(err)
	}
	uri := "file://" + dir + "/a.go"
	w.send(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"` + uri + `","version":1,"text":` + string(text) + `}}}`)
	w.send(`{"jsonrpc":"2.0","id":1,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"` + uri + `"}}}`)
	w.send(`{"jsonrpc":"2.0","id":"two","method":"textDocument/codeAction","params":{"textDocument":{"uri":"` + uri + `"}}}`)
	w.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"two"}}`)
	if code := w.answer("two"); code != -32800 {
		t.Errorf("cancelled request: error code %d", code)
	}
	w.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}`)
	if code := w.answer(1); code != -32800 {
		t.Errorf("cancelled request: error code %d", code)
	}
}

// TestLSPEndsWithClient has the process that the server is for go, while its
// input stays open.
func TestLSPEndsWithClient(t *testing.T) {
	t.Parallel()
	client := exec.Command("sleep", "60")
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	w := newWire(t)
	w.send(strings.Replace(initializeMessage, "null", fmt.Sprint(client.Process.Pid), 1))
	w.answer("first")
	client.Process.Kill()
	client.Wait()
	select {
	case err := <-w.done:
		w.done <- err
	case <-time.After(20 * time.Second):
		t.Error("the server outlives its client")
	}
}
