package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/creachadair/jrpc2"
)

// unpack writes the files of a txtar archive.
func unpack(t *testing.T, dir, archive string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, name, string(f.Data))
	}
}

// small is a module with a finding.
const small = `
-- go.mod --
module example.com/m

go 1.26.0
-- a.go --
package m

func find() {}
func lost() {}
func hint() {}

func F() {
	find()
}
`

const smallText = "package m\n\nfunc find() {}\nfunc lost() {}\nfunc hint() {}\n\nfunc F() {\n\tfind()\n}\n"

func TestLSPLife(t *testing.T) {
	t.Parallel()
	e := startEditor(t, tempDir(t))
	wantCode := func(method string, code jrpc2.Code) {
		t.Helper()
		if got := jrpc2.ErrorCode(e.call(method, object{}, nil)); got != code {
			t.Errorf("%s: error code %d, want %d", method, got, code)
		}
	}
	wantCode("textDocument/codeAction", -32002)
	wantCode("no/such", jrpc2.MethodNotFound)
	var result struct {
		Capabilities struct {
			PositionEncoding string
			TextDocumentSync struct{ Change int }
		}
		ServerInfo struct{ Name string }
	}
	e.must(json.Unmarshal(e.initialize(nil), &result))
	if result.ServerInfo.Name != "ctxchain" || result.Capabilities.TextDocumentSync.Change != 2 || result.Capabilities.PositionEncoding != "" {
		t.Errorf("initialize: %+v", result)
	}
	wantCode("initialize", jrpc2.InvalidRequest)
	wantCode("textDocument/noSuch", jrpc2.MethodNotFound)
	e.notify("$/setTrace", object{"value": "off"}) // an answer would end the test's client
	e.notify("textDocument/noSuch", object{})
	e.must(e.call("shutdown", nil, nil))
	wantCode("textDocument/codeAction", jrpc2.InvalidRequest)
	e.notify("exit", nil)
	if err := e.ended(); err != nil {
		t.Errorf("exit after shutdown: %v", err)
	}
}

// ended waits for the server to end, and returns how it did.
func (e *editor) ended() error {
	e.t.Helper()
	select {
	case err := <-e.done:
		e.done <- err // for the cleanup
		return err
	case <-time.After(20 * time.Second):
		e.t.Fatal("the server doesn't end")
		return nil
	}
}

func TestLSPExitWithoutShutdown(t *testing.T) {
	t.Parallel()
	e := newEditor(t, small, nil)
	e.open("a.go")
	e.wants("a.go", "7:1-7:7 toy/find")
	e.notify("exit", nil)
	var exit *exec.ExitError
	if err := e.ended(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("exit without shutdown: %v, want exit status 1", err)
	}
}

func TestLSPDiagnostics(t *testing.T) {
	t.Parallel()
	e := newEditor(t, small, nil)
	e.open("a.go")
	d := e.wants("a.go", "7:1-7:7 toy/find")[0]
	if d.Severity != 1 || d.Source != "ctxchain" || d.Message != "found" || d.CodeDescription.Href == "" {
		t.Errorf("diagnostic: %+v", d)
	}
	if len(d.RelatedInformation) != 1 || d.RelatedInformation[0].Location.URI != e.uri("a.go") ||
		d.RelatedInformation[0].Location.Range.Start != (lspPosition{7, 5}) || d.RelatedInformation[0].Message != "called here" {
		t.Errorf("related information: %+v", d.RelatedInformation)
	}

	// Unsaved edits, behind characters of two and four bytes.
	e.change("a.go", replace(7, 0, 0, "\t/* é𝄞 */ find()\n"))
	e.wants("a.go", "7:11-7:17 toy/find", "8:1-8:7 toy/find")
	// Several changes at once, each counting on those before.
	e.change("a.go", replace(7, 0, 0, "\n"), replace(8, 11, 15, "lost"), replace(7, 0, 0, "\thint(); hint()"))
	e.wants("a.go", "9:1-9:7 toy/find")

	actions := e.actions("a.go", 9, 3, "quickfix")
	if len(actions) != 1 || actions[0].Title != "call lost" || actions[0].Kind != "quickfix" || len(actions[0].Diagnostics) != 1 {
		t.Fatalf("code actions: %+v", actions)
	}
	change := actions[0].Edit.DocumentChanges[0]
	if len(change.Edits) != 1 || change.Edits[0].NewText != "lost" || *change.TextDocument.Version != e.versions["a.go"] {
		t.Fatalf("edit: %+v", change)
	}
	r := change.Edits[0].Range
	e.change("a.go", replace(r.Start.Line, r.Start.Character, r.End.Character, "lost"))
	e.wants("a.go")
	if actions := e.actions("a.go", 9, 3); len(actions) != 0 {
		t.Errorf("code actions without a finding: %+v", actions)
	}
	e.close("a.go")
	e.until("an end", func() bool {
		return e.latest[e.uri("a.go")].Version == nil || len(e.latest[e.uri("a.go")].Diagnostics) == 0
	})
}

