package config

import (
	"errors"
	"go/types"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
)

// Check returns an error about the first name in the file that is neither that
// of a check nor of a category.
func (c *Config) Check(checks catalogue.Catalogue) error {
	names := c.Checks
	for _, e := range c.Exclude {
		names = append(names[:len(names):len(names)], e.Checks...)
	}
	for _, s := range names {
		if !checks.Known(s.Name) {
			if s.At.Key == "checks."+s.Name {
				return s.At.Errorf("unknown check or category")
			}
			return s.At.Errorf("unknown check or category %q", s.Name)
		}
	}
	return nil
}

// Switched returns the names of the checks and categories that the file switches
// on, and of those that it switches off.
func (c *Config) Switched() (enable, disable []string) {
	for _, s := range c.Checks {
		if s.On {
			enable = append(enable, s.Name)
		} else {
			disable = append(disable, s.Name)
		}
	}
	return enable, disable
}

// Severities returns the catalogue with the severities that the file gives; a
// category's own setting wins over its check's.
func (c *Config) Severities(checks catalogue.Catalogue) catalogue.Catalogue {
	given := make(map[string]string)
	for _, s := range c.Checks {
		if s.Severity != "" {
			given[s.Name] = s.Severity
		}
	}
	changed := make(catalogue.Catalogue, len(checks))
	for i, check := range checks {
		changed[i] = check
		changed[i].Categories = nil
		for _, cat := range check.Categories {
			for _, name := range []string{cat.Check, cat.String()} {
				if s, ok := given[name]; ok {
					cat.Severity = s
				}
			}
			changed[i].Categories = append(changed[i].Categories, cat)
		}
	}
	return changed
}

// CheckRows returns an error about the first row that says something about the
// package of its name that isn't so; load as for analyzers.CheckRow. A row is
// passed over if load returns neither a package nor an error.
func (c *Config) CheckRows(load func(path string) (*types.Package, error)) error {
	for _, r := range c.Rows {
		passed := false
		err := analyzers.CheckRow(r.Text, func(path string) (*types.Package, error) {
			pkg, err := load(path)
			if pkg == nil && err == nil {
				passed = true
				err = errors.New("passed over")
			}
			return pkg, err
		})
		if err != nil && !passed {
			return r.At.Errorf("%v", err)
		}
	}
	return nil
}

// RowPackages returns the paths of the packages that the rows are about, in
// order, and whether a row is about something that isn't exported.
func (c *Config) RowPackages() (paths []string, unexported bool) {
	for _, r := range c.Rows {
		path, exported := analyzers.RowPackage(r.Text)
		if path != "" {
			paths = append(paths, path)
			unexported = unexported || !exported
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), unexported
}

// Text returns the file's rows as the checks take them, "" for none.
func (c *Config) Text() string {
	var lines []string
	for _, r := range c.Rows {
		lines = append(lines, r.Text)
	}
	return strings.Join(lines, "\n")
}
