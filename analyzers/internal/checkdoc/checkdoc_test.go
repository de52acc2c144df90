package checkdoc

import (
	"strings"
	"testing"
)

func TestDoc(t *testing.T) {
	const good = `// Package x has a check.
//
// # Analyzer ctxx
//
// ctxx: find x
//
// The rest.
//
//	code
//
// # Not reported
//
// That.
//
//go:build ignore
package x

// # Analyzer ctxy
`
	const want = "find x\n\nThe rest.\n\n\tcode\n\n# Not reported\n\nThat."
	tests := []struct{ name, content, analyzer, want string }{
		{"all of it", good, "ctxx", want},
		{"CRLF", strings.ReplaceAll(good, "\n", "\r\n"), "ctxx", want},
		{"another's name", good, "ctx", ""},
		{"outside the package comment", good, "ctxy", ""},
		{"no summary", strings.Replace(good, "ctxx: find x", "find x", 1), "ctxx", ""},
		{"an empty summary", "// # Analyzer ctxx\n//\n// ctxx:\npackage x\n", "ctxx", ""},
		{"no comment", "package x\n", "ctxx", ""},
		{"not Go", "text", "ctxx", ""},
		{"empty", "", "ctxx", ""},
	}
	for _, test := range tests {
		if got := Doc(test.content, test.analyzer); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
