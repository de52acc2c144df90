// Package selection decides which categories of findings a run reports.
package selection

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
)

// A Set says which categories are on.
type Set struct {
	off map[string]bool // full names
}

// A Layer is what one source, such as the command line, switches on and off:
// "check" stands for all of a check's categories, "check/category" for one. The
// longer name wins over the shorter, so that -disable ctxroot -enable
// ctxroot/helper leaves one category of ctxroot.
type Layer struct{ Enable, Disable []string }

// New starts from the categories that are on by default, or from all if strict,
// and then applies the layers, of which the last wins.
//
// The error is about a name that no category has, or one that a layer has both
// on and off.
func New(checks catalogue.Catalogue, strict bool, layers ...Layer) (*Set, error) {
	set := &Set{off: make(map[string]bool)}
	for _, c := range checks.Categories() {
		set.off[c.String()] = !c.Default && !strict
	}
	for _, l := range layers {
		for _, name := range slices.Concat(l.Enable, l.Disable) {
			if !checks.Known(name) {
				return nil, fmt.Errorf("unknown check or category %q", name)
			}
			if slices.Contains(l.Enable, name) && slices.Contains(l.Disable, name) {
				return nil, fmt.Errorf("%s is both enabled and disabled", name)
			}
		}
		for _, c := range checks.Categories() {
			for _, name := range []string{c.Check, c.String()} {
				if slices.Contains(l.Enable, name) {
					set.off[c.String()] = false
				} else if slices.Contains(l.Disable, name) {
					set.off[c.String()] = true
				}
			}
		}
	}
	return set, nil
}

// Has reports whether findings of the category, given by its full name, are
// reported. A category that the catalogue lacks is: silence would hide that.
func (s *Set) Has(category string) bool { return !s.off[category] }

// Names splits a list of names at its commas.
func Names(list string) []string {
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}
