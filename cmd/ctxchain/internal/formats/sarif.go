package formats

import (
	"go/doc/comment"
	"io"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// The part of SARIF 2.1.0 that ctxchain writes. A library would give the types,
// but the one that is kept up writes each field with its default, which is most
// of the file, for ten thousand findings.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	ColumnKind  string            `json:"columnKind"`
	Results     []sarifResult     `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name            string      `json:"name"`
	SemanticVersion string      `json:"semanticVersion,omitempty"`
	Version         string      `json:"version,omitempty"`
	InformationURI  string      `json:"informationUri"`
	Rules           []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID                   string             `json:"id"`
	ShortDescription     sarifText          `json:"shortDescription"`
	FullDescription      sarifText          `json:"fullDescription"`
	Help                 sarifText          `json:"help"`
	HelpURI              string             `json:"helpUri,omitempty"`
	DefaultConfiguration sarifConfiguration `json:"defaultConfiguration"`
	Properties           *sarifProperties   `json:"properties,omitempty"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifConfiguration struct {
	Enabled bool   `json:"enabled"`
	Level   string `json:"level"`
}

type sarifProperties struct {
	Tags []string `json:"tags,omitempty"`
}

type sarifInvocation struct {
	ExecutionSuccessful        bool                `json:"executionSuccessful"`
	ToolExecutionNotifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string    `json:"level"`
	Message sarifText `json:"message"`
}

type sarifResult struct {
	RuleID              string             `json:"ruleId"`
	RuleIndex           *int               `json:"ruleIndex,omitempty"`
	Level               string             `json:"level"`
	Message             sarifText          `json:"message"`
	Locations           []sarifLocation    `json:"locations"`
	RelatedLocations    []sarifLocation    `json:"relatedLocations,omitempty"`
	CodeFlows           []sarifCodeFlow    `json:"codeFlows,omitempty"`
	Fixes               []sarifFix         `json:"fixes,omitempty"`
	PartialFingerprints map[string]string  `json:"partialFingerprints"`
	Suppressions        []sarifSuppression `json:"suppressions"`
}

type sarifLocation struct {
	ID               *int           `json:"id,omitempty"`
	PhysicalLocation *sarifPhysical `json:"physicalLocation,omitempty"`
	LogicalLocations []sarifLogical `json:"logicalLocations,omitempty"`
	Message          *sarifText     `json:"message,omitempty"`
}

type sarifPhysical struct {
	ArtifactLocation sarifArtifact `json:"artifactLocation"`
	Region           *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI       string `json:"uri"`
	URIBaseID string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine   int        `json:"startLine"`
	StartColumn int        `json:"startColumn,omitempty"`
	EndLine     int        `json:"endLine,omitempty"`
	EndColumn   int        `json:"endColumn,omitempty"`
	Snippet     *sarifText `json:"snippet,omitempty"`
}

type sarifLogical struct {
	FullyQualifiedName string `json:"fullyQualifiedName"`
	Kind               string `json:"kind"`
}

type sarifCodeFlow struct {
	ThreadFlows []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	Locations []sarifFlowLocation `json:"locations"`
}

type sarifFlowLocation struct {
	Location   sarifLocation `json:"location"`
	Importance string        `json:"importance"`
}

type sarifFix struct {
	Description     sarifText     `json:"description"`
	ArtifactChanges []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	ArtifactLocation sarifArtifact      `json:"artifactLocation"`
	Replacements     []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	DeletedRegion   sarifRegion `json:"deletedRegion"`
	InsertedContent *sarifText  `json:"insertedContent,omitempty"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification"`
}

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	homepage    = "https://github.com/ctxchain/ctxchain"

	// fingerprintName names the algorithm by which findings are recognized.
	fingerprintName = "ctxchainKey/v1"
)

