package analyzers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest/probe"
)

// TestOddText analyzes files that are written in an odd way, whose fixes have
// to fit in.
func TestOddText(t *testing.T) {
	const code = "package odd\n\nimport \"context\"\n\nfunc f(ctx context.Context) { g(context.TODO()) }\n\nfunc g(ctx context.Context) { <-ctx.Done() }"
	tests := []struct{ name, text string }{
		{"no newline at the end", code},
		{"carriage returns", strings.ReplaceAll(code, "\n", "\r\n")},
		{"byte order mark", "\ufeff" + code},
		{"one line", strings.ReplaceAll(strings.ReplaceAll(code, "\n\n", ";"), "\n", "")},
		{"comments everywhere", strings.ReplaceAll(code, "(", "/*a*/(/*ü\nü*/")},
		{"wide characters", strings.ReplaceAll(code, "ctx", "コンテキスト")},
		{"old version", "//go:build go1.21\n\n" + code},
	}
	lab := newLab(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := lab.custom(test.text)
			if s == nil {
				t.Fatal("doesn't compile")
			}
			out, err := lab.run(s, s.text)
			if err != nil {
				t.Fatal(err)
			}
			var found []string
			for _, d := range out.Diagnostics {
				if d.Category != probe.Category {
					found = append(found, fmt.Sprintf("%s, %d fixes", d.Category, len(d.SuggestedFixes)))
				}
			}
			if want := []string{"ctxroot/inscope, 1 fixes"}; !slices.Equal(found, want) {
				t.Errorf("found %q, want %q", found, want)
			}
			if err := out.CheckFixes(lab.library); err != nil {
				t.Error(err)
			}
		})
	}
}
