//go:build e2e

package formats

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
)

// schemaModule is a release of a tool that has the official schema of SARIF
// 2.1.0 among its test data, and schemaFile where.
const (
	schemaModule = "github.com/securego/gosec/v2@v2.29.0"
	schemaFile   = "report/sarif/testdata/sarif-schema-2.1.0.json"
)

// TestSARIFSchema holds what is written against the official schema, which it
// takes from the module proxy.
func TestSARIFSchema(t *testing.T) {
	cmd := exec.Command("go", "mod", "download", "-json", schemaModule)
	cmd.Dir = t.TempDir() // in no module
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	data, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, data)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(data, &module); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(module.Dir, filepath.FromSlash(schemaFile)))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	doc, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	if id := doc.(map[string]any)["id"]; id != sarifSchema {
		t.Fatalf("the schema is %v, want %s", id, sarifSchema)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(sarifSchema, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(sarifSchema)
	if err != nil {
		t.Fatal(err)
	}
	validate := func(log []byte) error {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(log))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(v)
	}

	for name, change := range map[string]func(r *present.Report){
		"findings": func(*present.Report) {},
		"clean":    func(r *present.Report) { r.Findings = nil },
		"broken":   func(r *present.Report) { r.Complete, r.Problems = false, []string{"no go.mod"} },
	} {
		r := sample(t)
		change(r)
		var out bytes.Buffer
		if err := SARIF(&out, r); err != nil {
			t.Fatal(err)
		}
		if err := validate(out.Bytes()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The schema isn't one that accepts everything.
	if err := validate([]byte(`{"version": "2.1.0", "runs": [{"tool": {"driver": {}}}]}`)); err == nil {
		t.Error("the schema accepts a tool without a name")
	}
}
