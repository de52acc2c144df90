package vetdrive

import (
	"bytes"
	"io"
	"slices"
	"testing"
)

func TestMessages(t *testing.T) {
	const stderr = `go: downloading example.com/x v1.0.0
go: warning: "./x/..." matched no packages
a.go:1:2: no such module; to add it:
	go get it
# example.com/b
b.go:1:1: wrong
	for a reason
# example.com/a
# [example.com/a]
a.go:1:1: wrong
# example.com/b
b.go:1:1: wrong
	for a reason
# example.com/c
not complete`
	want := []string{
		"go: warning: \"./x/...\" matched no packages",
		"a.go:1:2: no such module; to add it:\n\tgo get it",
		"# example.com/a\n# [example.com/a]\na.go:1:1: wrong",
		"# example.com/b\nb.go:1:1: wrong\n\tfor a reason",
		"# example.com/c\nnot complete",
	}
	for size := 1; size <= len(stderr); size += 7 {
		var live bytes.Buffer
		m := &messages{live: &live}
		for text := []byte(stderr); len(text) > 0; {
			n := min(size, len(text))
			if k, err := m.Write(text[:n]); k != n || err != nil {
				t.Fatalf("Write of %d bytes: %d, %v", n, k, err)
			}
			text = text[n:]
		}
		if got := m.text(); !slices.Equal(got, want) {
			t.Errorf("written by %d bytes: got %q, want %q", size, got, want)
		}
		if got := live.String(); got != "go: downloading example.com/x v1.0.0\n" {
			t.Errorf("written by %d bytes: progress is %q", size, got)
		}
	}
}

func TestMessagesAll(t *testing.T) {
	var live bytes.Buffer
	m := &messages{live: &live, all: true}
	io.WriteString(m, "WORK=/x\n# example.com/a\na.go:1:1: wrong")
	if got := m.text(); len(got) != 0 {
		t.Errorf("kept %q", got)
	}
	if got := live.String(); got != "WORK=/x\n# example.com/a\na.go:1:1: wrong\n" {
		t.Errorf("progress is %q", got)
	}
}

func TestMessagesUsage(t *testing.T) {
	m := new(messages)
	io.WriteString(m, "go: wrong flag\nusage: go vet [flags]\nRun 'go help vet' for details.\n")
	if got := m.text(); !slices.Equal(got, []string{"go: wrong flag"}) {
		t.Errorf("kept %q", got)
	}
}

// TestObjects counts results however the pipe cuts them.
func TestObjects(t *testing.T) {
	text := "{}\n{\n\t\"a\": {\n\t\t\"toy\": [\n\t\t\t{\n\t\t\t}\n\t\t]\n\t}\n}\n{}\n"
	for size := 1; size <= len(text); size++ {
		n := 0
		w := &objects{done: func() { n++ }}
		for rest := text; rest != ""; rest = rest[min(size, len(rest)):] {
			if k, err := w.Write([]byte(rest[:min(size, len(rest))])); k != min(size, len(rest)) || err != nil {
				t.Fatalf("wrote %d bytes: %v", k, err)
			}
		}
		if n != 3 {
			t.Errorf("in pieces of %d bytes: %d objects, want 3", size, n)
		}
	}
}
