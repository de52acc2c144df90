package formats

import (
	"go/doc/comment"
	"io"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
)

type climateIssue struct {
	Type        string          `json:"type"`
	CheckName   string          `json:"check_name"`
	Description string          `json:"description"`
	Content     *climateContent `json:"content,omitempty"`
	Categories  []string        `json:"categories"`
	Severity    string          `json:"severity"`
	Fingerprint string          `json:"fingerprint"`
	Location    climateLocation `json:"location"`
}

type climateContent struct {
	Body string `json:"body"`
}

type climateLocation struct {
	Path  string       `json:"path"`
	Lines climateLines `json:"lines"`
}

type climateLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// CodeClimate writes the issues of a Code Climate report, as one array, as
// GitLab's code quality reports want it. File names are relative to the
// repository's root.
func CodeClimate(w io.Writer, r *present.Report) error {
	bodies := make(map[string]string)
	var printer comment.Printer
	for _, check := range r.Checks {
		for _, c := range check.Categories {
			bodies[c.String()] = strings.TrimSpace(string(printer.Markdown(check.Section(c))))
		}
	}
	issues := []climateIssue{}
	for _, f := range r.Counted() {
		name, _ := r.URI(f.Start.File)
		begin := max(f.Start.Line, 1)
		issue := climateIssue{
			Type:        "issue",
			CheckName:   f.Category,
			Description: f.Message,
			Categories:  []string{"Bug Risk"},
			Severity:    climateSeverity(f.Severity),
			Fingerprint: f.Key,
			Location:    climateLocation{name, climateLines{begin, max(f.End.Line, begin)}},
		}
		if body := bodies[f.Category]; body != "" {
			issue.Content = &climateContent{body}
		}
		issues = append(issues, issue)
	}
	return writeJSON(w, issues)
}

// climateSeverity has info, minor, major, critical and blocker to choose from.
func climateSeverity(severity string) string {
	switch severity {
	case "error":
		return "major"
	case "note":
		return "info"
	}
	return "minor"
}