func TestLSPFixAll(t *testing.T) {
	t.Parallel()
	caps := fullCapabilities()
	caps["workspace"] = object{}
	e := newEditor(t, small, object{"capabilities": caps})
	text := strings.Replace(smallText, "\tfind()\n", "\tfind()\n\tfind()\n", 1)
	e.openAs("a.go", text)
	e.wants("a.go", "7:1-7:7 toy/find", "8:1-8:7 toy/find")
	actions := e.actions("a.go", 0, 0, "source.fixAll")
	if len(actions) != 1 || actions[0].Kind != "source.fixAll.ctxchain" || len(actions[0].Edit.Changes[e.uri("a.go")]) != 2 {
		t.Fatalf("code actions: %+v", actions)
	}
	// With the fixes, this wouldn't compile.
	e.change("a.go", whole(strings.Replace(text, "func lost() {}", "", 1)))
	e.wants("a.go", "7:1-7:7 toy/find", "8:1-8:7 toy/find")
	if actions := e.actions("a.go", 0, 0, "source.fixAll"); len(actions) != 0 {
		t.Errorf("code actions that break the package: %+v", actions)
	}
}

func TestLSPEncodings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		offered      []string
		chosen, want string
	}{
		{[]string{"utf-16"}, "utf-16", "7:11-7:17 toy/find"},
		{[]string{"utf-16", "utf-8"}, "utf-8", "7:14-7:20 toy/find"},
		{[]string{"utf-32"}, "utf-32", "7:10-7:16 toy/find"},
	} {
		t.Run(test.chosen, func(t *testing.T) {
			t.Parallel()
			dir := tempDir(t)
			unpack(t, dir, small)
			e := startEditor(t, dir)
			caps := fullCapabilities()
			caps["general"] = object{"positionEncodings": test.offered}
			if result := e.initialize(object{"capabilities": caps}); !strings.Contains(string(result), `"positionEncoding":"`+test.chosen+`"`) {
				t.Errorf("initialize: %s", result)
			}
			e.openAs("a.go", strings.Replace(smallText, "\tfind()", "\t/* é𝄞 */ find()", 1))
			e.wants("a.go", test.want)
		})
	}
}

func TestLSPBrokenCode(t *testing.T) {
	t.Parallel()
	e := newEditor(t, small, nil)
	e.open("a.go")
	e.wants("a.go", "7:1-7:7 toy/find")
	published := func() int {
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.count[e.uri("a.go")]
	}
	before := published()
	for _, broken := range []string{
		strings.Replace(smallText, "\tfind()", "\tfind(", 1),
		strings.Replace(smallText, "\tfind()", "\tundefined()", 1),
		strings.Replace(smallText, "package m", "package m\nimport \"no/such\"", 1),
		"",
		"pack",
	} {
		e.change("a.go", whole(broken))
		// An answer is there when the analysis is done.
		if actions := e.actions("a.go", 7, 3); len(actions) != 0 {
			t.Errorf("code actions in broken code: %+v", actions)
		}
	}
	if after := published(); after != before {
		t.Errorf("published %d times for broken code", after-before)
	}
	e.change("a.go", whole("\n"+smallText))
	e.wants("a.go", "8:1-8:7 toy/find")
}

