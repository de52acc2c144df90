// Package catalogue is what the command knows about the checks: their names,
// their documentation, and the categories in which they speak.
package catalogue

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers"
)

// A Category is one kind of finding of one check.
type Category struct {
	Check    string // "ctxroot"
	Name     string // "helper"
	Default  bool   // on unless the user says otherwise
	Severity string // "error", "warning" or "note"
	Summary  string // what is found, in a few words
	Fix      string // what its suggested fix does, "" if it has none
	URL      string // of its description
}

func (c Category) String() string { return c.Check + "/" + c.Name }

// A Check is one of ctxchain's analyzers.
type Check struct {
	Name       string
	Summary    string // the first line of its documentation
	Doc        string // the documentation as a Go doc comment, the summary included
	URL        string // of its page
	Categories []Category
}

// A Catalogue lists all checks.
type Catalogue []Check

// New describes the checks of a suite, with their categories, which may be
// those of other checks as well.
func New(suite []*analysis.Analyzer, categories []analyzers.Category) Catalogue {
	var all Catalogue
	for _, a := range suite {
		summary, _, _ := strings.Cut(a.Doc, "\n")
		check := Check{Name: a.Name, Summary: summary, Doc: a.Doc, URL: a.URL}
		for _, c := range categories {
			if c.Check == a.Name {
				check.Categories = append(check.Categories, Category{
					Check:    c.Check,
					Name:     c.Name,
					Default:  c.Default,
					Severity: string(c.Severity),
					Summary:  c.Summary,
					Fix:      c.Fix,
					URL:      c.URL(),
				})
			}
		}
		if len(check.Categories) > 0 { // else it reports nothing to people
			all = append(all, check)
		}
	}
	return all
}

// Categories returns the categories of all checks.
func (c Catalogue) Categories() []Category {
	var all []Category
	for _, check := range c {
		all = append(all, check.Categories...)
	}
	return all
}

// Category returns the category of that full name.
func (c Catalogue) Category(name string) (Category, bool) {
	for _, cat := range c.Categories() {
		if cat.String() == name {
			return cat, true
		}
	}
	return Category{}, false
}

// Check returns the check of that name.
func (c Catalogue) Check(name string) (Check, bool) {
	i := slices.IndexFunc(c, func(check Check) bool { return check.Name == name })
	if i < 0 {
		return Check{}, false
	}
	return c[i], true
}

// Known reports whether name is that of a check or a category.
func (c Catalogue) Known(name string) bool {
	_, isCheck := c.Check(name)
	_, isCategory := c.Category(name)
	return isCheck || isCategory
}
