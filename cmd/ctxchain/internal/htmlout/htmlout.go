// Package htmlout writes a report as one HTML page that needs nothing else: it
// can be kept as a build's artifact, or sent by mail.
package htmlout

import (
	_ "embed"
	"html/template"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/textout"
)

//go:embed page.html
var pageText string

// around is how many lines are shown before and after a finding's.
const around = 4

// page is what the template shows.
type page struct {
	Version    string
	Summary    string
	Complete   bool
	Problems   []string
	Findings   []finding
	Severities []string // of the findings, the worst first
	Checks     []string
	Packages   []string
}

type finding struct {
	*present.Finding
	ID      string
	Check   string
	Summary string // of the category
	URL     string
	Plain   string // the package's path
	File    string
	Code    []line
	Picture template.HTML
	Places  []place // related information
	Fix     string
}

// A line is one of the source. If the finding is on it, it has three parts.
type line struct {
	Number              int
	Before, Mark, After string
	Here                bool
}

type place struct {
	File    string
	Line    int
	Message string
}

// Write writes the page.
func Write(w io.Writer, r *present.Report) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	p := page{
		Version:  r.Version,
		Summary:  textout.Summary(r),
		Complete: r.Complete,
		Problems: r.Problems,
	}
	severities, checks, packages := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, f := range r.Counted() {
		x := newFinding(r, f)
		severities[f.Severity], checks[f.Category], checks[x.Check], packages[x.Plain] = true, true, true, true
		p.Findings = append(p.Findings, x)
	}
	for _, s := range []string{"error", "warning", "note"} {
		if severities[s] {
			p.Severities = append(p.Severities, s)
		}
	}
	p.Checks = slices.Sorted(maps.Keys(checks))
	p.Packages = slices.Sorted(maps.Keys(packages))
	return t.Execute(w, p)
}

func newFinding(r *present.Report, f *present.Finding) finding {
	cat := r.Category(f)
	plain, _, _ := strings.Cut(f.Package, " ")
	x := finding{
		Finding: f,
		ID:      "f" + f.Key,
		Check:   cat.Check,
		Summary: cat.Summary,
		URL:     cat.URL,
		Plain:   plain,
		File:    filepath.ToSlash(r.Name(f.Start.File)),
		Code:    code(r, f),
		Picture: picture(r, f.Chain),
	}
	for _, rel := range f.Related {
		x.Places = append(x.Places, place{filepath.ToSlash(r.Name(rel.Start.File)), rel.Start.Line, rel.Message})
	}
	if len(f.Fixes) > 0 {
		x.Fix = f.Fixes[0].Message
	}
	return x
}

// code returns the lines around a finding.
func code(r *present.Report, f *present.Finding) []line {
	var lines []line
	last := max(f.End.Line, f.Start.Line)
	for n := f.Start.Line - around; n <= last+around; n++ {
		text, ok := r.Source.Line(f.Start.File, n)
		if !ok {
			continue
		}
		l := line{Number: n, Before: text, Here: f.Start.Line <= n && n <= last}
		if l.Here {
			from, to := 0, len(text)
			if n == f.Start.Line {
				from = min(max(f.Start.Col-1, 0), len(text))
			}
			if n == f.End.Line && f.End.Col > 0 {
				to = min(max(f.End.Col-1, from), len(text))
			}
			l.Before, l.Mark, l.After = text[:from], text[from:to], text[to:]
		}
		lines = append(lines, l)
	}
	return lines
}