func TestLSPBrokenWhenOpened(t *testing.T) {
	t.Parallel()
	e := newEditor(t, small, nil)
	e.openAs("a.go", strings.Replace(smallText, "\tfind()", "\tfind(", 1))
	if actions := e.actions("a.go", 7, 3); len(actions) != 0 {
		t.Errorf("code actions in broken code: %+v", actions)
	}
	e.change("a.go", whole(smallText))
	e.wants("a.go", "7:1-7:7 toy/find")
}

func TestLSPConfiguration(t *testing.T) {
	t.Parallel()
	e := newEditor(t, small, object{"initializationOptions": object{"preset": "strict"}})
	e.openAs("a.go", strings.Replace(smallText, "\tfind()", "\tfind(); hint()", 1))
	e.wants("a.go", "7:1-7:7 toy/find", "7:9-7:15 toy/hint")
	e.notify("workspace/didChangeConfiguration", object{"settings": object{"ctxchain": object{"disable": []string{"toy/find"}, "enable": []string{"toy/hint"}}}})
	e.wants("a.go", "7:9-7:15 toy/hint")

	// The file counts from when it's there, and settings go over it.
	e.save(".ctxchain.yml", "checks:\n  toy/find: note\n  toy/hint: error\n")
	e.notify("workspace/didChangeConfiguration", object{"settings": object{}})
	all := e.wants("a.go", "7:1-7:7 toy/find", "7:9-7:15 toy/hint")
	if all[0].Severity != 3 || all[1].Severity != 1 {
		t.Errorf("severities: %d, %d", all[0].Severity, all[1].Severity)
	}

	e.notify("workspace/didChangeConfiguration", object{"settings": object{"enabel": []string{"toy/hint"}}})
	e.until("a message", func() bool {
		return slices.Contains(e.messages, `ctxchain: settings: unknown field "enabel"`)
	})
	e.save(".ctxchain.yml", "\nchekcs: {}\n")
	e.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": e.uri(".ctxchain.yml"), "type": 2}}})
	e.wants(".ctxchain.yml", "1:0-1:10 configuration")
	e.save(".ctxchain.yml", "exclude: [a.go]\n")
	e.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": e.uri(".ctxchain.yml"), "type": 2}}})
	e.wants(".ctxchain.yml")
	e.wants("a.go")
}

// TestLSPPulledSettings has a client that wants to be asked.
func TestLSPPulledSettings(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	unpack(t, dir, small)
	e := startEditor(t, dir)
	e.config = object{"disable": []string{"toy/find"}}
	caps := fullCapabilities()
	caps["workspace"] = object{"configuration": true, "didChangeWatchedFiles": object{"dynamicRegistration": true}}
	e.initialize(object{"capabilities": caps})
	e.open("a.go")
	e.wants("a.go")
	e.mu.Lock()
	e.config = object{}
	e.mu.Unlock()
	e.notify("workspace/didChangeConfiguration", object{"settings": nil})
	e.wants("a.go", "7:1-7:7 toy/find")
	e.until("a registration", func() bool { return slices.Contains(e.asked, "client/registerCapability") })
}

// TestLSPSaveAndType saves and goes on typing, so that what is done after saving
// is stopped, and made up for later: the other package's change on disk shows.
func TestLSPSaveAndType(t *testing.T) {
	t.Parallel()
	e := newEditor(t, `
-- go.mod --
module example.com/m

go 1.26.0
-- a/a.go --
package a

func find() {}
func F()    {}
-- b/b.go --
package b

import "example.com/m/a"

func find() {}
func H()    { a.F() }
`, nil)
	const text = "package b\n\nimport \"example.com/m/a\"\n\nfunc find() {}\nfunc H()    { a.F() }\n"
	e.open("b/b.go")
	e.wants("b/b.go")
	write(t, filepath.Join(e.dir, "a/a.go"), "package a\n\nfunc find() {}\nfunc F()    { find() }\n")
	e.save("b/b.go", text)
	for i := range 5 {
		e.change("b/b.go", replace(6+i, 0, 0, "// More.\n"))
		time.Sleep(20 * time.Millisecond)
	}
	e.wants("b/b.go", "5:14-5:19 toy/carry")
}