// SARIF writes a log of the version 2.1.0, for code scanning services. File
// names are relative to the repository's root; columns count UTF-16 code units.
func SARIF(w io.Writer, r *present.Report) error {
	s := &sarifWriter{report: r, rules: make(map[string]int)}
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name:           "ctxchain",
			Version:        r.Version,
			InformationURI: homepage,
			Rules:          s.describe(),
		}},
		Invocations: []sarifInvocation{s.invocation()},
		ColumnKind:  "utf16CodeUnits",
		Results:     []sarifResult{},
	}
	if semantic, ok := strings.CutPrefix(r.Version, "v"); ok {
		run.Tool.Driver.SemanticVersion = semantic
	}
	for i := range r.Findings {
		run.Results = append(run.Results, s.result(&r.Findings[i]))
	}
	return writeJSON(w, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

type sarifWriter struct {
	report *present.Report
	rules  map[string]int // by full category name
}

// describe returns the rules, one for each category.
func (s *sarifWriter) describe() []sarifRule {
	rules := []sarifRule{}
	var printer comment.Printer
	for _, check := range s.report.Checks {
		for _, c := range check.Categories {
			section := check.Section(c)
			text := strings.TrimSpace(string(printer.Text(section)))
			s.rules[c.String()] = len(rules)
			rules = append(rules, sarifRule{
				ID:                   c.String(),
				ShortDescription:     sarifText{Text: c.Summary},
				FullDescription:      sarifText{Text: firstParagraph(text)},
				Help:                 sarifText{text, strings.TrimSpace(string(printer.Markdown(section)))},
				HelpURI:              c.URL,
				DefaultConfiguration: sarifConfiguration{c.Default, sarifLevel(c.Severity)},
				Properties:           &sarifProperties{Tags: tags(c)},
			})
		}
	}
	return rules
}

func firstParagraph(text string) string {
	first, _, _ := strings.Cut(text, "\n\n")
	return strings.ReplaceAll(first, "\n", " ")
}

func tags(c catalogue.Category) []string {
	list := []string{"reliability", c.Check}
	if !c.Default {
		list = append(list, "opt-in")
	}
	return list
}

func (s *sarifWriter) invocation() sarifInvocation {
	inv := sarifInvocation{ExecutionSuccessful: s.report.Complete}
	for _, problem := range s.report.Problems {
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications,
			sarifNotification{"error", sarifText{Text: problem}})
	}
	return inv
}

func (s *sarifWriter) result(f *present.Finding) sarifResult {
	out := sarifResult{
		RuleID:              f.Category,
		Level:               sarifLevel(f.Severity),
		Message:             sarifText{Text: f.Message},
		Locations:           []sarifLocation{},
		PartialFingerprints: map[string]string{fingerprintName: f.Key},
		Suppressions:        []sarifSuppression{},
	}
	if index, ok := s.rules[f.Category]; ok {
		out.RuleIndex = &index
	}
	if f.Start.File != "" {
		loc := s.location(f.Range, "")
		if f.Func != "" {
			loc.LogicalLocations = []sarifLogical{{f.Package + "." + f.Func, "function"}}
		}
		if line, ok := s.report.Source.Line(f.Start.File, f.Start.Line); ok && loc.PhysicalLocation.Region != nil && f.End.Line <= f.Start.Line {
			loc.PhysicalLocation.Region.Snippet = snippet(line, f.Range)
		}
		out.Locations = append(out.Locations, loc)
	}
	for i, rel := range f.Related {
		loc := s.location(rel.Range, rel.Message)
		id := i + 1
		loc.ID = &id
		out.RelatedLocations = append(out.RelatedLocations, loc)
	}
	if len(f.Chain) > 0 {
		out.CodeFlows = []sarifCodeFlow{s.flow(f)}
	}
	for _, fix := range f.Fixes {
		out.Fixes = append(out.Fixes, s.fix(fix))
	}
	if f.Suppressed != "" {
		out.Suppressions = append(out.Suppressions, sarifSuppression{"external", f.Suppressed})
	}
	return out
}

// snippet returns the text of a range within a line, nil if it has none.
func snippet(line string, x vetdrive.Range) *sarifText {
	from, to := x.Start.Col-1, x.End.Col-1
	if x.End.Line == 0 || from < 0 || from >= to || to > len(line) {
		return nil
	}
	return &sarifText{Text: line[from:to]}
}

