package vetdrive

import "testing"

func TestMatchedByDots(t *testing.T) {
	for file, want := range map[string]bool{
		"/m/sub/a.go":               true,
		"/m/sub/dir/b/a.go":         true,
		"/m/sub/my.pkg/a_test.go":   true,
		"/m/a.go":                   false,
		"/m/subway/a.go":            false,
		"/m/sub/testdata/x/a.go":    false,
		"/m/sub/x/_gen/a.go":        false,
		"/m/sub/.hidden/a.go":       false,
		"/m/sub/vendor/dep/dep.go":  false,
		"relative.go":               false,
		"":                          false,
		"/usr/local/go/src/io/a.go": false,
	} {
		if got := matchedByDots("/m/sub", file); got != want {
			t.Errorf("%s: got %t, want %t", file, got, want)
		}
	}
}

func TestWantsAll(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	inside := Finding{Range: Range{Start: Position{File: dir + "/a/a.go", Line: 1}}}
	outside := Finding{Range: Range{Start: Position{File: dir + "/../b/b.go", Line: 1}}}
	for _, test := range []struct {
		patterns []string
		findings []Finding
		want     bool
	}{
		{[]string{"./..."}, []Finding{inside}, true},
		{[]string{"./..."}, []Finding{inside, outside}, false},
		{[]string{"./a"}, []Finding{inside}, false}, // may be, may not be
		{[]string{"./...", "./a"}, []Finding{inside}, false},
		{[]string{"./a"}, nil, true},
	} {
		req := &Request{Patterns: test.patterns}
		if got := req.wantsAll(&Report{Findings: test.findings}); got != test.want {
			t.Errorf("%q, %d findings: got %t, want %t", test.patterns, len(test.findings), got, test.want)
		}
	}
}
