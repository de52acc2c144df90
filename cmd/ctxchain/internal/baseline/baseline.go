// Package baseline keeps record of the findings that are known, so that a team
// with many of them can begin with what is new.
//
// A finding is known by its category, its package, the function that it is in,
// and what it says; not by its line or file, so that it stays known when code
// moves. Where several are alike, their number counts.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/moby/sys/atomicwriter"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
)

// Name is what a baseline is called unless the configuration says otherwise.
const Name = ".ctxchain-baseline.json"

// version is that of the form of the file.
const version = 1

// A key is what findings that are alike have in common.
type key struct {
	Category string `json:"category"`
	Package  string `json:"package"`
	Function string `json:"function,omitempty"` // "Func" or "Type.Method", "" outside functions
	Text     string `json:"text"`
}

// An Entry stands for findings that are alike.
type Entry struct {
	key
	Count int    `json:"count,omitempty"` // absent for one
	Dir   string `json:"dir"`             // of the package, relative to the file, with slashes
}

func (e Entry) String() string {
	where := e.Package
	if e.Function != "" {
		where += "." + e.Function
	}
	return fmt.Sprintf("%s: %s (%s)", where, e.Text, e.Category)
}

// A Baseline is the content of a file.
type Baseline struct {
	file    string
	entries []Entry // sorted
}

// content is the form of the file.
type content struct {
	Version int     `json:"version"`
	Entries []Entry `json:"findings"`
}

// New returns an empty baseline for the named file.
func New(file string) *Baseline { return &Baseline{file: file} }

// File returns the name of its file.
func (b *Baseline) File() string { return b.file }

// Len returns the number of findings that it stands for.
func (b *Baseline) Len() int {
	n := 0
	for _, e := range b.entries {
		n += e.Count
	}
	return n
}

// Load reads the named file. The error, one line, names it.
func Load(file string) (*Baseline, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var c content
	err = dec.Decode(&c)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("there is more after the end")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %s", file, lineOf(data, dec, err), strings.TrimPrefix(err.Error(), "json: "))
	}
	if c.Version != version {
		return nil, fmt.Errorf("%s: version %d, want %d", file, c.Version, version)
	}
	b := &Baseline{file: file}
	for i, e := range c.Entries {
		if e.Category == "" || e.Package == "" || e.Text == "" || e.Dir == "" || e.Count < 0 {
			return nil, fmt.Errorf("%s: findings[%d]: want category, package, text and dir, and a count from 1 up if there is one", file, i)
		}
		e.Count = max(e.Count, 1)
		b.entries = append(b.entries, e)
	}
	b.sort()
	return b, nil
}

// lineOf returns the line of an error in the file.
func lineOf(data []byte, dec *json.Decoder, err error) int {
	offset := dec.InputOffset()
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	default:
		// Of an unknown field, the decoder tells the name alone.
		if _, name, ok := strings.Cut(err.Error(), "unknown field "); ok {
			offset = int64(max(bytes.Index(data, []byte(name)), 0))
		}
	}
	return 1 + bytes.Count(data[:min(int(offset), len(data))], []byte("\n"))
}

// Write writes the file at once, an entry a line, so that merges are easy.
func (b *Baseline) Write() error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"version\": %d,\n  \"findings\": [", version)
	for i, e := range b.entries {
		if e.Count == 1 {
			e.Count = 0
		}
		line, err := encode(e)
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		out.Write(line)
	}
	if len(b.entries) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	return atomicwriter.WriteFile(b.file, out.Bytes(), 0o644)
}

// encode writes an entry as JSON, with < and & as they are.
func encode(e Entry) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(e)
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), err
}

func (b *Baseline) sort() {
	slices.SortStableFunc(b.entries, func(x, y Entry) int {
		return cmp.Or(
			cmp.Compare(x.Dir, y.Dir),
			cmp.Compare(x.Package, y.Package),
			cmp.Compare(x.Function, y.Function),
			cmp.Compare(x.Category, y.Category),
			cmp.Compare(x.Text, y.Text),
		)
	})
}

// keyOf returns the key of a finding.
func keyOf(f *present.Finding) key {
	pkg, _, _ := strings.Cut(f.Package, " ") // "p [p.test]" is p with its tests
	return key{
		Category: f.Category,
		Package:  pkg,
		Function: f.Func,
		Text:     strings.Join(strings.Fields(f.Message), " "),
	}
}

// Suppress marks the findings that are known as suppressed, and returns the
// entries that stand for more than was found. Of findings that are alike, the
// first are known: nothing tells which they really are. Functions of findings
// must be set.
func (b *Baseline) Suppress(findings []present.Finding) (unmatched []Entry) {
	left := make(map[key]int)
	for _, e := range b.entries {
		left[e.key] += e.Count
	}
	for i := range findings {
		f := &findings[i]
		k := keyOf(f)
		if left[k] == 0 || f.Suppressed != "" {
			continue
		}
		left[k]--
		f.Suppressed = "known, by " + filepath.Base(b.file)
	}
	for _, e := range b.entries {
		if n := min(left[e.key], e.Count); n > 0 {
			left[e.key] -= n
			e.Count = n
			unmatched = append(unmatched, e)
		}
	}
	return unmatched
}

// A Scope says what a run has looked at.
type Scope struct {
	Dirs     map[string]bool            // absolute directories of the packages that were analyzed
	Reported func(category string) bool // whether findings of a category would be reported
}

// covers reports whether the run would have found what the entry stands for, or
// there's no such package any more.
func (b *Baseline) covers(s Scope, e Entry) bool {
	dir := filepath.Join(filepath.Dir(b.file), filepath.FromSlash(e.Dir))
	return s.Reported(e.Category) && (s.Dirs[dir] || !hasGo(dir))
}

// hasGo reports whether a directory has Go files.
func hasGo(dir string) bool {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	return err != nil || len(files) > 0
}

// Gone returns those of the unmatched entries that a run would have matched, if
// there still were such findings.
func (b *Baseline) Gone(unmatched []Entry, s Scope) []Entry {
	return slices.DeleteFunc(slices.Clone(unmatched), func(e Entry) bool { return !b.covers(s, e) })
}

// Update makes the baseline stand for the findings of a run, in place of what it
// had about what the run looked at.
func (b *Baseline) Update(findings []present.Finding, s Scope) {
	b.entries = slices.DeleteFunc(b.entries, func(e Entry) bool { return b.covers(s, e) })
	at := make(map[key]int)
	for i, e := range b.entries {
		at[e.key] = i
	}
	for i := range findings {
		f := &findings[i]
		k := keyOf(f)
		if n, ok := at[k]; ok {
			b.entries[n].Count++
			continue
		}
		at[k] = len(b.entries)
		b.entries = append(b.entries, Entry{key: k, Count: 1, Dir: b.dirOf(f.Start.File)})
	}
	b.sort()
}

// dirOf returns the directory of a file, relative to that of the baseline.
func (b *Baseline) dirOf(file string) string {
	dir := filepath.Dir(file)
	if rel, err := filepath.Rel(filepath.Dir(b.file), dir); err == nil {
		dir = rel
	}
	return filepath.ToSlash(dir)
}
