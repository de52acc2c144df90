// Package formats writes reports to files: for editors, CI systems and the
// services behind them, and as a page for people. docs/formats.md describes what comes out.
package formats

import (
	"encoding/json"
	"io"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/htmlout"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
)

// A Writer writes a report in a format.
type Writer func(io.Writer, *present.Report) error

// Names lists the formats that Lookup knows.
func Names() []string {
	return []string{"json", "sarif", "github", "junit", "checkstyle", "codeclimate", "html"}
}

// Lookup returns the writer of the format of that name, or nil.
func Lookup(name string) Writer {
	switch name {
	case "json":
		return JSON
	case "sarif":
		return SARIF
	case "github":
		return GitHub
	case "junit":
		return JUnit
	case "checkstyle":
		return Checkstyle
	case "codeclimate":
		return CodeClimate
	case "html":
		return htmlout.Write
	}
	return nil
}

// writeJSON writes a value, indented, with its text as it is.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
