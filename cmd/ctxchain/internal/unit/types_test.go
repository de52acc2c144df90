package unit

import (
	"encoding/json"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/unitchecker"
)

// writeUnit writes a unit that is a dependency, of one file, and returns the
// name of its configuration.
func writeUnit(t *testing.T, cfg unitchecker.Config, source string) string {
	t.Helper()
	dir := t.TempDir()
	cfg.VetxOnly = true
	cfg.VetxOutput = filepath.Join(dir, "vet.out")
	cfg.Stdout = filepath.Join(dir, "stdout")
	cfg.GoFiles = []string{filepath.Join(dir, "x.go")}
	data, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "vet.cfg")
	for name, data := range map[string][]byte{file: data, cfg.GoFiles[0]: []byte(source)} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return file
}

func vetx(cfgFile string) string { return filepath.Join(filepath.Dir(cfgFile), "vet.out") }

// TestTypesOnly has two packages, of which one imports the other, with bodies
// that would not compile.
func TestTypesOnly(t *testing.T) {
	low := writeUnit(t, unitchecker.Config{ImportPath: "internal/reflectlite"}, `package reflectlite
type T[P any] struct{ F P }
func (T[P]) M() { undefined() }
`)
	if !typesOnly(low) {
		t.Fatal("left to unitchecker")
	}
	high := writeUnit(t, unitchecker.Config{
		ImportPath:  "errors",
		ImportMap:   map[string]string{"internal/reflectlite": "internal/reflectlite", "unsafe": "unsafe"},
		PackageVetx: map[string]string{"internal/reflectlite": vetx(low)},
	}, `package errors
import ("internal/reflectlite"; _ "unsafe")
var V reflectlite.T[int]
func F() error { return nothing }
`)
	if !typesOnly(high) {
		t.Fatal("left to unitchecker")
	}
	if info, err := os.Stat(filepath.Join(filepath.Dir(high), "stdout")); err != nil || info.Size() != 0 {
		t.Errorf("what the unit says: %v, %v", info, err)
	}
	pkg, err := readTypes(token.NewFileSet(), make(map[string]*types.Package), "errors", vetx(high))
	if err != nil {
		t.Fatal(err)
	}
	obj, _, _ := types.LookupFieldOrMethod(pkg.Scope().Lookup("V").Type(), false, pkg, "M")
	if got := types.ObjectString(obj, nil); got != "func (internal/reflectlite.T[int]).M()" {
		t.Errorf("V has %s", got)
	}
}

// TestTypesOnlyNot is about what unitchecker has to do.
func TestTypesOnlyNot(t *testing.T) {
	tests := []struct {
		name   string
		cfg    unitchecker.Config
		source string
	}{
		{"not the standard library", unitchecker.Config{ImportPath: "example.com/m"}, "package m"},
		{"named alike", unitchecker.Config{ImportPath: "errors", ModulePath: "errors"}, "package errors"},
		{"no Go", unitchecker.Config{ImportPath: "errors"}, "text"},
		{"a missing import", unitchecker.Config{ImportPath: "errors"}, `package errors; import _ "io"`},
		{"no file for an import", unitchecker.Config{ImportPath: "errors", ImportMap: map[string]string{"io": "io"}}, `package errors; import _ "io"`},
		{"a file of another kind", unitchecker.Config{ImportPath: "errors", ImportMap: map[string]string{"io": "io"}, PackageVetx: map[string]string{"io": "types_test.go"}}, `package errors; import _ "io"`},
		{"an error", unitchecker.Config{ImportPath: "errors"}, "package errors; var V undefined"},
	}
	for _, test := range tests {
		cfgFile := writeUnit(t, test.cfg, test.source)
		if typesOnly(cfgFile) {
			t.Errorf("%s: done", test.name)
		}
		if _, err := os.Stat(vetx(cfgFile)); err == nil {
			t.Errorf("%s: left a file", test.name)
		}
	}
}
