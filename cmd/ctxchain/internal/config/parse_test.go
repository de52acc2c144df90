package config

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/ctxchain/ctxchain/analyzers"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
)

func checks() catalogue.Catalogue { return catalogue.New(analyzers.New(), analyzers.Categories()) }

// valid are files that the loader and the schema accept.
var valid = []string{
	"",
	"# nothing\n",
	"preset: strict\n",
	"tests: false\n",
	"checks: {}\n",
	"checks:\n  ctxroot: off\n  ctxroot/helper: error\n  ctxroot/call: true\n  ctxroot/stored: note\n",
	"exclude: [gen, 'a/**/*_mock.go', {path: old, checks: [ctxroot, ctxroot/helper]}]\n",
	"baseline: ci/baseline.json\n",
	"api:\n  outgoing:\n    - example.com/a.F\n    - (*gopkg.in/a.v3.Client).Call\n    - (example.com/a.Doer).Do*\n",
	"api:\n  outgoing:\n    - {func: example.com/a.F, kind: sql, stream: true, timeout: 1m30s, timeout-arg: 1, ctx: 0}\n",
	"api:\n  outgoing:\n    - {func: example.com/a.F, stream: false}\n",
	"api:\n  derive: [{func: example.com/a.F, adds: [deadline, values]}]\n  detach: [example.com/a.F]\n",
	"api:\n  spawn: [{func: example.com/a.F, task: 0, joined: wait}]\n  sleep: [{func: example.com/a.F, ctx: 0}]\n",
	"api:\n  variant: [{func: example.com/a.F, sibling: FContext}]\n  retry: [{func: example.com/a.F, use: again.With}]\n",
	"api:\n  carrier: [(example.com/a.Ctx).Base]\n  logger: [(*example.com/a.Log).*]\n",
	"jobs: [example.com/a.main, {func: example.com/a.F}]\n",
	"timeout-headers: [X-Left]\n",
	"jobs: &j [example.com/a.F]\napi: {sleep: *j}\n",
}

// invalid are files that both reject; err is what the loader says, after the
// file's name.
var invalid = []struct{ text, err string }{
	{"preset: hard\n", `:1: preset: is "hard", want default, strict`},
	{"\npresets: strict\n", ":2: presets: unknown key"},
	{"tests: 1\n", `:1: tests: is "1", want true or false`},
	{"- a\n", ":1: is a list, want a mapping"},
	{"strict\n", `:1: is "strict", want a mapping`},
	{"checks: [ctxroot]\n", ":1: checks: is a list, want a mapping"},
	{"checks:\n", ":1: checks: is nothing, want a mapping"},
	{"checks:\n  ctxroot: loud\n", `:2: checks.ctxroot: is "loud", want on, off, error, warning, note`},
	{"exclude: gen\n", `:1: exclude: is "gen", want a list`},
	{"exclude:\n  - /gen\n", `:2: exclude[0]: "/gen": want a path relative to the configuration, with slashes`},
	{"exclude:\n  - ./gen\n", `:2: exclude[0]: "./gen": want a path relative`},
	{"exclude:\n  - a\n  - {checks: [ctxroot]}\n", ":3: exclude[1]: key path is missing"},
	{"exclude:\n  - {path: a, check: [ctxroot]}\n", ":2: exclude[0].check: unknown key"},
	{"exclude:\n  - {path: a, checks: ctxroot}\n", `:2: exclude[0].checks: is "ctxroot", want a list`},
	{"exclude: [1]\n", `:1: exclude[0]: is "1", want a mapping`},
	{"baseline: /tmp/b.json\n", `:1: baseline: "/tmp/b.json": want a name relative to the configuration`},
	{"baseline: [a]\n", ":1: baseline: is a list, want a text"},
	{"api: [a]\n", ":1: api: is a list, want a mapping"},
	{"api:\n  calls: [example.com/a.F]\n", ":2: api.calls: unknown key"},
	{"api:\n  sleep: example.com/a.F\n", `:2: api.sleep: is "example.com/a.F", want a list`},
	{"api:\n  sleep:\n    - F\n", `:3: api.sleep[0]: "F": want path.Func`},
	{"api:\n  sleep:\n    - (*example.com/a.T)F\n", `:3: api.sleep[0]: "(*example.com/a.T)F": want path.Func`},
	{"api:\n  sleep:\n    - a b.F\n", `:3: api.sleep[0]: "a b.F": want neither blanks nor semicolons`},
	{"api:\n  sleep:\n    - {ctx: 1}\n", ":3: api.sleep[0]: key func is missing"},
	{"api:\n  sleep:\n    - func: example.com/a.F\n      duration: 1\n", ":4: api.sleep[0].duration: unknown key"},
	{"api:\n  sleep:\n    - func: example.com/a.F\n      ctx: -1\n", `:4: api.sleep[0].ctx: is "-1", want a number from 0 up`},
	{"api:\n  sleep: [{func: example.com/a.F, ctx: first}]\n", `:2: api.sleep[0].ctx: is "first", want a number from 0 up`},
	{"api:\n  outgoing: [{func: example.com/a.F, stream: 1}]\n", `:2: api.outgoing[0].stream: is "1", want true or false`},
	{"api:\n  outgoing: [{func: example.com/a.F, kind: a-b}]\n", `:2: api.outgoing[0]: kind=a-b: want a word`},
	{"api:\n  outgoing: [{func: example.com/a.F, timeout: soon}]\n", `:2: api.outgoing[0]: timeout=soon: want a time such as 30s`},
	{"api:\n  derive: [{func: example.com/a.F, adds: time}]\n", `:2: api.derive[0].adds: is "time", want a list`},
	{"api:\n  derive: [{func: example.com/a.F, adds: [time]}]\n", `:2: api.derive[0].adds[0]: is "time", want deadline, cancel, values`},
	{"api:\n  derive: [{func: example.com/a.F, adds: []}]\n", `:2: api.derive[0].adds: want at least one of deadline, cancel, values`},
	{"api:\n  spawn: [{func: example.com/a.F, joined: never}]\n", `:2: api.spawn[0].joined: is "never", want itself, wait, none`},
	{"api:\n  retry: [{func: example.com/a.F, use: with it}]\n", `:2: api.retry[0]: "use=with it": want neither blanks`},
	{"api:\n  variant: [example.com/a.F]\n", `:2: api.variant[0]: option sibling is missing`},
	{"api:\n  logger: [{func: example.com/a.F, kind: log}]\n", `:2: api.logger[0].kind: unknown key`},
	{"jobs: [{func: example.com/a.F, ctx: 0}]\n", `:1: jobs[0].ctx: unknown key`},
	{"jobs:\n  example.com/a.F: true\n", ":2: jobs: is a mapping, want a list"},
	{"timeout-headers: X-Left\n", `:1: timeout-headers: is "X-Left", want a list`},
	{"timeout-headers: [X Left]\n", `:1: timeout-headers[0]: "X Left": want neither blanks nor semicolons`},
}

