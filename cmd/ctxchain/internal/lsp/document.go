package lsp

import (
	"bytes"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// An encoding is how a client counts the characters of a line.
type encoding string

const (
	utf8Encoding  encoding = "utf-8"
	utf16Encoding encoding = "utf-16" // what counts unless something else was agreed on
	utf32Encoding encoding = "utf-32"
)

// width returns how many of its characters a rune of so many bytes is.
func (e encoding) width(r rune, bytes int) int {
	switch {
	case e == utf8Encoding:
		return bytes
	case e == utf16Encoding && r > 0xFFFF:
		return 2
	}
	return 1
}

// A text is the content of a file, for conversions between places in it. It
// doesn't change.
type text struct {
	data  []byte
	lines []int // where the client's lines start: they end with \n, \r\n or \r
	goes  []int // where those of Go start: they end with \n
}

func newText(data []byte) *text {
	t := &text{data: data, lines: []int{0}, goes: []int{0}}
	for i, c := range data {
		switch {
		case c == '\n':
			t.goes = append(t.goes, i+1)
			t.lines = append(t.lines, i+1)
		case c == '\r' && !bytes.HasPrefix(data[i+1:], []byte("\n")):
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// offset returns the byte offset of a position. What lies past the end of a line
// or of the text counts as that end.
func (t *text) offset(p position, enc encoding) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(t.lines) {
		return len(t.data)
	}
	at, end := t.lines[p.Line], len(t.data)
	if p.Line+1 < len(t.lines) {
		end = t.lines[p.Line+1]
		end -= len(t.data[at:end]) - len(bytes.TrimRight(t.data[at:end], "\r\n"))
	}
	for left := p.Character; left > 0 && at < end; {
		r, size := utf8.DecodeRune(t.data[at:end])
		if left -= enc.width(r, size); left < 0 {
			break // in the middle of a character
		}
		at += size
	}
	return at
}

// position returns the position of a byte offset.
func (t *text) position(offset int, enc encoding) position {
	offset = max(0, min(offset, len(t.data)))
	line := sort.SearchInts(t.lines, offset+1) - 1
	p := position{Line: line}
	for at := t.lines[line]; at < offset; {
		r, size := utf8.DecodeRune(t.data[at:])
		p.Character += enc.width(r, size)
		at += size
	}
	return p
}

// goOffset returns the byte offset of a position of Go's, whose column may be
// missing.
func (t *text) goOffset(p vetdrive.Position) int {
	if p.Line < 1 {
		return 0
	}
	if p.Line > len(t.goes) {
		return len(t.data)
	}
	return min(t.goes[p.Line-1]+max(p.Col-1, 0), len(t.data))
}

// textRange converts a range of Go's.
func (t *text) textRange(r vetdrive.Range, enc encoding) textRange {
	return textRange{t.position(t.goOffset(r.Start), enc), t.position(t.goOffset(r.End), enc)}
}

// line returns the range of a line of Go's, without the blanks around it.
func (t *text) line(n int, enc encoding) textRange {
	from := t.goOffset(vetdrive.Position{Line: n})
	to := len(t.data)
	if n < len(t.goes) {
		to = t.goes[n]
	}
	data := t.data[from:to]
	from += len(data) - len(bytes.TrimLeft(data, " \t"))
	return textRange{t.position(from, enc), t.position(from+len(bytes.TrimSpace(data)), enc)}
}

// A document is a file that is open in the editor. Its text is replaced, never
// changed.
type document struct {
	uri     string // as the client writes it
	file    string
	version int32
	*text
}

// change applies the changes of the client, in their order.
func (d *document) change(changes []contentChange, enc encoding) {
	for _, c := range changes {
		if c.Range == nil {
			d.text = newText([]byte(c.Text))
			continue
		}
		from, to := d.offset(c.Range.Start, enc), d.offset(c.Range.End, enc)
		if from > to {
			from, to = to, from
		}
		data := make([]byte, 0, len(d.data)-(to-from)+len(c.Text))
		data = append(data, d.data[:from]...)
		data = append(data, c.Text...)
		d.text = newText(append(data, d.data[to:]...))
	}
}

// uriOf returns the URI of a file.
func uriOf(file string) string {
	path := filepath.ToSlash(file)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/x
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// fileOf returns the file that a URI stands for. The error is about one that
// stands for none, such as an editor's scratch buffer.
func fileOf(uri string) (string, error) {
	u, err := url.Parse(uri)
	if err != nil {
		return "", err
	}
	if u.Scheme != "file" || u.Path == "" {
		return "", fmt.Errorf("%s: not a file", uri)
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.Clean(filepath.FromSlash(path)), nil
}
