package plugin

import (
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
)

func TestRegistered(t *testing.T) {
	newPlugin, err := register.GetPlugin("ctxchain")
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlugin(nil)
	if err != nil {
		t.Fatal(err)
	}
	if p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("load mode is %q", p.GetLoadMode())
	}
	first, err := p.BuildAnalyzers()
	if err != nil || len(first) != 1 || first[0].Name != "ctxchain" {
		t.Errorf("analyzers are %v, %v", first, err)
	}
}

// TestSettings looks at the flags that settings set, as golangci-lint reads
// them from YAML.
func TestSettings(t *testing.T) {
	for name, test := range map[string]struct {
		settings any
		want     map[string]string // values of flags
	}{
		"none":     {nil, map[string]string{"preset": "default", "nolint": "false", "ctxroot.helper": "", "ctxroot.nolint": "false"}},
		"empty":    {map[string]any{"ctxroot": nil, "enable": []any{}, "preset": nil}, map[string]string{"ctxroot.helper": "", "enable": ""}},
		"preset":   {map[string]any{"preset": "strict"}, map[string]string{"ctxroot.preset": "strict", "ctxchain.preset": "strict"}},
		"list":     {map[string]any{"disable": []any{"ctxroot", "ctxchain/directive"}}, map[string]string{"disable": "ctxroot,ctxchain/directive", "ctxroot.helper": "false"}},
		"one name": {map[string]any{"enable": "ctxroot/call"}, map[string]string{"ctxroot.call": "true", "ctxroot.helper": ""}},
		"check":    {map[string]any{"ctxroot": map[string]any{"helper": false, "preset": "strict"}}, map[string]string{"ctxroot.helper": "false", "ctxroot.preset": "strict", "ctxchain.preset": "default"}},
		"nolint":   {map[string]any{"nolint": true}, map[string]string{"ctxroot.nolint": "true"}},
	} {
		p, err := New(test.settings)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		flags := &p.(plugin).analyzer.Flags
		for flag, want := range test.want {
			if got := flags.Lookup(flag).Value.String(); got != want {
				t.Errorf("%s: %s is %q, want %q", name, flag, got, want)
			}
		}
	}
}

// TestFresh makes sure that one plugin doesn't see the settings of another.
func TestFresh(t *testing.T) {
	if _, err := New(map[string]any{"preset": "strict"}); err != nil {
		t.Fatal(err)
	}
	second, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := second.(plugin).analyzer.Flags.Lookup("preset").Value.String(); got != "default" {
		t.Errorf("preset is %q", got)
	}
}

func TestBadSettings(t *testing.T) {
	for _, test := range []struct {
		settings any
		want     string
	}{
		{map[string]any{"presett": "strict"}, "unknown setting presett; known are "},
		{map[string]any{"ctxrot": map[string]any{"helper": true}}, "unknown setting ctxrot; known are "},
		{map[string]any{"ctxrot": nil}, "unknown setting ctxrot; known are "},
		{map[string]any{"ctxrot": map[string]any{}}, "unknown setting ctxrot; known are "},
		{map[string]any{"ctxroot": map[string]any{"helpr": nil}}, "unknown setting ctxroot.helpr; known are ctxroot.call, "},
		{map[string]any{"ctxroot": map[string]any{"helpr": true}}, "unknown setting ctxroot.helpr; known are ctxroot.call, "},
		{map[string]any{"ctxroot": false}, "unknown setting ctxroot; known are ctxroot.call, "},
		{map[string]any{"preset": "lax"}, `setting preset: `},
		{map[string]any{"enable": []any{"ctxrot"}}, `setting enable: unknown check or category "ctxrot"`},
		{map[string]any{"enable": []any{[]any{}}}, "setting enable: a list holds []"},
		{map[string]any{"ctxroot": map[string]any{"helper": 3}}, `setting ctxroot.helper: ctxroot.helper is "3"`},
		{[]any{"strict"}, "settings are no map"},
		{"strict", "settings are no map"},
	} {
		_, err := New(test.settings)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: error %v, want %s", test.settings, err, test.want)
		}
	}
}
