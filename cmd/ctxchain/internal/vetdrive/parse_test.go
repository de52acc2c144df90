package vetdrive

import (
	"reflect"
	"strings"
	"testing"
)

const twoUnits = `{
	"example.com/b": {
		"toy": [
			{"category": "toy/find", "posn": "/m/b.go:7:3", "end": "/m/b.go:7:9", "message": "second",
			 "suggested_fixes": [{"message": "mend it", "edits": [{"filename": "/m/b.go", "start": 10, "end": 12, "new": "x"}]}],
			 "related": [{"posn": "/m/c.go:1:2", "end": "/m/c.go:1:4", "message": "see here"}]},
			{"posn": "/m/b.go:7:1", "end": "/m/b.go:7:1", "message": "first"}
		],
		"other": {"error": "out of order"}
	}
}
{}
{"example.com/a": {"toy": [{"category": "hint", "posn": "/m/a.go:2:5", "end": "/m/a.go:2:6", "message": "of a"}]}}
{"example.com/b": {"toy": [{"posn": "/m/b.go:7:1", "end": "/m/b.go:7:1", "message": "first"}]}}
`

func TestParse(t *testing.T) {
	got, err := parse(strings.NewReader(twoUnits))
	if err != nil {
		t.Fatal(err)
	}
	span := func(file string, line, from, to int) Range {
		return Range{Position{file, line, from}, Position{file, line, to}}
	}
	want := &output{
		units: 4,
		findings: []Finding{
			{Package: "example.com/a", Category: "toy/hint", Message: "of a", Range: span("/m/a.go", 2, 5, 6)},
			{Package: "example.com/b", Category: "toy", Message: "first", Range: span("/m/b.go", 7, 1, 1)},
			{
				Package: "example.com/b", Category: "toy/find", Message: "second", Range: span("/m/b.go", 7, 3, 9),
				Related: []Related{{span("/m/c.go", 1, 2, 4), "see here"}},
				Fixes:   []Fix{{"mend it", []Edit{{"/m/b.go", 10, 12, "x"}}}},
			},
		},
		failures: []Failure{{"example.com/b", "other", "out of order"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestParseErrors(t *testing.T) {
	for input, want := range map[string]string{
		`{"a": {`:                      "unexpected output of go vet -json: ",
		`no JSON`:                      "unexpected output of go vet -json: ",
		`{"a": {"toy": "text"}}`:       "unexpected output of go vet -json for a: ",
		`{"a": {"toy": [{"posn":1}]}}`: "unexpected output of go vet -json for a: ",
		`{"a": {"toy": {"error":1}}}`:  "unexpected output of go vet -json for a: ",
	} {
		if _, err := parse(strings.NewReader(input)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got error %v, want %s...", input, err, want)
		}
	}
}

func TestPosition(t *testing.T) {
	for _, test := range []struct {
		text string
		want Position
	}{
		{"/m/a.go:3:14", Position{"/m/a.go", 3, 14}},
		{"/m/a.go:3", Position{"/m/a.go", 3, 0}},
		{"/m/a.go", Position{"/m/a.go", 0, 0}},
		{"-", Position{}},
		{"", Position{}},
		{`C:\m\a.go:3:14`, Position{`C:\m\a.go`, 3, 14}},
		{"/m/odd:name.go:3:14", Position{"/m/odd:name.go", 3, 14}},
		{"/with space/a.go:1:1", Position{"/with space/a.go", 1, 1}},
	} {
		if got := position(test.text); got != test.want {
			t.Errorf("position(%q) = %+v, want %+v", test.text, got, test.want)
		}
	}
}

func TestRangeEnds(t *testing.T) {
	start := Position{"/a.go", 3, 4}
	for _, test := range []struct {
		end  string
		want Position
	}{
		{"/a.go:3:9", Position{"/a.go", 3, 9}},
		{"/a.go:5:1", Position{"/a.go", 5, 1}},
		{"", start},         // not given
		{"-", start},        // unknown
		{"/b.y:3:9", start}, // past a //line directive
		{"/a.go:2:1", start},
		{"/a.go:3:2", start},
	} {
		r := jsonRange{Posn: "/a.go:3:4", End: test.end}.convert()
		if r.Start != start || r.End != test.want {
			t.Errorf("end %q: got %+v, want end %+v", test.end, r, test.want)
		}
	}
}