// TestLoaderAndSchema holds the loader and the schema to the same files.
func TestLoaderAndSchema(t *testing.T) {
	schema := compile(t)
	for _, text := range valid {
		c, err := parse("f.yml", []byte(text))
		if err == nil {
			err = c.Check(checks())
		}
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if err := schema.Validate(instance(t, text)); err != nil {
			t.Errorf("%q: the schema rejects what the loader takes: %v", text, err)
		}
	}
	for _, test := range invalid {
		_, err := parse("f.yml", []byte(test.text))
		if err == nil || !strings.HasPrefix(err.Error(), "f.yml"+test.err) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %v, want f.yml%s", test.text, err, test.err)
		}
		if schema.Validate(instance(t, test.text)) == nil {
			t.Errorf("%q: the schema takes what the loader rejects", test.text)
		}
	}
}

// TestKeys holds the keys of the loader and the schema together: a key that is
// in one of them alone is an oversight.
func TestKeys(t *testing.T) {
	var schema struct {
		Properties map[string]struct{ Properties map[string]any }
	}
	if err := json.Unmarshal(Schema(checks()), &schema); err != nil {
		t.Fatal(err)
	}
	sections := Default().sections()
	for key := range sections {
		if _, ok := schema.Properties[key]; !ok {
			t.Errorf("the schema lacks %s", key)
		}
	}
	for key := range schema.Properties {
		if sections[key] == nil {
			t.Errorf("the loader lacks %s", key)
		}
	}
	for role := range roleOptions() {
		if _, ok := schema.Properties["api"].Properties[role]; !ok {
			t.Errorf("the schema lacks api.%s", role)
		}
	}
	for _, c := range analyzers.Categories() {
		if _, ok := schema.Properties["checks"].Properties[c.ID()]; !ok {
			t.Errorf("the schema lacks checks.%s", c.ID())
		}
	}
}

