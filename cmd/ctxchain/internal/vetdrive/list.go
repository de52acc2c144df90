package vetdrive

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A listed is a package that a pattern names.
type listed struct {
	path string
	main bool // in the main module, or in the workspace
	bad  bool // doesn't load, or something that it imports doesn't
}

// foreign reports whether a package isn't the user's own.
func (p listed) foreign() bool { return !p.main && p.path != "command-line-arguments" }

// list returns the packages that the patterns name, in the order of go list.
func (req *Request) list(ctx context.Context, patterns []string, flags ...string) ([]listed, error) {
	const format = `{{.ImportPath}}{{"\t"}}{{with .Module}}{{.Main}}{{end}}{{"\t"}}{{or .Error .DepsErrors | not | not}}`
	args := slices.Concat([]string{"list", "-e", "-f", format}, flags, req.BuildFlags, []string{"--"}, patterns)
	out, err := req.goCommand(ctx, args...).Output()
	if err != nil && !isExit(err) {
		return nil, fmt.Errorf("go list: %v", err)
	}
	var packages []listed
	for line := range strings.Lines(string(out)) {
		field := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(field) != 3 {
			return nil, fmt.Errorf("unexpected output of go list: %q", line)
		}
		packages = append(packages, listed{field[0], field[1] == "true", field[2] == "true"})
	}
	return packages, nil
}

// wantsAll reports whether it's plain, without asking the go command, that all
// that was found is in packages asked for. Most often it is: the pattern is
// ./...
func (req *Request) wantsAll(report *Report) bool {
	if len(report.Findings) == 0 && len(report.Failures) == 0 {
		return true
	}
	dir, err := req.dir()
	if err != nil || len(report.Failures) > 0 || !slices.Equal(req.Patterns, []string{"./..."}) {
		return false
	}
	return !slices.ContainsFunc(report.Findings, func(f Finding) bool { return !matchedByDots(dir, f.Start.File) })
}

// matchedByDots reports whether a file is one of those that ./... stands for in
// a directory, where it leaves out some: see go help packages.
func matchedByDots(dir, file string) bool {
	rel, err := filepath.Rel(dir, filepath.Dir(file))
	if err != nil {
		return false
	}
	for elem := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
		if elem != "." && (elem == "testdata" || elem == "vendor" || strings.HasPrefix(elem, ".") || strings.HasPrefix(elem, "_")) {
			return false
		}
	}
	return true
}

// isFile reports whether a pattern is the name of a file.
func isFile(pattern string) bool { return strings.HasSuffix(pattern, ".go") }

// mayBeForeign reports whether a pattern may name packages that aren't the
// user's own, as import paths may, and words such as "all".
func mayBeForeign(pattern string) bool {
	return !strings.HasPrefix(pattern, ".") && !isFile(pattern) && !filepath.IsAbs(pattern)
}
