package lsp

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/baseline"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/config"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/source"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// A shown finding is one with the diagnostic that it was published as.
type shown struct {
	vetdrive.Finding
	diagnostic diagnostic
}

// enc returns the encoding of positions.
func (s *server) enc() encoding {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.encoding
}

// show publishes the diagnostics of an analysis: those of open files always,
// since the client waits for them, and others if they changed.
func (p *pkg) show(a *analysis) {
	a.convert(p.selected(a), p.s)
	byFile := make(map[string][]diagnostic)
	for file := range a.versions {
		byFile[file] = nil
	}
	for _, f := range a.findings {
		byFile[f.Start.File] = append(byFile[f.Start.File], f.diagnostic)
	}
	var before map[string]string
	p.s.mu.Lock()
	if p.last != nil {
		before = p.last.published
	}
	p.s.mu.Unlock()
	for file := range before {
		if _, ok := byFile[file]; !ok {
			byFile[file] = nil
		}
	}
	a.published = make(map[string]string)
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		key, _ := json.Marshal(byFile[file])
		var version *int32
		if v, open := a.versions[file]; open {
			version = &v
		} else if before[file] == string(key) {
			a.published[file] = string(key)
			continue
		}
		if len(byFile[file]) > 0 {
			a.published[file] = string(key)
		}
		p.s.publish(file, version, byFile[file])
	}
}

// publish tells the client a file's diagnostics. The version is nil if the file
// isn't open.
func (s *server) publish(file string, version *int32, all []diagnostic) {
	s.mu.Lock()
	uri := uriOf(file)
	if d := s.docs[file]; d != nil {
		uri = d.uri
	}
	s.mu.Unlock()
	if all == nil {
		all = []diagnostic{} // null is none
	}
	s.notify("textDocument/publishDiagnostics", publishDiagnosticsParams{uri, version, all})
}

// clear takes back what was published.
func (p *pkg) clear() {
	p.s.mu.Lock()
	var files []string
	if p.last != nil {
		files = slices.Sorted(maps.Keys(p.last.published))
		p.last.published = nil
	}
	p.s.mu.Unlock()
	for _, file := range files {
		p.s.publish(file, nil, nil)
	}
}

// configured tells of an error in the configuration, or takes back that there was
// one. The caller holds busy.
func (p *pkg) configured(err error) {
	if p.config != "" {
		p.s.publish(p.config, nil, nil)
		p.config = ""
	}
	if err != nil {
		p.config = p.s.reportConfig(err)
	}
}

// selected returns the findings that the rules leave, in order.
func (p *pkg) selected(a *analysis) []present.Finding {
	var all []present.Finding
	for _, f := range a.Findings {
		file := f.Start.File
		if !filepath.IsAbs(file) || !a.rules.set.Has(f.Category) || a.rules.config.Excluded(file, f.Category) ||
			!a.rules.tests && strings.HasSuffix(file, "_test.go") {
			continue
		}
		all = append(all, present.Finding{Finding: f})
	}
	slices.SortFunc(all, func(x, y present.Finding) int { return vetdrive.Compare(x.Finding, y.Finding) })
	return p.unknown(a, all)
}

// unknown returns the findings that the baseline hasn't.
func (p *pkg) unknown(a *analysis, all []present.Finding) []present.Finding {
	file := a.rules.config.Baseline
	if file == "" {
		var err error
		if file, err = config.FindBaseline(p.dir, baseline.Name); err != nil || file == "" {
			return all
		}
	}
	b, err := baseline.Load(file)
	if err != nil {
		p.s.show(messageError, err.Error())
		return all
	}
	var files source.Files
	for name, t := range a.texts {
		files.Set(name, t.data)
	}
	present.Keys(all, &files)
	b.Suppress(all)
	return slices.DeleteFunc(all, func(f present.Finding) bool { return f.Suppressed != "" })
}

// convert makes diagnostics of findings.
func (a *analysis) convert(all []present.Finding, s *server) {
	s.mu.Lock()
	enc, client := s.encoding, s.client.TextDocument.PublishDiagnostics
	s.mu.Unlock()
	a.findings = nil
	for _, f := range all {
		cat, _ := a.rules.checks.Category(f.Category)
		d := diagnostic{
			Range:    a.text(f.Start.File).textRange(f.Range, enc),
			Severity: severity(cat.Severity),
			Code:     f.Category,
			Source:   section,
			Message:  f.Message,
		}
		if client.CodeDescriptionSupport && cat.URL != "" {
			d.CodeDescription = &codeDescription{cat.URL}
		}
		if client.TagSupport != nil && unnecessary(f.Category) {
			d.Tags = []int{tagUnnecessary}
		}
		if client.RelatedInformation {
			for _, r := range f.Related {
				if filepath.IsAbs(r.Start.File) {
					d.RelatedInformation = append(d.RelatedInformation, a.related(r, enc))
				}
			}
		}
		a.findings = append(a.findings, shown{f.Finding, d})
	}
}

// related converts related information. In another package no more than the line
// is right.
func (a *analysis) related(r vetdrive.Related, enc encoding) related {
	t := a.text(r.Start.File)
	at := t.textRange(r.Range, enc)
	if !a.Files[r.Start.File] {
		at = t.line(max(1, r.Start.Line), enc)
	}
	return related{location{uriOf(r.Start.File), at}, r.Message}
}

// text returns the text of a file that the analysis is about, or refers to.
func (a *analysis) text(file string) *text {
	a.mu.Lock()
	defer a.mu.Unlock()
	t := a.texts[file]
	if t == nil {
		data, _ := os.ReadFile(file) // without it, positions are at its start
		t = newText(data)
		a.texts[file] = t
	}
	return t
}

// severity converts a category's.
func severity(s string) int {
	switch s {
	case "error":
		return severityError
	case "note":
		return severityInformation
	}
	return severityWarning
}

// unnecessary reports whether findings of the category are about code that has no
// effect, which editors fade out.
func unnecessary(category string) bool {
	return category == "ctxignored/unused" || category == "ctxchain/directive"
}
