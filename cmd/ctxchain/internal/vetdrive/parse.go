package vetdrive

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/ctxhover"
	"github.com/ctxchain/ctxchain/analyzers/ctxmap"
)

// The JSON of unitchecker: for each unit, analyzer by analyzer, a list of
// diagnostics or an error.
type (
	jsonTree map[string]map[string]json.RawMessage

	jsonError struct {
		Message string `json:"error"`
	}
	jsonDiagnostic struct {
		Category string `json:"category"`
		jsonRange
		Message string        `json:"message"`
		Fixes   []jsonFix     `json:"suggested_fixes"`
		Related []jsonRelated `json:"related"`
	}
	jsonRange struct {
		Posn string `json:"posn"`
		End  string `json:"end"`
	}
	jsonRelated struct {
		jsonRange
		Message string `json:"message"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		File  string `json:"filename"`
		Start int    `json:"start"`
		End   int    `json:"end"`
		New   string `json:"new"`
	}
)

// An output is what the vet tool said about the units of a run.
type output struct {
	units    int // that answered, with or without findings
	findings []Finding
	failures []Failure
	maps     []Map
	values   []Values
}

// parse reads the output of go vet -json, a sequence of JSON objects.
func parse(r io.Reader) (*output, error) {
	out := new(output)
	for dec := json.NewDecoder(r); ; {
		var tree jsonTree
		err := dec.Decode(&tree)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("unexpected output of go vet -json: %v", err)
		}
		out.units++
		for unit, results := range tree {
			for analyzer, raw := range results {
				if err := out.add(unit, analyzer, raw); err != nil {
					return nil, fmt.Errorf("unexpected output of go vet -json for %s: %v", unit, err)
				}
			}
		}
	}
	out.sort()
	return out, nil
}

// add takes in the result of one analyzer for one unit.
func (out *output) add(unit, analyzer string, raw json.RawMessage) error {
	if len(raw) > 0 && raw[0] == '{' {
		var e jsonError
		if err := json.Unmarshal(raw, &e); err != nil {
			return err
		}
		out.failures = append(out.failures, Failure{unit, analyzer, e.Message})
		return nil
	}
	var diagnostics []jsonDiagnostic
	if err := json.Unmarshal(raw, &diagnostics); err != nil {
		return err
	}
	for _, d := range diagnostics {
		switch d.Category {
		case ctxmap.Category:
			out.maps = append(out.maps, Map{unit, filepath.Dir(position(d.Posn).File), d.Message})
		case ctxhover.Category:
			out.values = append(out.values, Values{position(d.Posn).File, d.Message})
		default:
			out.findings = append(out.findings, d.finding(unit, analyzer))
		}
	}
	return nil
}

// sort puts the results into their order, and drops a finding that is there
// twice: overlapping patterns can bring a file in under two packages.
func (out *output) sort() {
	slices.SortFunc(out.findings, Compare)
	out.findings = slices.CompactFunc(out.findings, func(a, b Finding) bool {
		return a.Range == b.Range && a.Category == b.Category && a.Message == b.Message
	})
	slices.SortFunc(out.failures, compareFailures)
	slices.SortFunc(out.values, func(a, b Values) int { return strings.Compare(a.File, b.File) })
	slices.SortFunc(out.maps, func(a, b Map) int { return strings.Compare(a.Package, b.Package) })
}

// finding converts a diagnostic of the named analyzer.
func (d *jsonDiagnostic) finding(unit, analyzer string) Finding {
	f := Finding{
		Package:  unit,
		Category: category(analyzer, d.Category),
		Message:  d.Message,
		Range:    d.convert(),
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, Related{Range: r.convert(), Message: r.Message})
	}
	for _, x := range d.Fixes {
		fix := Fix{Message: x.Message}
		for _, e := range x.Edits {
			fix.Edits = append(fix.Edits, Edit(e))
		}
		f.Fixes = append(f.Fixes, fix)
	}
	return f
}

// category returns the full name of a category: checks give it in full, other
// analyzers give a word or nothing.
func category(analyzer, name string) string {
	switch {
	case name == "":
		return analyzer
	case strings.Contains(name, "/"):
		return name
	}
	return analyzer + "/" + name
}

func (r jsonRange) convert() Range {
	start, end := position(r.Posn), position(r.End)
	if end.File != start.File || end.Line < start.Line || end.Line == start.Line && end.Col < start.Col {
		end = start // none given, or a //line directive lies between the two
	}
	return Range{start, end}
}

// position reads "file:line:col", "file:line" or "file", as token.Position
// writes it; "-" stands for none. The file may hold colons itself.
func position(s string) Position {
	if s == "-" {
		return Position{}
	}
	file, last, ok := cutNumber(s)
	if !ok {
		return Position{File: s}
	}
	if file, line, ok := cutNumber(file); ok {
		return Position{file, line, last}
	}
	return Position{File: file, Line: last}
}

// cutNumber splits "text:number".
func cutNumber(s string) (text string, number int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	number, err := strconv.Atoi(s[i+1:])
	if err != nil {
		return s, 0, false
	}
	return s[:i], number, true
}
