package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestLSPHover asks the real checks about contexts, in code that isn't saved.
func TestLSPHover(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	unpack(t, dir, `
-- go.mod --
module example.com/m

go 1.26.0
-- a.go --
package m
`)
	e := startEditorOf(t, "real", dir)
	e.initialize(object{"initializationOptions": object{"inlayHints": true}})
	const text = `package m

import (
	"context"
	"net"
	"time"
)

func F(ctx context.Context) error {
	é, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if _, err := net.DefaultResolver.LookupHost(é, "a"); err != nil {
		return err
	}
	return g(context.Background())
}

func g(ctx context.Context) error { return ctx.Err() }
`
	e.openAs("a.go", text)
	e.wants("a.go", "14:10-14:30 ctxroot/inscope")
	hover := func(line int, what string) string {
		t.Helper()
		before, _, ok := strings.Cut(strings.Split(text, "\n")[line], what)
		if !ok {
			t.Fatalf("no %s in line %d", what, line)
		}
		var h struct{ Contents struct{ Value string } }
		e.must(e.call("textDocument/hover", object{
			"textDocument": object{"uri": e.uri("a.go")},
			"position":     object{"line": line, "character": len([]rune(before))},
		}, &h))
		return h.Contents.Value
	}
	for _, test := range []struct {
		line       int
		what, want string
	}{
		{8, "ctx", "from ctx; with the caller's deadline"},
		{9, "é", "from ctx; bounded by 2 s at line 10; cancelled at return"},
		{11, "é", "from ctx; bounded by 2 s at line 10; cancelled at return"},
		{14, "context.Background", "starts at context.Background, line 15; no deadline"},
		{11, "err", ""},
		{0, "package", ""},
	} {
		if got := hover(test.line, test.what); got != test.want {
			t.Errorf("line %d, %s: %q, want %q", test.line, test.what, got, test.want)
		}
	}
	e.wantsHints("11:52 deadline: 2 s")
	e.change("a.go", whole(strings.Replace(text, "return g(context.Background())", "_, err := net.DefaultResolver.LookupHost(ctx, \"b\")\n\treturn err", 1)))
	e.wantsHints("11:52 deadline: 2 s", "14:51 deadline: the caller's")
	e.notify("workspace/didChangeConfiguration", object{"settings": object{}})
	e.wantsHints()
}

// wantsHints asks for all inlay hints, and wants these: each "line:character
// label".
func (e *editor) wantsHints(want ...string) {
	e.t.Helper()
	var all []struct {
		Position lspPosition
		Label    string
	}
	e.must(e.call("textDocument/inlayHint", object{
		"textDocument": object{"uri": e.uri("a.go")},
		"range":        object{"start": object{"line": 0, "character": 0}, "end": object{"line": 99, "character": 0}},
	}, &all))
	var got []string
	for _, h := range all {
		got = append(got, fmt.Sprintf("%d:%d %s", h.Position.Line, h.Position.Character, h.Label))
	}
	if !slices.Equal(got, want) {
		e.t.Errorf("inlay hints: %q, want %q", got, want)
	}
}
