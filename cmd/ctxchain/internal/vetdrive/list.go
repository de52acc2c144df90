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
	out, err := goCommand(ctx, args...).Output()
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

// isFile reports whether a pattern is the name of a file.
func isFile(pattern string) bool { return strings.HasSuffix(pattern, ".go") }

// mayBeForeign reports whether a pattern may name packages that aren't the
// user's own, as import paths may, and words such as "all".
func mayBeForeign(pattern string) bool {
	return !strings.HasPrefix(pattern, ".") && !isFile(pattern) && !filepath.IsAbs(pattern)
}
