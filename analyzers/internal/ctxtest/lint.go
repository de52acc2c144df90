package ctxtest

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/ctxchain/ctxchain/analyzers/internal/report"
)

// minWant is how many characters a want comment's pattern has at least. Shorter
// ones match messages that say something else.
const minWant = 20

// lint returns what is wrong with the form of a package's diagnostics.
func lint(check *report.Check, act *checker.Action) []string {
	var faults []string
	names := identifiers(act.Package.Syntax)
	for _, d := range act.Diagnostics {
		at := act.Package.Fset.Position(d.Pos)
		for _, fault := range diagnosticFaults(check, act.Package.Fset, d, names) {
			faults = append(faults, fmt.Sprintf("%s: %q: %s", at, d.Message, fault))
		}
	}
	return faults
}

// identifiers returns the names in files, with which a message may start.
func identifiers(files []*ast.File) map[string]bool {
	names := make(map[string]bool)
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				names[id.Name] = true
			}
			return true
		})
	}
	return names
}

func diagnosticFaults(check *report.Check, fset *token.FileSet, d analysis.Diagnostic, names map[string]bool) []string {
	var faults []string
	faultf := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }

	checkName, name, _ := strings.Cut(d.Category, "/")
	cat, ok := check.Category(name)
	switch {
	case checkName != check.Name() || !ok:
		faultf("category %q is unknown", d.Category)
	case !slices.Contains(report.Order(), d.Category):
		faultf("category %s has no place in the order", d.Category)
	case cat.Severity == report.Note == cat.Default || cat.Severity == "":
		faultf("severity %q doesn't go with being on by default or not", cat.Severity)
	}
	if d.URL != report.URL(d.Category) {
		faultf("address is %q", d.URL)
	}
	if d.End <= d.Pos || fset.File(d.End) != fset.File(d.Pos) {
		faultf("range has no end")
	}
	isName := func(word string) bool { return names[word] }
	for _, fault := range report.Wording(d.Message, isName) {
		faultf("message %s", fault)
	}
	if len(d.Related) > 2 {
		faultf("%d related places", len(d.Related))
	}
	for _, rel := range d.Related {
		if !rel.Pos.IsValid() {
			faultf("related place %q has no position", rel.Message)
		}
		for _, fault := range report.Wording(rel.Message, isName) {
			faultf("related message %q %s", rel.Message, fault)
		}
	}
	return append(faults, fixFaults(cat, fset, d)...)
}

// fixFaults returns what is wrong with the form of a diagnostic's fixes. What
// they do is tried out elsewhere.
func fixFaults(cat report.Category, fset *token.FileSet, d analysis.Diagnostic) []string {
	if len(d.SuggestedFixes) == 0 {
		return nil
	}
	var faults []string
	if len(d.SuggestedFixes) > 1 {
		faults = append(faults, fmt.Sprintf("%d fixes", len(d.SuggestedFixes)))
	}
	if cat.Fix == "" {
		faults = append(faults, "has a fix, but its category tells of none")
	}
	for _, fix := range d.SuggestedFixes {
		first, _ := utf8.DecodeRuneInString(fix.Message)
		last, _ := utf8.DecodeLastRuneInString(fix.Message)
		if !unicode.IsUpper(first) || unicode.IsPunct(last) && last != ')' || strings.Contains(fix.Message, "\n") {
			faults = append(faults, fmt.Sprintf("fix %q isn't worded as a command", fix.Message))
		}
		for _, e := range fix.TextEdits {
			if fset.File(e.Pos) != fset.File(d.Pos) || e.End.IsValid() && fset.File(e.End) != fset.File(d.Pos) {
				faults = append(faults, fmt.Sprintf("fix %q edits another file", fix.Message))
			}
		}
	}
	return faults
}

// A pattern in a want comment: a string, or a fact's name, a colon and a string.
var wantPattern = regexp.MustCompile("(?:(\\w+):)?(\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`)")

// wants returns the patterns of a package's want comments that are too short.
// Those for facts can't be too short, as they match the one fact of an object.
func wants(act *checker.Action) []string {
	var faults []string
	for _, f := range act.Package.Syntax {
		for _, group := range f.Comments {
			for _, c := range group.List {
				for _, p := range shortWants(c.Text) {
					faults = append(faults, fmt.Sprintf("%s: want %s has less than %d characters",
						act.Package.Fset.Position(c.Pos()), p, minWant))
				}
			}
		}
	}
	return faults
}

func shortWants(comment string) []string {
	text := strings.TrimSpace(strings.TrimLeft(comment, "/*"))
	if i := strings.Index(text, "// want"); i >= 0 {
		text = text[i+len("// "):]
	}
	text, ok := strings.CutPrefix(text, "want")
	if !ok {
		return nil
	}
	var short []string
	for _, m := range wantPattern.FindAllStringSubmatch(text, -1) {
		pattern, err := strconv.Unquote(m[2])
		if m[1] == "" && (err != nil || utf8.RuneCountInString(pattern) < minWant) {
			short = append(short, m[2])
		}
	}
	return short
}

// goldens returns the golden files beside the packages' files that no fix is
// for. That each fix has one is for analysistest to say.
func goldens(results []*analysistest.Result) []string {
	needed := make(map[string]bool)
	dirs := make(map[string]bool)
	for _, r := range results {
		for _, f := range r.Action.Package.GoFiles {
			dirs[filepath.Dir(f)] = true
		}
		for _, d := range r.Action.Diagnostics {
			for _, fix := range d.SuggestedFixes {
				for _, e := range fix.TextEdits {
					needed[r.Action.Package.Fset.File(e.Pos).Name()+".golden"] = true
				}
			}
		}
	}
	var faults []string
	for dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			faults = append(faults, err.Error())
		}
		for _, e := range entries {
			if file := filepath.Join(dir, e.Name()); strings.HasSuffix(file, ".golden") && !needed[file] {
				faults = append(faults, file+": no fix is for this file")
			}
		}
	}
	return faults
}