// flow tells the chain, step by step.
func (s *sarifWriter) flow(f *present.Finding) sarifCodeFlow {
	var thread sarifThreadFlow
	for _, h := range f.Chain {
		at := vetdrive.Range{Start: h.At}
		step := sarifFlowLocation{Importance: "important"}
		text := h.Name
		if h.Role == present.Cut {
			at, step.Importance = f.Range, "essential"
			text += ": " + f.Message
		}
		step.Location = s.location(at, text)
		thread.Locations = append(thread.Locations, step)
	}
	return sarifCodeFlow{[]sarifThreadFlow{thread}}
}

func (s *sarifWriter) fix(fix vetdrive.Fix) sarifFix {
	out := sarifFix{Description: sarifText{Text: fix.Message}, ArtifactChanges: []sarifChange{}}
	for _, e := range fix.Edits {
		where := s.artifact(e.File)
		i := slices.IndexFunc(out.ArtifactChanges, func(c sarifChange) bool { return c.ArtifactLocation == where })
		if i < 0 {
			i = len(out.ArtifactChanges)
			out.ArtifactChanges = append(out.ArtifactChanges, sarifChange{ArtifactLocation: where})
		}
		rep := sarifReplacement{DeletedRegion: s.region(vetdrive.Range{
			Start: s.position(e.File, e.Start),
			End:   s.position(e.File, e.End),
		})}
		if e.New != "" {
			rep.InsertedContent = &sarifText{Text: e.New}
		}
		out.ArtifactChanges[i].Replacements = append(out.ArtifactChanges[i].Replacements, rep)
	}
	return out
}

// location describes a place. The message may be empty.
func (s *sarifWriter) location(x vetdrive.Range, message string) sarifLocation {
	var loc sarifLocation
	if message != "" {
		loc.Message = &sarifText{Text: message}
	}
	if x.Start.File == "" {
		return loc
	}
	loc.PhysicalLocation = &sarifPhysical{ArtifactLocation: s.artifact(x.Start.File)}
	if x.Start.Line > 0 {
		region := s.region(x)
		loc.PhysicalLocation.Region = &region
	}
	return loc
}

func (s *sarifWriter) artifact(file string) sarifArtifact {
	name, inside := s.report.URI(file)
	if inside {
		return sarifArtifact{(&url.URL{Path: name}).EscapedPath(), "%SRCROOT%"}
	}
	if !strings.HasPrefix(name, "/") {
		name = "/" + name // a drive letter's
	}
	return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: name}).String()}
}

// region turns byte columns into those of SARIF. What isn't known is left out;
// an empty range has an end, as it's a place between two characters.
func (s *sarifWriter) region(x vetdrive.Range) sarifRegion {
	region := sarifRegion{StartLine: x.Start.Line, StartColumn: s.column(x.Start)}
	if region.StartColumn > 0 && x.End.Line >= x.Start.Line {
		if end := s.column(x.End); end > 0 {
			region.EndLine, region.EndColumn = x.End.Line, end
		}
	}
	return region
}

// column returns a position's column in UTF-16 code units, from 1, 0 if it
// isn't known.
func (s *sarifWriter) column(p vetdrive.Position) int {
	if p.Col == 0 {
		return 0
	}
	line, ok := s.report.Source.Line(p.File, p.Line)
	if !ok || p.Col-1 > len(line) {
		return p.Col // as good as can be
	}
	units := 1
	for _, c := range line[:p.Col-1] {
		units += utf16.RuneLen(c)
	}
	return units
}

// position returns the position of a byte offset in a file.
func (s *sarifWriter) position(file string, offset int) vetdrive.Position {
	before := s.report.Source.Content(file)
	before = before[:min(offset, len(before))]
	line := 1 + strings.Count(string(before), "\n")
	col := 1 + len(before) - (1 + strings.LastIndexByte(string(before), '\n'))
	return vetdrive.Position{File: file, Line: line, Col: col}
}

// sarifLevel returns the level of a severity; the names are the same.
func sarifLevel(severity string) string {
	switch severity {
	case "error", "warning", "note":
		return severity
	}
	return "warning"
}
