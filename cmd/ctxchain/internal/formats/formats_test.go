package formats

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/source"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

var update = flag.Bool("update", false, "write the golden files")

// code is the file that the findings of the tests are in. Before the second
// range stand characters of two and four bytes, one and two UTF-16 units.
const code = `package shop

func Place() {
	pay(context.Background(), "it's <cheap> & good")
	log("é𝄞", context.TODO())
}
`

// sample returns a report with a finding of each severity, one of them
// suppressed, in a repository whose working directory is cmd.
func sample(t *testing.T) *present.Report {
	t.Helper()
	root := t.TempDir()
	file := filepath.Join(root, "cmd", "a b.go")
	if err := os.Mkdir(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(code), 0o666); err != nil {
		t.Fatal(err)
	}
	at := func(line, from, to int) vetdrive.Range {
		return vetdrive.Range{Start: vetdrive.Position{File: file, Line: line, Col: from}, End: vetdrive.Position{File: file, Line: line, Col: to}}
	}
	start := strings.Index(code, "context.TODO()")
	r := &present.Report{
		Version:  "v1.2.3",
		Dir:      filepath.Dir(file),
		Root:     root,
		Checks:   checks,
		Packages: 2,
		Complete: true,
		Source:   new(source.Files),
		Findings: []present.Finding{
			{Severity: "error", Finding: vetdrive.Finding{
				Package:  "example.com/shop",
				Category: "root/call",
				Message:  "context.Background <drops> the deadline: 100%, \"really\"",
				Range:    at(4, 6, 26),
				Related:  []vetdrive.Related{{Range: vetdrive.Range{Start: vetdrive.Position{File: file, Line: 3, Col: 1}}, Message: "called here"}},
			}, Chain: []present.Hop{
				{Name: "POST /orders", Role: present.Entry},
				{Name: "shop.Place", At: vetdrive.Position{File: file, Line: 4, Col: 6}, Role: present.Cut},
				{Name: "http.Client.Do", Role: present.Outgoing},
			}, Reason: "reached from POST /orders"},
			{Severity: "warning", Finding: vetdrive.Finding{
				Package:  "example.com/shop",
				Category: "root/todo",
				Message:  "a TODO",
				Range:    at(5, 16, 30),
				Fixes:    []vetdrive.Fix{{Message: "Use ctx", Edits: []vetdrive.Edit{{File: file, Start: start, End: start + len("context.TODO()"), New: "ctx"}}}},
			}},
			{Severity: "note", Suppressed: "in the baseline", Finding: vetdrive.Finding{
				Package:  "example.com/other",
				Category: "wait/sleep",
				Message:  "sleeps",
				Range:    vetdrive.Range{Start: vetdrive.Position{File: "/elsewhere/x.go", Line: 7}},
			}},
			{Severity: "note", Finding: vetdrive.Finding{Package: "example.com/other", Category: "wait/sleep", Message: "nowhere"}},
		},
	}
	present.Keys(r.Findings, r.Source)
	return r
}

var checks = catalogue.Catalogue{
	{
		Name: "root", Summary: "find fresh roots", URL: "https://example.com/root",
		Doc: "find fresh roots\n\nMore about it.\n\n# root/call\n\nA root in a call:\n\n\tpay(context.Background())\n\nRight is ctx.",
		Categories: []catalogue.Category{
			{Check: "root", Name: "call", Default: true, Severity: "error", Summary: "a root in a call", URL: "https://example.com/root#call"},
			{Check: "root", Name: "todo", Default: true, Severity: "warning", Summary: "a TODO in a call", Fix: "uses ctx"},
		},
	},
	{Name: "wait", Summary: "find sleeps", Doc: "find sleeps", Categories: []catalogue.Category{{Check: "wait", Name: "sleep", Severity: "note", Summary: "a sleep"}}},
}

// TestFormats compares each format with a golden file. Findings and messages
// that those of other tools would trip over are among what is written.
func TestFormats(t *testing.T) {
	for _, name := range Names() {
		if name == "html" {
			continue // see package htmlout
		}
		for _, state := range []string{"findings", "clean", "broken"} {
			t.Run(name+"/"+state, func(t *testing.T) {
				r := sample(t)
				switch state {
				case "clean":
					r.Findings = nil
				case "broken":
					r.Findings = r.Findings[:0]
					r.Complete = false
					r.Problems = []string{"# example.com/shop\na.go:1:1: syntax <error>", "not all packages could be analyzed"}
				}
				var out bytes.Buffer
				if err := Lookup(name)(&out, r); err != nil {
					t.Fatal(err)
				}
				wellFormed(t, name, out.Bytes())
				golden(t, name+"_"+state, out.Bytes())
			})
		}
	}
}

// wellFormed parses what was written.
func wellFormed(t *testing.T, name string, data []byte) {
	t.Helper()
	switch name {
	case "json", "sarif", "codeclimate":
		var v any
		if err := json.Unmarshal(data, &v); err != nil {
			t.Error(err)
		}
	case "junit", "checkstyle":
		for dec := xml.NewDecoder(bytes.NewReader(data)); ; {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s\nto update: go test -update", got, want)
	}
}

func TestLookup(t *testing.T) {
	if Lookup("nosuch") != nil {
		t.Error("there's a format nosuch")
	}
	for _, name := range Names() {
		if Lookup(name) == nil {
			t.Errorf("format %s isn't there", name)
		}
	}
}

// A full is a file on a disk with no space left.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	for _, name := range Names() {
		if err := Lookup(name)(full{}, sample(t)); !errors.Is(err, errFull) {
			t.Errorf("%s: error %v, want %v", name, err, errFull)
		}
	}
}
