package ctxtest

import (
	"bytes"
	"cmp"
	"fmt"
	"go/token"
	"os"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/packages"
)

// applied applies the fixes of the results' diagnostics, each alone and then
// all at once, and returns what is wrong with the code that they leave.
func applied(a *analysis.Analyzer, results []*analysistest.Result) []string {
	var faults []string
	var all []analysis.TextEdit
	for _, r := range results {
		pkg := r.Action.Package
		for _, d := range r.Action.Diagnostics {
			for _, fix := range d.SuggestedFixes {
				all = append(all, fix.TextEdits...)
				at := fmt.Sprintf("%s: fix %q", pkg.Fset.Position(d.Pos), fix.Message)
				files, err := edited(pkg.Fset, fix.TextEdits)
				if err != nil {
					faults = append(faults, fmt.Sprintf("%s: %v", at, err))
					continue
				}
				w := newWorld(files, results)
				w.rebuild(pkg)
				for _, err := range w.errors {
					faults = append(faults, fmt.Sprintf("%s: %v", at, err))
				}
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	files, err := edited(results[0].Action.Package.Fset, all)
	if err != nil {
		return append(faults, fmt.Sprintf("all fixes: %v", err))
	}
	return append(faults, reanalyzed(a, files, results)...)
}

// reanalyzed returns what is wrong with the packages of the results after files
// have changed: they don't compile, or something is found that was fixed.
func reanalyzed(a *analysis.Analyzer, files map[string][]byte, results []*analysistest.Result) []string {
	w := newWorld(files, results)
	var pkgs []*packages.Package
	for _, r := range results {
		pkgs = append(pkgs, w.rebuild(r.Action.Package))
	}
	var faults []string
	for _, err := range w.errors {
		// Each fix alone sees to its imports, but two may both leave one to the
		// other; drivers clean up after that.
		if !err.unusedImport() {
			faults = append(faults, fmt.Sprintf("all fixes: %v", err))
		}
	}
	if len(faults) > 0 {
		return faults
	}
	actions, err := analyze(a, pkgs)
	if err != nil {
		return []string{fmt.Sprintf("all fixes: %v", err)}
	}
	for i, act := range actions {
		if act.Err != nil {
			faults = append(faults, fmt.Sprintf("all fixes: %s: %v", act.Package.ID, act.Err))
		}
		fixed, open := tally(results[i].Action.Package.Fset, results[i].Action.Diagnostics)
		after := make(map[string]int)
		for _, d := range act.Diagnostics {
			k := key(act.Package.Fset, d)
			if after[k]++; fixed[k] > 0 && after[k] > open[k] {
				faults = append(faults, fmt.Sprintf("%s: %s: still there after its fix", act.Package.Fset.Position(d.Pos), d.Message))
			}
		}
	}
	return faults
}

// tally counts the diagnostics that have a fix and those that have none.
func tally(fset *token.FileSet, ds []analysis.Diagnostic) (fixed, open map[string]int) {
	fixed, open = make(map[string]int), make(map[string]int)
	for _, d := range ds {
		if len(d.SuggestedFixes) > 0 {
			fixed[key(fset, d)]++
		} else {
			open[key(fset, d)]++
		}
	}
	return fixed, open
}

// key identifies a diagnostic by what doesn't change when code moves.
func key(fset *token.FileSet, d analysis.Diagnostic) string {
	return fset.File(d.Pos).Name() + "\n" + d.Category + "\n" + d.Message
}

// edited returns the files that the edits change, by name. An edit that is
// there twice, as a file is in two variants of a package, counts once.
func edited(fset *token.FileSet, edits []analysis.TextEdit) (map[string][]byte, error) {
	type change struct {
		from, to int
		text     []byte
	}
	changes := make(map[string][]change)
	for _, e := range edits {
		f := fset.File(e.Pos)
		c := change{f.Offset(e.Pos), f.Offset(max(e.Pos, e.End)), e.NewText}
		changes[f.Name()] = append(changes[f.Name()], c)
	}
	files := make(map[string][]byte)
	for name, cs := range changes {
		old, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(cs, func(x, y change) int {
			return cmp.Or(x.from-y.from, x.to-y.to, bytes.Compare(x.text, y.text))
		})
		cs = slices.CompactFunc(cs, func(x, y change) bool {
			return x.from == y.from && x.to == y.to && bytes.Equal(x.text, y.text)
		})
		var b bytes.Buffer
		done := 0
		for _, c := range cs {
			if c.from < done {
				return nil, fmt.Errorf("edits of %s overlap at offset %d", name, c.from)
			}
			b.Write(old[done:c.from])
			b.Write(c.text)
			done = c.to
		}
		b.Write(old[done:])
		files[name] = b.Bytes()
	}
	return files, nil
}
