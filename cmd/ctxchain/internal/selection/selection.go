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

// New starts from the categories that are on by default, or from all if strict,
// and then switches those named in enable and disable: "check" for all of a
// check's, "check/category" for one. The longer name wins over the shorter, so
// that -disable ctxroot -enable ctxroot/helper leaves one category of ctxroot.
//
// The error is about a name that no category has, or one that is to be both on
// and off.
func New(checks catalogue.Catalogue, strict bool, enable, disable []string) (*Set, error) {
	for _, name := range slices.Concat(enable, disable) {
		if !checks.Known(name) {
			return nil, fmt.Errorf("unknown check or category %q", name)
		}
		if slices.Contains(enable, name) && slices.Contains(disable, name) {
			return nil, fmt.Errorf("%s is both enabled and disabled", name)
		}
	}
	set := &Set{off: make(map[string]bool)}
	for _, c := range checks.Categories() {
		on := c.Default || strict
		for _, name := range []string{c.Check, c.String()} {
			if slices.Contains(enable, name) {
				on = true
			} else if slices.Contains(disable, name) {
				on = false
			}
		}
		set.off[c.String()] = !on
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
