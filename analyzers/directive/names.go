package directive

import (
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
)

// names is what a directive's names stand for.
type names struct {
	text    string // the directive as written, with those of its names that are ctxchain's
	on      bool   // one of them is ctxchain, a check, or a category that is on; or the directive needs none
	off     bool   // one is a category that is off, or a check with nothing on
	unknown string // the first that means nothing
}

// names looks up the names of d.
func (p *pass) names(d *directives.Directive) names {
	var n names
	switch d.Kind {
	case directives.Root, directives.Detached:
		n.text, n.on = "//"+directives.Name+":"+d.Verb, true
		return n
	case directives.Nolint:
		if d.Bare() {
			return n
		}
	}
	var ours []string
	for _, name := range d.Names {
		check, category, hasCategory := strings.Cut(name, "/")
		switch known, on := p.lookup(check, category, hasCategory); {
		case known:
			n.on = n.on || on
			n.off = n.off || !on
		case d.Kind == directives.Nolint && !(hasCategory && p.find(check) != nil):
			continue // another linter's
		case n.unknown == "":
			n.unknown = name
		}
		ours = append(ours, name)
	}
	n.text = "//" + directives.Name + ":" + d.Verb + " "
	if d.Kind == directives.Nolint {
		n.text = "//" + d.Verb + ":"
	}
	n.text += strings.Join(ours, ",")
	return n
}

// lookup reports whether a name exists, and whether any category that it stands
// for is on.
func (p *pass) lookup(check, category string, hasCategory bool) (known, on bool) {
	if check == directives.Name && !hasCategory {
		return true, true
	}
	c := p.find(check)
	if c == nil {
		return false, false
	}
	if hasCategory {
		_, known = c.Category(category)
		return known, c.Enabled(category)
	}
	return true, slices.ContainsFunc(c.Categories(), func(cat report.Category) bool { return c.Enabled(cat.Name) })
}

// find returns the check of that name, or nil.
func (p *pass) find(name string) *report.Check {
	for _, c := range p.checks {
		if c.Name() == name {
			return c
		}
	}
	return nil
}
