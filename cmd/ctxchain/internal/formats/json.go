package formats

import (
	"io"
	"path/filepath"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// jsonVersion is that of the format below. Fields may be added under the same
// number; a change of what a field means needs the next.
const jsonVersion = 1

type jsonReport struct {
	Version  int           `json:"version"`
	Tool     jsonTool      `json:"tool"`
	Complete bool          `json:"complete"`
	Problems []string      `json:"problems,omitempty"`
	Summary  jsonSummary   `json:"summary"`
	Findings []jsonFinding `json:"findings"`
}

type jsonTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type jsonSummary struct {
	Findings   int            `json:"findings"`
	Suppressed int            `json:"suppressed"`
	Severities map[string]int `json:"severities"`
	Categories map[string]int `json:"categories"`
}

type jsonFinding struct {
	Category string `json:"category"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Package  string `json:"package"`
	Function string `json:"function,omitempty"`
	jsonRange
	URL        string        `json:"url,omitempty"`
	Key        string        `json:"key"`
	Chain      []jsonHop     `json:"chain,omitempty"`
	Related    []jsonRelated `json:"related,omitempty"`
	Fixes      []jsonFix     `json:"fixes,omitempty"`
	Reason     string        `json:"reason,omitempty"`
	Suppressed string        `json:"suppressed,omitempty"`
}

type jsonRange struct {
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"`
	EndLine   int    `json:"endLine,omitempty"`
	EndColumn int    `json:"endColumn,omitempty"`
}

type jsonHop struct {
	Name string `json:"name"`
	Role string `json:"role"`
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

type jsonRelated struct {
	Message string `json:"message"`
	jsonRange
}

type jsonFix struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

// JSON writes the format of ctxchain's own.
func JSON(w io.Writer, r *present.Report) error {
	out := jsonReport{
		Version:  jsonVersion,
		Tool:     jsonTool{"ctxchain", r.Version},
		Complete: r.Complete,
		Problems: r.Problems,
		Summary:  jsonSummary{Severities: map[string]int{}, Categories: map[string]int{}},
		Findings: []jsonFinding{},
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Suppressed != "" {
			out.Summary.Suppressed++
		} else {
			out.Summary.Findings++
			out.Summary.Severities[f.Severity]++
			out.Summary.Categories[f.Category]++
		}
		out.Findings = append(out.Findings, toJSON(r, f))
	}
	return writeJSON(w, out)
}

func toJSON(r *present.Report, f *present.Finding) jsonFinding {
	name := func(file string) string {
		if file == "" {
			return ""
		}
		return filepath.ToSlash(r.Name(file))
	}
	span := func(x vetdrive.Range) jsonRange {
		return jsonRange{name(x.Start.File), x.Start.Line, x.Start.Col, x.End.Line, x.End.Col}
	}
	out := jsonFinding{
		Category:   f.Category,
		Severity:   f.Severity,
		Message:    f.Message,
		Package:    f.Package,
		Function:   f.Func,
		jsonRange:  span(f.Range),
		URL:        r.Category(f).URL,
		Key:        f.Key,
		Reason:     f.Reason,
		Suppressed: f.Suppressed,
	}
	for _, h := range f.Chain {
		out.Chain = append(out.Chain, jsonHop{h.Name, string(h.Role), name(h.At.File), h.At.Line})
	}
	for _, rel := range f.Related {
		out.Related = append(out.Related, jsonRelated{rel.Message, span(rel.Range)})
	}
	for _, fix := range f.Fixes {
		edits := []jsonEdit{}
		for _, e := range fix.Edits {
			edits = append(edits, jsonEdit{name(e.File), e.Start, e.End, e.New})
		}
		out.Fixes = append(out.Fixes, jsonFix{fix.Message, edits})
	}
	return out
}
