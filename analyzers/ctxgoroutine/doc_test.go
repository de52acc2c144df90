package ctxgoroutine

import (
	"go/doc/comment"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxtest"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
)

// TestDocExamples makes sure that each category's section of the documentation
// has a wrong and a right form, which stand in the test data, that the wrong one
// is reported there and the right one isn't, and that it gives the messages.
func TestDocExamples(t *testing.T) {
	a := New()
	if err := a.Flags.Set("preset", "strict"); err != nil {
		t.Fatal(err)
	}
	results := analysistest.Run(t, ctxtest.TestData(t), a, "ctxgoroutinedoc/...")
	ctxtest.Covers(t, a, results)
	messages := make(map[string]string) // by category
	for _, r := range results {
		for _, d := range r.Action.Diagnostics {
			messages[d.Category] = d.Message
		}
	}

	wrong, right := example(t, "wrong"), example(t, "right")
	sections := sections(a.Doc)
	for _, c := range report.Of(a).Categories() {
		s := sections[c.ID()]
		if len(s.code) != 2 || !strings.Contains(wrong, s.code[0]) || !strings.Contains(right, s.code[1]) {
			t.Errorf("%s: want a form of package wrong and one of package right, not %q", c.ID(), s.code)
		}
		if m := messages[c.ID()]; m == "" || !strings.Contains(s.text, `"`+m+`"`) {
			t.Errorf("%s: message %q isn't documented", c.ID(), m)
		}
	}
}

// A section is what stands under a heading.
type section struct {
	text string   // of paragraphs, on one line
	code []string // blocks
}

// sections returns the sections of a documentation by their headings.
func sections(doc string) map[string]section {
	var parser comment.Parser
	var printer comment.Printer
	plain := func(block comment.Block) string {
		text := printer.Comment(&comment.Doc{Content: []comment.Block{block}})
		return strings.Join(strings.Fields(string(text)), " ")
	}
	all := make(map[string]section)
	name := ""
	for _, block := range parser.Parse(doc).Content {
		s := all[name]
		switch block := block.(type) {
		case *comment.Heading:
			name = strings.TrimPrefix(plain(block), "# ")
			continue
		case *comment.Code:
			s.code = append(s.code, block.Text)
		default:
			s.text += plain(block) + " "
		}
		all[name] = s
	}
	return all
}

// example returns a file of examples without its want comments.
func example(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(ctxtest.TestData(t), "src", "ctxgoroutinedoc", name, name+".go"))
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(` // want .*`).ReplaceAllString(string(data), "")
}
