// Package page writes the documentation of checks in docs/checks: a page for
// each, from its Analyzer.Doc, categories and flags, and the table in README.md.
package page

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/doc/comment"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
)

const (
	readme = "README.md"
	begin  = "<!-- BEGIN checks: written by go generate ./analyzers -->"
	end    = "<!-- END checks -->"
	mark   = "<!-- Written by go generate ./analyzers from the check's doc.go, categories and flags. DO NOT EDIT. -->"
)

// A File is a file of docs/checks.
type File struct {
	Name    string
	Content string
}

// Files returns what docs/checks has to hold for the checks, given the README.md
// that is there now: of that, only what stands between its two marks changes.
// It is an error if a check isn't documented, or the marks are missing.
func Files(checks []*analysis.Analyzer, oldReadme string) ([]File, error) {
	var files []File
	for _, a := range checks {
		if report.Of(a) == nil || a.Doc == "" {
			return nil, fmt.Errorf("%s has no categories or no documentation", a.Name)
		}
		files = append(files, File{a.Name + ".md", render(a)})
	}
	before, rest, ok := strings.Cut(oldReadme, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return nil, fmt.Errorf("%s lacks %q or, after it, %q", readme, begin, end)
	}
	files = append(files, File{readme, before + begin + "\n" + table(checks) + end + after})
	return files, nil
}

// Update makes dir hold what Files returns: it writes what differs and removes
// pages of checks that are no more. It returns the names of the files that were
// not as they had to be; with dry, it changes nothing.
func Update(dir string, checks []*analysis.Analyzer, dry bool) ([]string, error) {
	old, err := os.ReadFile(filepath.Join(dir, readme))
	if err != nil {
		return nil, err
	}
	files, err := Files(checks, string(old))
	if err != nil {
		return nil, err
	}
	var stale []string
	for _, f := range files {
		file := filepath.Join(dir, f.Name)
		is, err := os.ReadFile(file)
		switch {
		case err == nil && string(is) == f.Content:
			continue
		case err != nil && !errors.Is(err, os.ErrNotExist):
			return nil, err
		}
		stale = append(stale, f.Name)
		if !dry {
			if err := os.WriteFile(file, []byte(f.Content), 0o644); err != nil {
				return nil, err
			}
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		isPage := func(f File) bool { return f.Name == e.Name() }
		if filepath.Ext(e.Name()) != ".md" || slices.ContainsFunc(files, isPage) {
			continue
		}
		stale = append(stale, e.Name())
		if !dry {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return nil, err
			}
		}
	}
	return stale, nil
}

// render returns the page of a check.
func render(a *analysis.Analyzer) string {
	var w strings.Builder
	check := report.Of(a)
	body, headings := markdown(a.Doc)
	fmt.Fprintf(&w, "%s\n\n# %s\n\n%s\n", mark, a.Name, body)

	w.WriteString("## Categories\n\n| category | default | severity | suggested fix | what is found |\n|---|---|---|---|---|\n")
	for _, c := range check.Categories() {
		fmt.Fprintf(&w, "| %s | %s | %s | %s | %s |\n", link("", c), onOff(c.Default), c.Severity, cell(cmp.Or(c.Fix, "none")), cell(c.Summary))
	}
	for _, c := range check.Categories() {
		// Diagnostics refer to this heading; the documentation may have more to
		// say under one of its own.
		if !slices.Contains(headings, c.ID()) {
			fmt.Fprintf(&w, "\n## %s\n\n%s\n", c.ID(), sentence(c.Summary))
		}
	}

	if a.Name != directives.Name {
		first := check.Categories()[0].ID()
		fmt.Fprintf(&w, "\n## Suppressing\n\n`//ctxchain:ignore %s reason` on or above the line, or on a declaration, keeps a finding from being\n"+
			"reported. [%s](%s.md) has the other ways to tell that code is right as it is.\n", first, directives.Name, directives.Name)
	}

	w.WriteString("\n## Flags\n\n| flag | default | meaning |\n|---|---|---|\n")
	a.Flags.VisitAll(func(f *flag.Flag) {
		value := f.DefValue
		if c, ok := check.Category(f.Name); ok {
			value = fmt.Sprint(c.Default)
		}
		fmt.Fprintf(&w, "| `-%s.%s` | `%s` | %s |\n", a.Name, f.Name, value, cell(f.Usage))
	})
	return w.String()
}

// table returns the table of all checks for README.md.
func table(checks []*analysis.Analyzer) string {
	var w strings.Builder
	w.WriteString("\n| check | what it does | on by default | opt-in |\n|---|---|---|---|\n")
	for _, a := range checks {
		var on, off []string
		for _, c := range report.Of(a).Categories() {
			if c.Default {
				on = append(on, link(a.Name+".md", c))
			} else {
				off = append(off, link(a.Name+".md", c))
			}
		}
		summary, _, _ := strings.Cut(a.Doc, "\n\n")
		fmt.Fprintf(&w, "| [%s](%s.md) | %s | %s | %s |\n",
			a.Name, a.Name, cell(summary), strings.Join(on, ", "), strings.Join(off, ", "))
	}
	w.WriteString("\n")
	return w.String()
}

// link returns a link to a category on a page.
func link(page string, c report.Category) string {
	text := c.ID()
	if page != "" {
		text = c.Name
	}
	_, anchor, _ := strings.Cut(report.URL(c.ID()), "#")
	return fmt.Sprintf("[%s](%s#%s)", text, page, anchor)
}

// markdown renders the documentation of an analyzer, and returns the headings
// in it.
func markdown(text string) (body string, headings []string) {
	var parser comment.Parser
	summary, rest, _ := strings.Cut(text, "\n\n")
	doc := parser.Parse(sentence(summary) + "\n\n" + rest)
	printer := &comment.Printer{
		HeadingLevel:   2,
		HeadingID:      func(*comment.Heading) string { return "" }, // Markdown shows others as text
		DocLinkBaseURL: "https://pkg.go.dev",
	}
	var parts []string
	for _, block := range doc.Content {
		switch block := block.(type) {
		case *comment.Code:
			parts = append(parts, "```go\n"+block.Text+"```\n")
			continue
		case *comment.Heading:
			headings = append(headings, headingText(block))
		}
		parts = append(parts, string(printer.Markdown(&comment.Doc{Content: []comment.Block{block}, Links: doc.Links})))
	}
	return strings.Join(parts, "\n"), headings
}

func headingText(h *comment.Heading) string {
	var w strings.Builder
	for _, t := range h.Text {
		if p, ok := t.(comment.Plain); ok {
			w.WriteString(string(p))
		}
	}
	return w.String()
}

// sentence gives a phrase a capital and a full stop, as prose on a page has.
func sentence(phrase string) string {
	r, size := utf8.DecodeRuneInString(phrase)
	phrase = string(unicode.ToUpper(r)) + phrase[size:]
	if !strings.HasSuffix(phrase, ".") {
		phrase += "."
	}
	return phrase
}

// cell makes text fit into a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(text)
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
