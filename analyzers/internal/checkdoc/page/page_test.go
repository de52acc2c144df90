package page

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/directive"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
)

func fake() *analysis.Analyzer {
	check := report.NewCheck("ctxfake",
		report.Category{Name: "loud", Default: true, Severity: report.Error, Summary: "a loud thing", Fix: "turn it down"},
		report.Category{Name: "quiet", Severity: report.Note, Summary: "this | or that"},
	)
	a := &analysis.Analyzer{Name: "ctxfake", Doc: `find things in a_b

A thing is bad, see [context.Context]:

	go f(*p) // <- here

# ctxfake/loud

It is loud.

# Not reported

  - This.
  - And that.`}
	check.Register(&a.Flags)
	a.Flags.String("extra", "x", "something more")
	return a
}

const fakePage = `<!-- Written by go generate ./analyzers from the check's doc.go, categories and flags. DO NOT EDIT. -->

# ctxfake

Find things in a\_b.

A thing is bad, see [context.Context](https://pkg.go.dev/context#Context):

§§§go
go f(*p) // <- here
§§§

## ctxfake/loud

It is loud.

## Not reported

  - This.
  - And that.

## Categories

| category | default | severity | suggested fix | what is found |
|---|---|---|---|---|
| [ctxfake/loud](#ctxfakeloud) | on | error | turn it down | a loud thing |
| [ctxfake/quiet](#ctxfakequiet) | off | note | none | this \| or that |

## ctxfake/quiet

This | or that.

## Suppressing

§//ctxchain:ignore ctxfake/loud reason§ on or above the line, or on a declaration, keeps a finding from being
reported. [ctxchain](ctxchain.md) has the other ways to tell that code is right as it is.

## Flags

| flag | default | meaning |
|---|---|---|
| §-ctxfake.extra§ | §x§ | something more |
| §-ctxfake.loud§ | §true§ | a loud thing |
| §-ctxfake.nolint§ | §true§ | honor //nolint comments |
| §-ctxfake.preset§ | §default§ | which categories are on: default, or strict for all |
| §-ctxfake.quiet§ | §false§ | this \| or that (off in the default preset) |
`

const oldReadme = "# Checks\n\n" + begin + "\nold\n" + end + "\n\nThe rest.\n"

const fakeTable = "# Checks\n\n" + begin + `

| check | what it does | on by default | opt-in |
|---|---|---|---|
| [ctxfake](ctxfake.md) | find things in a_b | [loud](ctxfake.md#ctxfakeloud) | [quiet](ctxfake.md#ctxfakequiet) |

` + end + "\n\nThe rest.\n"

func TestFiles(t *testing.T) {
	files, err := Files([]*analysis.Analyzer{fake()}, oldReadme)
	if err != nil {
		t.Fatal(err)
	}
	want := []File{{"ctxfake.md", strings.ReplaceAll(fakePage, "§", "`")}, {"README.md", fakeTable}}
	if len(files) != len(want) {
		t.Fatalf("got %d files, want %d", len(files), len(want))
	}
	for i, f := range files {
		if f != want[i] {
			t.Errorf("got %s:\n%s\nwant %s:\n%s", f.Name, f.Content, want[i].Name, want[i].Content)
		}
	}
}

func TestFilesErrors(t *testing.T) {
	undocumented := fake()
	undocumented.Doc = ""
	tests := []struct {
		name   string
		check  *analysis.Analyzer
		readme string
		want   string
	}{
		{"no documentation", undocumented, oldReadme, "ctxfake has no categories or no documentation"},
		{"not a check", &analysis.Analyzer{Name: "other", Doc: "other"}, oldReadme, "other has no categories or no documentation"},
		{"no begin", fake(), "# Checks\n" + end, "README.md lacks"},
		{"no end", fake(), end + begin, "README.md lacks"},
	}
	for _, test := range tests {
		_, err := Files([]*analysis.Analyzer{test.check}, test.readme)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one with %q", test.name, err, test.want)
		}
	}
}

// TestAnchors looks for the headings to which diagnostics refer.
func TestAnchors(t *testing.T) {
	check := fake()
	checks := []*analysis.Analyzer{check, directive.New(check)}
	files, err := Files(checks, oldReadme)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range checks {
		var anchors []string
		for _, h := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(files[i].Content, -1) {
			anchors = append(anchors, anchor(h[1]))
		}
		for _, c := range report.Of(a).Categories() {
			page, want, _ := strings.Cut(report.URL(c.ID()), "#")
			if !strings.HasSuffix(page, "/docs/checks/"+files[i].Name) {
				t.Errorf("%s is on %s, not on %s", c.ID(), page, files[i].Name)
			}
			anchors = slices.DeleteFunc(anchors, func(a string) bool {
				found := a == want
				if found {
					want = ""
				}
				return found
			})
			if want != "" {
				t.Errorf("%s: no heading %s", files[i].Name, want)
			}
		}
		if slices.Contains(anchors, "") {
			t.Errorf("%s has an empty heading", files[i].Name)
		}
	}
}

// anchor returns what GitHub makes of a heading: lower case, letters, digits,
// hyphens and underscores, and hyphens for blanks.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

func TestUpdate(t *testing.T) {
	dir := t.TempDir()
	checks := []*analysis.Analyzer{fake()}
	if _, err := Update(dir, checks, false); err == nil {
		t.Error("no error without a README.md")
	}
	write := func(name, content string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("README.md", oldReadme)
	write("ctxgone.md", "of a check that is no more")
	write("picture.svg", "not a page")

	steps := []struct {
		dry  bool
		want string
	}{
		{true, "ctxfake.md README.md ctxgone.md"},
		{true, "ctxfake.md README.md ctxgone.md"}, // the first has changed nothing
		{false, "ctxfake.md README.md ctxgone.md"},
		{true, ""},
		{false, ""},
	}
	for i, s := range steps {
		got, err := Update(dir, checks, s.dry)
		if err != nil || strings.Join(got, " ") != s.want {
			t.Errorf("step %d: got %q, %v, want %q", i, got, err, s.want)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); got != "README.md ctxfake.md picture.svg" {
		t.Errorf("the directory has %s", got)
	}
	checks[0].Doc += "\n\nMore."
	if got, err := Update(dir, checks, true); err != nil || strings.Join(got, " ") != "ctxfake.md" {
		t.Errorf("after a change of the documentation: got %q, %v", got, err)
	}
}
