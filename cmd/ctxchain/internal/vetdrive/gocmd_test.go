package vetdrive

import (
	"strings"
	"testing"
)

func TestCompatible(t *testing.T) {
	for _, test := range []struct {
		goVersion, built string
		want             string // the error starts so, "" for none
	}{
		{"go1.26.8", "go1.26.8", ""},
		{"go1.26.9", "go1.26.0", ""}, // the language is the same
		{"go1.26.8", "go1.27.3", ""}, // newer reads older
		{"go1.26rc1", "go1.26.0", ""},
		{"devel go1.26-0123abc", "go1.26.0", ""},
		{"go1.26.8 X:nodwarf5", "go1.26.8", ""},
		{"go1.26.8-custom", "go1.26.8", ""},
		{"devel +0123abc", "go1.26.8", ""}, // who knows
		{"go1.28.0", "devel +0123abc", ""},
		{"go1.27.0", "go1.26.8", "built with go1.26.8, ctxchain can't analyze for go1.27.0"},
		{"devel go1.28-0123abc", "go1.27.1", "built with go1.27.1, ctxchain can't analyze for devel go1.28-0123abc"},
		{"go1.25.9", "go1.26.8", "the go command is go1.25.9; ctxchain needs go1.26 or newer"},
		{"go1.9", "go1.26.8", "the go command is go1.9;"},
	} {
		err := compatible(test.goVersion, test.built)
		if test.want == "" && err != nil {
			t.Errorf("go command %s, built with %s: unexpected error %v", test.goVersion, test.built, err)
		}
		if test.want != "" && (err == nil || !strings.HasPrefix(err.Error(), test.want)) {
			t.Errorf("go command %s, built with %s: got error %v, want %s...", test.goVersion, test.built, err, test.want)
		}
	}
}

func TestMixesDependencies(t *testing.T) {
	for goVersion, want := range map[string]bool{
		"go1.26.8":             true,
		"devel go1.26-0123abc": true,
		"go1.27rc1":            false,
		"go1.27.3":             false,
		"devel go1.28-0123abc": false,
		"devel +0123abc":       false,
	} {
		if got := (&goEnv{GOVERSION: goVersion}).mixesDependencies(); got != want {
			t.Errorf("%s: got %t, want %t", goVersion, got, want)
		}
	}
}