// TestUnknownNames is about names that only the checks know.
func TestUnknownNames(t *testing.T) {
	schema := compile(t)
	for text, want := range map[string]string{
		"checks:\n  ctxroot: on\n  ctxrot: off\n":                    "f.yml:3: checks.ctxrot: unknown check or category",
		"checks:\n  ctxroot/halper: off\n":                           "f.yml:2: checks.ctxroot/halper: unknown check or category",
		"exclude:\n  - path: a\n    checks:\n      - ctxroot/nope\n": `f.yml:4: exclude[0].checks[0]: unknown check or category "ctxroot/nope"`,
	} {
		c, err := parse("f.yml", []byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if err := c.Check(checks()); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
		if schema.Validate(instance(t, text)) == nil {
			t.Errorf("%q: the schema takes an unknown name", text)
		}
	}
}

// TestSyntax is about what isn't YAML, or not in a form that we take.
func TestSyntax(t *testing.T) {
	for text, want := range map[string]string{
		"a: [\n":                         "f.yml:1: did not find expected node content",
		"preset: strict\n  tests: b\n":   "f.yml:2: mapping values are not allowed in this context",
		"preset: strict\npreset: a\n":    "f.yml:2: preset: is there twice",
		"preset: strict\n---\na: b\n":    "f.yml:2: there is a second document",
		"1: a\n":                         `f.yml:1: a key is "1", want a text`,
		"jobs: [*x]\n":                   "f.yml: unknown anchor 'x' referenced",
		"exclude: ['a[']\n":              `f.yml:1: exclude[0]: "a[" is no valid pattern`,
		"exclude:\n  - a\\b\n":           `f.yml:2: exclude[0]: "a\\b": want a path relative to the configuration, with slashes`,
		"api: {outgoing: [1]}\n":         `f.yml:1: api.outgoing[0]: is "1", want a mapping`,
		"api:\n  sleep:\n  - '(a.T).'\n": `f.yml:3: api.sleep[0]: "(a.T).": want path.Func, (path.Type).Name or (*path.Type).Name`,
	} {
		if _, err := parse("f.yml", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// TestSchemaIsCurrent fails if docs has another schema than what go generate
// makes.
func TestSchemaIsCurrent(t *testing.T) {
	got, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "ctxchain.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, Schema(checks())) {
		t.Error("docs/ctxchain.schema.json is out of date: run make generate")
	}
}

// TestTemplate reads the template, as it is and with everything in it that is
// commented out.
func TestTemplate(t *testing.T) {
	c, err := parse("f.yml", []byte(Template))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Checks)+len(c.Exclude)+len(c.Rows) > 0 || c.Preset != "default" || !c.Tests || c.Baseline != "" {
		t.Errorf("the template changes something: %+v", c)
	}
	whole := regexp.MustCompile(`(?m)^#( |\w+(-\w+)*:)`).ReplaceAllStringFunc(Template, func(s string) string {
		if s == "# " {
			return s
		}
		return s[1:]
	})
	whole = regexp.MustCompile(`(?m)^#(  )`).ReplaceAllString(whole, "$1")
	c, err = parse("f.yml", []byte(whole))
	if err != nil {
		t.Fatalf("%v in\n%s", err, whole)
	}
	if err := c.Check(checks()); err != nil {
		t.Error(err)
	}
	if err := compile(t).Validate(instance(t, whole)); err != nil {
		t.Error(err)
	}
	roles := make(map[string]bool)
	for _, r := range c.Rows {
		roles[strings.Fields(r.Text)[0]] = true
	}
	if want := len(roleOptions()) + 2; len(roles) != want {
		t.Errorf("the template shows %d roles, want %d", len(roles), want)
	}
	for key := range Default().sections() {
		if !regexp.MustCompile(`(?m)^#?` + key + ":").MatchString(Template) {
			t.Errorf("the template doesn't show %s", key)
		}
	}
}

// TestDocumentation reads the examples of docs/configuration.md, and wants all
// keys, roles and options to be told of there.
func TestDocumentation(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	examples := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(text, -1)
	if len(examples) < 2 {
		t.Errorf("%d examples", len(examples))
	}
	for _, m := range examples {
		c, err := parse("f.yml", []byte(m[1]))
		if err == nil {
			err = c.Check(checks())
		}
		if err != nil {
			t.Errorf("%v in\n%s", err, m[1])
		}
	}
	for key := range Default().sections() {
		if !strings.Contains(text, "\n| `"+key+"` |") {
			t.Errorf("no row for key %s", key)
		}
	}
	for role, options := range roleOptions() {
		row := regexp.MustCompile("(?m)^\\| `" + role + "` \\|.*$").FindString(text)
		for key := range options {
			if !strings.Contains(row, "`"+key) {
				t.Errorf("no option %s in the row for %s", key, role)
			}
		}
		if row == "" {
			t.Errorf("no row for role %s", role)
		}
	}
}

func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema(checks())))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// instance turns YAML into what a JSON decoder would give.
func instance(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	v, err = jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
