package vetdrive

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// inWorkspace lets patterns such as ./... stand for all modules of a workspace
// below a directory that is itself in none of them: there, the go command
// would complain. The patterns come back as the go command takes them.
func (req *Request) inWorkspace(ctx context.Context, env *goEnv) error {
	if !env.onlyWorkspace() || !slices.ContainsFunc(req.Patterns, isTree) {
		return nil
	}
	args := slices.Concat([]string{"list", "-m", "-f", "{{.Dir}}"}, req.moduleFlags())
	out, err := req.goCommand(ctx, args...).Output()
	if err != nil {
		return nil // go vet will tell
	}
	modules := strings.Split(strings.TrimSpace(string(out)), "\n")
	var patterns []string
	for _, p := range req.Patterns {
		below, err := req.modulesBelow(p, modules)
		if err != nil {
			return err
		}
		patterns = append(patterns, below...)
	}
	req.Patterns = patterns
	return nil
}

// isTree reports whether a pattern is a directory with all below it.
func isTree(pattern string) bool {
	return strings.HasSuffix(pattern, "/...") && (strings.HasPrefix(pattern, ".") || filepath.IsAbs(pattern))
}

// modulesBelow returns patterns for the modules in the directory of a pattern,
// or the pattern itself if there are none.
func (req *Request) modulesBelow(pattern string, modules []string) ([]string, error) {
	if !isTree(pattern) {
		return []string{pattern}, nil
	}
	dir := strings.TrimSuffix(pattern, "/...")
	if !filepath.IsAbs(dir) {
		from, err := req.dir()
		if err != nil {
			return nil, err
		}
		dir = filepath.Join(from, dir)
	}
	var patterns []string
	for _, m := range modules {
		rel, err := filepath.Rel(dir, m)
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			continue
		}
		patterns = append(patterns, m+string(filepath.Separator)+"...")
	}
	if len(patterns) == 0 {
		return []string{pattern}, nil
	}
	return patterns, nil
}

// moduleFlags returns those of the build flags that go list -m takes.
func (req *Request) moduleFlags() []string {
	return slices.DeleteFunc(slices.Clone(req.BuildFlags), func(f string) bool {
		return !strings.HasPrefix(f, "-mod=") && !strings.HasPrefix(f, "-modfile=") && !strings.HasPrefix(f, "-modcacherw")
	})
}

// Dirs returns the directories of the packages that a request is about.
func Dirs(ctx context.Context, req Request) ([]string, error) {
	env, err := probe(ctx, req.Dir)
	if err == nil {
		err = req.inWorkspace(ctx, env)
	}
	if err != nil {
		return nil, err
	}
	args := slices.Concat([]string{"list", "-e", "-find", "-f", "{{.Dir}}"}, req.BuildFlags, []string{"--"}, req.Patterns)
	out, err := req.goCommand(ctx, args...).Output()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil && !isExit(err) {
		return nil, fmt.Errorf("go list: %v", err)
	}
	return strings.FieldsFunc(string(out), func(c rune) bool { return c == '\n' || c == '\r' }), nil
}
