package parity

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// VetJSON is go vet -json. It shows all that a check says.
func (c Corpus) VetJSON(tool string, flags ...string) ([]Finding, error) {
	args := append([]string{"vet", "-json", "-vettool=" + tool}, flags...)
	stdout, _, err := c.Run([]int{0}, "go", append(args, "./...")...)
	if err != nil {
		return nil, err
	}
	return c.parseJSON(stdout)
}

// VetText is go vet, which shows no categories and fixes.
func (c Corpus) VetText(tool string, flags ...string) ([]Finding, error) {
	args := append([]string{"vet", "-vettool=" + tool}, flags...)
	_, stderr, err := c.Run([]int{1}, "go", append(args, "./...")...)
	if err != nil {
		return nil, err
	}
	return c.parseText(stderr)
}

// Command is the command itself, which shows no related places and fixes.
func (c Corpus) Command(tool string, flags ...string) ([]Finding, error) {
	stdout, _, err := c.Run([]int{1}, tool, append(flags, "./...")...)
	if err != nil {
		return nil, err
	}
	found, err := c.parseText(stdout)
	category := regexp.MustCompile(`^(.*) \(([a-z]+/[a-z]+)\)$`)
	for i, f := range found {
		m := category.FindStringSubmatch(f.Message)
		if m == nil {
			return nil, fmt.Errorf("no category in %q", f.Message)
		}
		found[i].Message, found[i].Category = m[1], m[2]
	}
	return found, err
}

type vetDiagnostic struct {
	Category, Posn, Message string
	Related                 []struct{ Posn, Message string }
	Fixes                   []struct{ Edits []vetEdit } `json:"suggested_fixes"`
}

type vetEdit struct {
	Filename   string
	Start, End int
	New        string
}

// parseJSON reads objects, each from a package to its analyzers' findings.
func (c Corpus) parseJSON(out []byte) ([]Finding, error) {
	var found []Finding
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var object map[string]map[string]json.RawMessage
		if err := dec.Decode(&object); errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, fmt.Errorf("output of go vet: %w\n%s", err, out)
		}
		for pkg, analyzers := range object {
			for name, raw := range analyzers {
				var list []vetDiagnostic
				if err := json.Unmarshal(raw, &list); err != nil {
					return nil, fmt.Errorf("%s of %s: %s", name, pkg, raw) // an analyzer's error
				}
				for _, d := range list {
					f, err := c.fromVet(d)
					if err != nil {
						return nil, err
					}
					found = append(found, f)
				}
			}
		}
	}
}

func (c Corpus) fromVet(d vetDiagnostic) (Finding, error) {
	f := Finding{Category: d.Category, Message: d.Message}
	var err error
	if f.File, f.Line, f.Col, err = c.position(d.Posn); err != nil {
		return f, err
	}
	for _, r := range d.Related {
		file, line, _, err := c.position(r.Posn)
		if err != nil {
			return f, err
		}
		f.Related = append(f.Related, fmt.Sprintf("%s:%d: %s", file, line, r.Message))
	}
	for _, fix := range d.Fixes {
		for _, e := range fix.Edits {
			f.Edits = append(f.Edits, c.Edit(e.Filename, e.Start, e.End, e.New))
		}
	}
	return f, nil
}

// Edit returns an edit as findings have it.
func (c Corpus) Edit(file string, start, end int, text string) string {
	return fmt.Sprintf("%s:%d-%d: %q", c.Relative(file), start, end, text)
}

// parseText reads lines with a position; a message that begins with a tab is
// about the place related to the finding before.
func (c Corpus) parseText(out []byte) ([]Finding, error) {
	var found []Finding
	line := regexp.MustCompile(`^(\S+:\d+:\d+): (\t?)(.*)$`)
	for text := range strings.Lines(string(out)) {
		m := line.FindStringSubmatch(strings.TrimSuffix(text, "\n"))
		if m == nil {
			if strings.HasPrefix(text, "# ") {
				continue // a package
			}
			return nil, fmt.Errorf("neither a finding nor a package: %q", text)
		}
		file, number, col, err := c.position(m[1])
		switch {
		case err != nil:
			return nil, err
		case m[2] == "":
			found = append(found, Finding{File: file, Line: number, Col: col, Message: m[3]})
		case len(found) == 0:
			return nil, fmt.Errorf("related to nothing: %q", text)
		default:
			last := &found[len(found)-1]
			last.Related = append(last.Related, fmt.Sprintf("%s:%d: %s", file, number, m[3]))
		}
	}
	return found, nil
}

// position reads file:line:column.
func (c Corpus) position(posn string) (file string, line, col int, err error) {
	m := regexp.MustCompile(`^(.*):(\d+):(\d+)$`).FindStringSubmatch(posn)
	if m == nil {
		return "", 0, 0, fmt.Errorf("position %q", posn)
	}
	line, err = strconv.Atoi(m[2])
	if err != nil {
		return "", 0, 0, err
	}
	col, err = strconv.Atoi(m[3])
	return c.Relative(m[1]), line, col, err
}

// Relative returns a file's name in the corpus; files elsewhere go by the end
// of theirs.
func (c Corpus) Relative(name string) string {
	if filepath.IsAbs(name) {
		rel, err := filepath.Rel(c.Dir, name)
		if err != nil || strings.HasPrefix(rel, "..") {
			return filepath.Base(name)
		}
		name = rel
	}
	return filepath.ToSlash(filepath.Clean(name))
}
