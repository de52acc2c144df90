package formats

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
)

// GitHub writes workflow commands, which GitHub Actions turns into annotations
// of the lines. File names are relative to the repository's root.
func GitHub(w io.Writer, r *present.Report) error {
	buf := bufio.NewWriter(w)
	for _, f := range r.Counted() {
		level := f.Severity
		if level == "note" {
			level = "notice"
		}
		if f.Start.File == "" {
			fmt.Fprintf(buf, "::%s title=%s::%s\n", level, property(f.Category), escape(f.Message))
			continue
		}
		name, _ := r.URI(f.Start.File)
		fmt.Fprintf(buf, "::%s file=%s", level, property(name))
		for _, p := range []struct {
			key   string
			value int
		}{{"line", f.Start.Line}, {"endLine", f.End.Line}, {"col", f.Start.Col}, {"endColumn", f.End.Col}} {
			// A column is of use with its line only, and the end with the start
			// on the same line: else the annotation moves to the file's start.
			if p.value > 0 && (p.key == "line" || p.key == "endLine" || f.End.Line <= f.Start.Line) {
				fmt.Fprintf(buf, ",%s=%d", p.key, p.value)
			}
		}
		fmt.Fprintf(buf, ",title=%s::%s\n", property(f.Category), escape(f.Message))
	}
	for _, problem := range r.Problems {
		fmt.Fprintf(buf, "::error title=ctxchain::%s\n", escape(problem))
	}
	return buf.Flush()
}

// escape keeps a message on its line.
func escape(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// property escapes a value among others.
func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(escape(s))
}
