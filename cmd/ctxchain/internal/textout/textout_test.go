package textout

import (
	"errors"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

func TestLines(t *testing.T) {
	dir := "/home/me/src/project/cmd"
	at := func(file string, line, col int) vetdrive.Range {
		return vetdrive.Range{Start: vetdrive.Position{File: file, Line: line, Col: col}}
	}
	var r present.Report
	r.Dir = dir
	for _, f := range []vetdrive.Finding{
		{Range: at("/home/me/src/project/cmd/main.go", 3, 7), Message: "lost", Category: "root/helper"},
		{Range: at("/home/me/src/project/cmd/sub/a.go", 3, 7), Message: "lost", Category: "root/helper"},
		{Range: at("/home/me/src/project/lib/b.go", 12, 1), Message: "lost", Category: "root/helper"},
		{Range: at("/usr/x.go", 1, 1), Message: "far away", Category: "root/call"},
		{Range: at("/home/me/src/project/cmd/grammar.y", 9, 0), Message: "no column", Category: "wait/sleep"},
		{Range: at("/home/me/src/project/cmd/c.go", 0, 0), Message: "no line", Category: "wait/sleep"},
		{Message: "nowhere", Category: "wait/sleep"},
		{Range: at("/home/me/src/project/cmd/c.go", 1, 1), Message: "two\nlines", Category: "wait/sleep"},
	} {
		r.Findings = append(r.Findings, present.Finding{Finding: f})
	}
	r.Findings[0].Reason = "reachable from GET /checkout"
	r.Findings[1].Suppressed = "in the baseline"
	want := `main.go:3:7: lost (root/helper) [reachable from GET /checkout]
../lib/b.go:12:1: lost (root/helper)
/usr/x.go:1:1: far away (root/call)
grammar.y:9: no column (wait/sleep)
c.go: no line (wait/sleep)
-: nowhere (wait/sleep)
c.go:1:1: two lines (wait/sleep)
`
	var out strings.Builder
	if err := Lines(&out, &r); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A fullDisk is a file on a disk with no space left.
type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestLinesError(t *testing.T) {
	err := Lines(fullDisk{}, &present.Report{Findings: make([]present.Finding, 1)})
	if !errors.Is(err, errFull) {
		t.Errorf("got error %v, want %v", err, errFull)
	}
}
