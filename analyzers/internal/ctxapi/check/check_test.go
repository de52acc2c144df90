package check

import (
	"slices"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi/verify"
)

// TestTables compares every third-party row with the real module.
func TestTables(t *testing.T) {
	mods := thirdParty()
	u, err := newUniverse(packagesOf(mods))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mods {
		t.Run(m.Path, func(t *testing.T) {
			versions(t, u, m)
			for _, err := range verify.Module(m, u.load) {
				t.Error(err)
			}
		})
	}
}

// versions reports packages that aren't of the version that the table names.
func versions(t *testing.T, u *universe, m *ctxapi.Module) {
	for _, p := range packagesOf([]*ctxapi.Module{m}) {
		mod, version := u.module(p)
		if version == "" {
			t.Errorf("%s: not listed", p)
		} else if mod == m.Path && version != m.Version {
			t.Errorf("%s is of version %s, the table of %s", p, version, m.Version)
		}
	}
}

func thirdParty() []*ctxapi.Module {
	return slices.DeleteFunc(ctxapi.All(), func(m *ctxapi.Module) bool { return m.Path == "std" })
}

// packagesOf returns the packages that the modules' rows are about, or were
// counted in, sorted.
func packagesOf(mods []*ctxapi.Module) []string {
	var paths []string
	for _, m := range mods {
		for _, r := range m.Rows {
			if !strings.Contains(r.Package, "*") {
				paths = append(paths, r.Package)
			}
			for _, s := range strings.Fields(r.Attr("seen")) {
				if i := strings.LastIndexByte(s, ':'); i >= 0 {
					paths = append(paths, s[:i])
				}
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
