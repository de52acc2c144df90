// Package report is how ctxchain's checks speak: which categories of findings
// there are, which of them are on, which of several findings about the same
// fault is told, and what a diagnostic must have so that every driver can show
// it.
//
// A check makes a [Check] for each of its analyzers, registers its flags, and
// hands what it found in a package to [Check.Report].
package report

import (
	"flag"
	"fmt"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"
)

// Severity tells how sure and how bad a category's findings are, for the
// output formats that show it.
type Severity string

// The severities. What is off by default is a Note.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// A Category is a kind of finding that can be switched on and off.
type Category struct {
	Check    string // the analyzer's name, such as ctxroot
	Name     string // such as helper
	Default  bool   // whether the default preset has it on
	Severity Severity
	Summary  string // what is found, in a few words, for tables and help
	Fix      string // what its suggested fix does, in a few words; "" if it has none
}

// ID returns the name by which users know the category, such as ctxroot/helper.
func (c Category) ID() string { return c.Check + "/" + c.Name }

// Presets are the values of each check's preset flag: the categories that are
// on by default, and all of them.
func Presets() []string { return []string{presetDefault, presetStrict} }

const (
	presetDefault = "default"
	presetStrict  = "strict"

	flagPreset = "preset"
	flagNolint = "nolint"
)

// A Check holds the categories of one analyzer and the values of its flags.
// The flags may change until the analyzer first runs.
type Check struct {
	name       string
	categories []Category
	strict     bool
	nolint     bool
	switches   map[string]bool // by category name; absent where the preset decides
	collector  *analysis.Analyzer
}

// NewCheck returns the check of that name with its categories, in the order in
// which its documentation lists them. Their Check field is filled in.
func NewCheck(name string, categories ...Category) *Check {
	c := &Check{
		name:       name,
		categories: slices.Clone(categories),
		nolint:     true,
		switches:   make(map[string]bool),
	}
	for i := range c.categories {
		c.categories[i].Check = name
	}
	return c
}

// Of returns the check whose flags an analyzer has, or nil for an analyzer
// that isn't one of ctxchain's checks.
func Of(a *analysis.Analyzer) *Check {
	if f := a.Flags.Lookup(flagPreset); f != nil {
		if p, ok := f.Value.(*preset); ok {
			return p.check
		}
	}
	return nil
}

// Name returns the name of the check's analyzer.
func (c *Check) Name() string { return c.name }

// Categories returns the check's categories, for the caller to keep.
func (c *Check) Categories() []Category { return slices.Clone(c.categories) }

// Category returns the category of that name, without the check's.
func (c *Check) Category(name string) (Category, bool) {
	for _, cat := range c.categories {
		if cat.Name == name {
			return cat, true
		}
	}
	return Category{}, false
}

// Enabled reports whether the category of that name is on: by its own flag if
// that was set, else by the preset. A name that isn't a category's is off.
func (c *Check) Enabled(category string) bool {
	cat, ok := c.Category(category)
	if !ok {
		return false
	}
	if on, set := c.switches[category]; set {
		return on
	}
	return cat.Default || c.strict
}

// Nolint reports whether //nolint comments count. Where they don't, the driver
// looks at them.
func (c *Check) Nolint() bool { return c.nolint }

// Register adds the check's flags to those of its analyzer:
//
//	preset    default or strict
//	nolint    whether //nolint comments count; golangci-lint, which has its own idea of them, sets it to false
//	CATEGORY  one for each, true or false; unset, or set to nothing, it follows the preset
func (c *Check) Register(fs *flag.FlagSet) {
	fs.Var(&preset{c}, flagPreset, "which categories are on: default, or strict for all")
	fs.BoolVar(&c.nolint, flagNolint, c.nolint, "honor //nolint comments")
	for _, cat := range c.categories {
		usage := cat.Summary
		if !cat.Default {
			usage += " (off in the default preset)"
		}
		fs.Var(&toggle{c, cat.Name}, cat.Name, usage)
	}
}

// preset is the value of the preset flag.
type preset struct{ check *Check }

func (p *preset) String() string {
	switch {
	case p.check == nil: // as package flag asks for the zero value
		return ""
	case p.check.strict:
		return presetStrict
	}
	return presetDefault
}

func (p *preset) Set(value string) error {
	switch value {
	case presetDefault, presetStrict:
		p.check.strict = value == presetStrict
		return nil
	}
	return fmt.Errorf("%s.%s is %q; allowed are %s and %s", p.check.name, flagPreset, value, presetDefault, presetStrict)
}

// toggle is the value of a category's flag.
type toggle struct {
	check    *Check
	category string
}

// IsBoolFlag lets -ctxroot.helper stand for -ctxroot.helper=true.
func (t *toggle) IsBoolFlag() bool { return true }

func (t *toggle) String() string {
	if t.check != nil {
		if on, set := t.check.switches[t.category]; set {
			return strconv.FormatBool(on)
		}
	}
	return ""
}

func (t *toggle) Set(value string) error {
	if value == "" {
		delete(t.check.switches, t.category)
		return nil
	}
	on, err := strconv.ParseBool(value)
	if err != nil {
		return fmt.Errorf("%s.%s is %q; allowed are true and false", t.check.name, t.category, value)
	}
	t.check.switches[t.category] = on
	return nil
}
