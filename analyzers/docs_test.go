package analyzers

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/directive"
	"github.com/ctxchain/ctxchain/analyzers/internal/checkdoc/page"
	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
)

// TestDocs makes sure that docs/checks says what the checks do.
func TestDocs(t *testing.T) {
	stale, err := page.Update(filepath.Join("..", "docs", "checks"), New(), true)
	if err != nil {
		t.Fatal(err)
	}
	if len(stale) > 0 {
		t.Errorf("docs/checks: %s out of date; run go generate ./analyzers", strings.Join(stale, ", "))
	}
}

// TestSuite checks what drivers and documentation take for granted.
func TestSuite(t *testing.T) {
	checks := New()
	if err := analysis.Validate(checks); err != nil {
		t.Error(err)
	}
	for _, a := range checks {
		check := report.Of(a)
		if check == nil || check.Name() != a.Name {
			t.Errorf("%s: its flags are those of %+v", a.Name, check)
			continue
		}
		if a.URL != report.PageURL(a.Name) {
			t.Errorf("%s: address is %q", a.Name, a.URL)
		}
		for _, c := range check.Categories() {
			if !slices.Contains(report.Order(), c.ID()) {
				t.Errorf("%s has no place in the order", c.ID())
			}
			if c.Summary == "" || c.Default == (c.Severity == report.Note) {
				t.Errorf("%s: summary %q, default %v, severity %q", c.ID(), c.Summary, c.Default, c.Severity)
			}
		}
	}
}

// TestDirective makes sure that the directive pass knows of all checks, for
// drivers that take its variable.
func TestDirective(t *testing.T) {
	var want, got []string
	for _, a := range New() {
		if a.Name != directives.Name {
			want = append(want, a.Name)
		}
	}
	for _, a := range directive.Analyzer.Requires {
		if a != directives.Analyzer {
			got = append(got, a.Name)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("it requires %q, want %q", got, want)
	}
}
