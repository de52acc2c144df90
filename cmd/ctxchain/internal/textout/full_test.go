package textout

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/source"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// sample writes lines of code to a file, and returns a report with a finding on
// each line that has a range between « and », which are left out.
func sample(t *testing.T, lines ...string) *present.Report {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.go")
	r := &present.Report{Dir: dir, Source: new(source.Files), Packages: 3, Checks: catalogue.Catalogue{}}
	var text []string
	for i, line := range lines {
		before, rest, ok := strings.Cut(line, "«")
		marked, after, _ := strings.Cut(rest, "»")
		if ok {
			at := func(col int) vetdrive.Position { return vetdrive.Position{File: file, Line: i + 1, Col: col} }
			r.Findings = append(r.Findings, present.Finding{Severity: "warning", Finding: vetdrive.Finding{
				Category: "root/call",
				Message:  "cut",
				Range:    vetdrive.Range{Start: at(len(before) + 1), End: at(len(before) + len(marked) + 1)},
			}})
		}
		text = append(text, before+marked+after)
	}
	if err := os.WriteFile(file, []byte(strings.Join(text, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return r
}

func full(t *testing.T, r *present.Report, style Style) string {
	t.Helper()
	var out strings.Builder
	if err := Full(&out, r, style); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestExcerpt wants the marks below the code that they are about, whatever
// characters stand there.
func TestExcerpt(t *testing.T) {
	for _, test := range []struct {
		name, line string
		width      int
		code, mark string // after the bar
	}{
		{"indented", "\t\tpay(«ctx», 1)", 80, " pay(ctx, 1)", "     ~~~"},
		{"spaces", "    «pay»()", 80, " pay()", " ~~~"},
		{"inner tab", "\ta\tpay(«ctx»)", 80, " a   pay(ctx)", "         ~~~"},
		{"tab in the mark", "«a\tb»", 80, " a   b", " ~~~~~"},
		{"wide", "log(\"値段\", «ctx»)", 80, " log(\"値段\", ctx)", "             ~~~"},
		{"wide in the mark", "«\"値段\"»", 80, " \"値段\"", " ~~~~~~"},
		{"combining", "log(\"e\u0301\u0302\", «ctx»)", 80, " log(\"e\u0301\u0302\", ctx)", "          ~~~"},
		{"emoji", "log(\"👩‍🚀\", «ctx»)", 80, " log(\"👩‍🚀\", ctx)", "           ~~~"},
		{"control characters", "log(\"\x1b[2J\", «ctx») // \u202e", 80, " log(\"\ufffd[2J\", ctx) // \ufffd", "             ~~~"},
		{"long after", "pay(«ctx», aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)", 40, " pay(ctx, aaaaaaaaaaaaaaaaaaaaa…", "     ~~~"},
		{"long before", "x = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa + pay(«ctx»)", 40, " …aa + pay(ctx)", "           ~~~"},
		{"wide before", "x = \"値値値値値値値値値値値値値値値値値\" + pay(«ctx»)", 40, " …\" + pay(ctx)", "          ~~~"},
		{"long mark", "x = pay(«aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa»)", 40, " x = pay(aaaaaaaaaaaaaaaaaaaaaa…", "         ~~~~~~~~~~~~~~~~~~~~~~~"},
	} {
		r := sample(t, test.line)
		lines := strings.Split(full(t, r, Style{Width: test.width, Quiet: true}), "\n")
		if len(lines) < 4 {
			t.Fatalf("%s: %q", test.name, lines)
		}
		_, code, _ := strings.Cut(lines[2], "│")
		_, mark, _ := strings.Cut(lines[3], "│")
		if code != test.code || mark != test.mark {
			t.Errorf("%s:\ngot  %q\n     %q\nwant %q\n     %q", test.name, code, mark, test.code, test.mark)
		}
		for _, line := range lines {
			if w := width(line); w > test.width {
				t.Errorf("%s: %d columns: %s", test.name, w, line)
			}
		}
	}
}

// TestFull has everything that there is to a finding.
func TestFull(t *testing.T) {
	r := sample(t, "package a", "", "func f() {", "\tpay(«context.Background()»)", "}")
	first := r.Findings[0]
	offset := strings.Index(string(r.Source.Content(first.Start.File)), "context.Background")
	first.Severity = "error"
	first.Chain = []present.Hop{
		{Name: "POST /orders", Role: present.Entry},
		{Name: "gateway.Gateway.order", Role: present.Through},
		{Name: "checkout.Service.Place", Role: present.Cut},
		{Name: "checkout.Partner.Call", Role: present.Behind},
		{Name: "http.Client.Do", Role: present.Outgoing},
	}
	first.Related = []vetdrive.Related{{
		Range:   vetdrive.Range{Start: vetdrive.Position{File: filepath.Join(r.Dir, "sub", "b.go"), Line: 7, Col: 2}},
		Message: "f is called here, by a function with a name that doesn't fit",
	}}
	first.Fixes = []vetdrive.Fix{{Message: "Use ctx", Edits: []vetdrive.Edit{
		{File: first.Start.File, Start: offset, End: offset + len("context.Background()"), New: "ctx"},
		{File: first.Start.File, Start: strings.Index("package a\n\nfunc f(", "(") + 1, End: strings.Index("package a\n\nfunc f(", "(") + 1, New: "ctx context.Context"},
	}}}
	first.Reason = "reached from POST /orders"
	noCode := present.Finding{Severity: "odd", Finding: vetdrive.Finding{Category: "wait/sleep", Message: "sleeps\nlong"}}
	noCode.Start = vetdrive.Position{File: "/nosuch/b.go", Line: 3}
	suppressed := first
	suppressed.Suppressed = "known"
	r.Findings = []present.Finding{first, suppressed, noCode}

	want := `a.go
  4:6 error cut (root/call)
     4 │ pay(context.Background())
       │     ~~~~~~~~~~~~~~~~~~~~
        chain POST /orders → gateway.Gateway.order
              → checkout.Service.Place ✂
              → checkout.Partner.Call → http.Client.Do
        see   sub/b.go:7:2: f is called here, by a
              function with a name that doesn't fit
        risk  reached from POST /orders
        fix   Use ctx
        - func f() {
        + func f(ctx context.Context) {
        -     pay(context.Background())
        +     pay(ctx)

/nosuch/b.go
  3 odd sleeps long (wait/sleep)

2 findings in 2 files (and 1 suppressed): 1 root/call, 1
wait/sleep; ctxchain fix repairs 1
`
	if got := full(t, r, Style{Width: 58, Fixer: true}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	ascii := strings.NewReplacer("│", "|", "→", "->", "✂", "-X-").Replace(want)
	if got := full(t, r, Style{Width: 60, Fixer: true, ASCII: true}); strings.ContainsFunc(got, func(c rune) bool { return c > 0x7f }) || !strings.Contains(got, "checkout.Service.Place -X-\n") {
		t.Errorf("got\n%swant something like\n%s", got, ascii)
	}

	// Colour changes nothing but colour.
	coloured := full(t, r, Style{Width: 58, Fixer: true, Color: true})
	if plain := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(coloured, ""); plain != want || plain == coloured {
		t.Errorf("without colour, got\n%swant\n%s", plain, want)
	}
}

func TestSummary(t *testing.T) {
	r := sample(t, "«a»", "«b»")
	for _, test := range []struct {
		change func()
		want   string
	}{
		{func() {}, "2 findings in 1 file: 2 root/call"},
		{func() { r.Findings[0].Category = "wait/sleep" }, "2 findings in 1 file: 1 root/call, 1 wait/sleep"},
		{func() { r.Findings[0].Suppressed = "known" }, "1 finding in 1 file (and 1 suppressed): 1 root/call"},
		{func() { r.Findings = r.Findings[:1] }, "no findings in 3 packages (and 1 suppressed)"},
		{func() { r.Findings, r.Packages = nil, 1 }, "no findings in 1 package"},
	} {
		test.change()
		if got := Summary(r); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// TestLongFix cuts a diff that would fill the screen.
func TestLongFix(t *testing.T) {
	r := sample(t, "«a»", "b")
	r.Findings[0].Fixes = []vetdrive.Fix{{Message: "Grow", Edits: []vetdrive.Edit{{File: r.Findings[0].Start.File, New: strings.Repeat("line\n", 20)}}}}
	got := full(t, r, Style{Width: 80, Quiet: true})
	if n := strings.Count(got, "+ line\n"); n != maxDiff || !strings.Contains(got, "\n          8 lines more\n") {
		t.Errorf("%d lines of the diff:\n%s", n, got)
	}
	// Edits that don't fit the file show no diff.
	r.Findings[0].Fixes[0].Edits[0].End = 1000
	if got := full(t, r, Style{Width: 80, Quiet: true}); strings.Contains(got, "+ ") || !strings.Contains(got, "fix   Grow\n") {
		t.Errorf("with edits for another file:\n%s", got)
	}
}

func TestFullError(t *testing.T) {
	if err := Full(fullDisk{}, sample(t, "«a»"), Style{}); err == nil {
		t.Error("no error from a full disk")
	}
}
