package config

import (
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// An Exclusion leaves out findings in some files.
type Exclusion struct {
	Path   string    // a pattern with slashes, relative to the configuration's directory; ** is any number of directories
	Checks []Setting // the checks and categories that it is for, by their names; none for all
	At     Place

	dir string // the configuration's
}

// Excluded reports whether findings of the category, given by its full name, are
// left out of the file.
func (c *Config) Excluded(file, category string) bool {
	for i := range c.Exclude {
		if c.Exclude[i].covers(file, category) {
			return true
		}
	}
	return false
}

func (e *Exclusion) covers(file, category string) bool {
	for i, s := range e.Checks {
		if s.Name == category || strings.HasPrefix(category, s.Name+"/") {
			break
		}
		if i == len(e.Checks)-1 {
			return false
		}
	}
	rel, err := filepath.Rel(e.dir, file)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	// A directory stands for all that is in it.
	for _, pattern := range []string{e.Path, strings.TrimSuffix(e.Path, "/") + "/**"} {
		if ok, err := doublestar.Match(pattern, rel); ok && err == nil {
			return true
		}
	}
	return false
}
