package formats

import (
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string       `xml:"name,attr"`
	Class   string       `xml:"classname,attr"`
	File    string       `xml:"file,attr,omitempty"`
	Line    int          `xml:"line,attr,omitempty"`
	Failure *junitResult `xml:"failure,omitempty"`
	Error   *junitResult `xml:"error,omitempty"`
}

type junitResult struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// JUnit writes a suite for each package, in which each finding is a test that
// failed. What couldn't be analyzed is a test with an error, and a clean run
// one that passed: a report without tests counts as a failure in many places.
func JUnit(w io.Writer, r *present.Report) error {
	out := junitSuites{Name: "ctxchain"}
	index := make(map[string]int)
	add := func(suite string, c junitCase) {
		i, ok := index[suite]
		if !ok {
			i = len(out.Suites)
			index[suite] = i
			out.Suites = append(out.Suites, junitSuite{Name: suite})
		}
		s := &out.Suites[i]
		s.Cases = append(s.Cases, c)
		s.Tests, out.Tests = s.Tests+1, out.Tests+1
		if c.Failure != nil {
			s.Failures, out.Failures = s.Failures+1, out.Failures+1
		}
		if c.Error != nil {
			s.Errors, out.Errors = s.Errors+1, out.Errors+1
		}
	}
	for _, f := range r.Counted() {
		file := filepath.ToSlash(r.Name(f.Start.File))
		place := fmt.Sprintf("%s:%d:%d", file, f.Start.Line, f.Start.Col)
		add(f.Package, junitCase{
			Name:  f.Category + " " + place,
			Class: f.Package,
			File:  file,
			Line:  f.Start.Line,
			Failure: &junitResult{
				Message: f.Message,
				Type:    f.Severity,
				Text:    detail(r, f, place),
			},
		})
	}
	for i, problem := range r.Problems {
		first, _, _ := strings.Cut(problem, "\n")
		add("ctxchain", junitCase{
			Name:  fmt.Sprintf("analysis %d", i+1),
			Class: "ctxchain",
			Error: &junitResult{Message: first, Type: "analysis", Text: problem},
		})
	}
	if out.Tests == 0 {
		add("ctxchain", junitCase{Name: "no findings", Class: "ctxchain"})
	}
	return writeXML(w, out)
}

// detail tells a finding in full.
func detail(r *present.Report, f *present.Finding, place string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s (%s)\n", place, f.Message, f.Category)
	for _, rel := range f.Related {
		fmt.Fprintf(&b, "%s:%d: %s\n", filepath.ToSlash(r.Name(rel.Start.File)), rel.Start.Line, rel.Message)
	}
	if url := r.Category(f).URL; url != "" {
		fmt.Fprintln(&b, url)
	}
	return b.String()
}

type checkstyle struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr,omitempty"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// Checkstyle writes the format of the Java tool of that name, which many CI
// systems and editors read.
func Checkstyle(w io.Writer, r *present.Report) error {
	out := checkstyle{Version: "5.0"}
	index := make(map[string]int)
	for _, f := range r.Counted() {
		name := filepath.ToSlash(r.Name(f.Start.File))
		i, ok := index[name]
		if !ok {
			i = len(out.Files)
			index[name] = i
			out.Files = append(out.Files, checkstyleFile{Name: name})
		}
		severity := f.Severity
		if severity == "note" {
			severity = "info"
		}
		out.Files[i].Errors = append(out.Files[i].Errors, checkstyleError{
			Line:     f.Start.Line,
			Column:   f.Start.Col,
			Severity: severity,
			Message:  f.Message,
			Source:   f.Category,
		})
	}
	return writeXML(w, out)
}

func writeXML(w io.Writer, v any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
