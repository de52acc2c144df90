package lsp

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/unit"
)

// A property is how the VS Code extension declares a setting, but for its text.
type property struct {
	Type    any
	Items   any
	Enum    []string
	Default any
}

// properties returns what the extension in docs/vscode declares.
func properties(t *testing.T) map[string]property {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "vscode", "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Contributes struct {
			Configuration struct{ Properties map[string]property }
		}
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	return manifest.Contributes.Configuration.Properties
}

// declaration returns how a setting of a Go type is to be declared. Its default
// stands for what isn't set.
func declaration(t *testing.T, of reflect.Type) property {
	t.Helper()
	switch of {
	case reflect.TypeFor[string]():
		return property{Type: "string", Default: ""}
	case reflect.TypeFor[bool]():
		return property{Type: "boolean", Default: false}
	case reflect.TypeFor[*bool]():
		return property{Type: []any{"boolean", "null"}}
	case reflect.TypeFor[[]string]():
		return property{Type: "array", Items: map[string]any{"type": "string"}, Default: []any{}}
	}
	t.Fatalf("no declaration for %s", of)
	return property{}
}

// TestExtension wants the VS Code extension to declare the settings that the
// server has, and those that say which server to run; and the documentation to
// tell of them.
func TestExtension(t *testing.T) {
	want := map[string]property{
		"ctxchain.path":      {Type: "string", Default: "ctxchain"},
		"ctxchain.arguments": {Type: "array", Items: map[string]any{"type": "string"}, Default: []any{"lsp"}},
	}
	docs, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "editors.md"))
	if err != nil {
		t.Fatal(err)
	}
	for f := range reflect.TypeFor[settings]().Fields() {
		name := f.Tag.Get("json")
		p := declaration(t, f.Type)
		if name == "preset" {
			p.Enum = []string{"", unit.PresetDefault, unit.PresetStrict}
		}
		want[section+"."+name] = p
		if !slices.ContainsFunc(strings.Split(string(docs), "\n"), func(line string) bool {
			first, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
			return strings.HasPrefix(line, "| ") && strings.Contains(first, "`"+name+"`")
		}) {
			t.Errorf("docs/editors.md has no row for %s", name)
		}
	}
	got := properties(t)
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if !reflect.DeepEqual(got[name], want[name]) {
			t.Errorf("%s is declared as %+v, want %+v", name, got[name], want[name])
		}
		delete(got, name)
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		t.Errorf("%s is no setting", name)
	}
}

// TestExtensionDefaults sends the server the settings of an extension that nobody
// has set up. They change nothing.
func TestExtensionDefaults(t *testing.T) {
	defaults := make(map[string]any)
	for name, p := range properties(t) {
		if name != "ctxchain.path" && name != "ctxchain.arguments" {
			defaults[strings.TrimPrefix(name, section+".")] = p.Default
		}
	}
	raw, err := json.Marshal(defaults)
	if err != nil {
		t.Fatal(err)
	}
	var s settings
	if err := s.decode(raw); err != nil {
		t.Fatal(err)
	}
	if err := s.check(catalogue.Catalogue{}); err != nil {
		t.Error(err)
	}
	if s.Preset != "" || len(s.Enable)+len(s.Disable)+len(s.BuildFlags) > 0 || s.Tests != nil || s.Config != "" || s.InlayHints {
		t.Errorf("the defaults set something: %+v", s)
	}
}
