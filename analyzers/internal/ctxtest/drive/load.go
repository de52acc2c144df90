package drive

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// Mode is what From needs to know of a package that is loaded from source
// while what it imports comes from export data. With [packages.NeedDeps], all
// packages can be analyzed.
const Mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule | packages.NeedExportFile

// AllMode is what From needs to know where all packages come from source.
const AllMode = Mode&^packages.NeedExportFile | packages.NeedDeps

// From returns a package as go/packages has loaded it, which has to be without
// errors.
func From(p *packages.Package) *Package {
	pkg := &Package{
		ID:      p.ID,
		Fset:    p.Fset,
		Files:   p.Syntax,
		Types:   p.Types,
		Info:    p.TypesInfo,
		Sizes:   p.TypesSizes,
		Ignored: p.IgnoredFiles,
		Other:   p.OtherFiles,
	}
	if m := p.Module; m != nil {
		pkg.Module = &analysis.Module{Path: m.Path, Version: m.Version, GoVersion: m.GoVersion}
	}
	return pkg
}

// Order returns the packages and all that they import, each after what it
// imports. There are many such orders: backwards gives another one.
func Order(roots []*packages.Package, backwards bool) []*packages.Package {
	var all []*packages.Package
	seen := make(map[*packages.Package]bool)
	var visit func([]*packages.Package)
	visit = func(pkgs []*packages.Package) {
		slices.SortFunc(pkgs, func(x, y *packages.Package) int {
			switch {
			case (x.ID < y.ID) != backwards:
				return -1
			case x.ID == y.ID:
				return 0
			}
			return 1
		})
		for _, p := range pkgs {
			if !seen[p] {
				seen[p] = true
				visit(slices.Collect(maps.Values(p.Imports)))
				all = append(all, p)
			}
		}
	}
	visit(slices.Clone(roots))
	return all
}
