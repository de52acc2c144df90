// Package rowcheck holds the rows of a configuration against the packages that
// they are about.
package rowcheck

import (
	"context"
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/config"
)

// Check returns an error about the first row that names something that isn't
// there, or says something about it that isn't so. BuildFlags are those of the
// run. If shared is set, the configuration is also for modules that aren't part
// of this run, and may have rows about packages that only these know.
//
// A package that doesn't compile isn't checked: the run tells about it.
func Check(ctx context.Context, cfg *config.Config, dir string, buildFlags []string, shared bool) error {
	paths, unexported := cfg.RowPackages()
	if len(paths) == 0 {
		return nil
	}
	mode := packages.NeedName | packages.NeedTypes | packages.NeedImports
	if unexported { // which the build cache doesn't keep
		mode |= packages.NeedSyntax | packages.NeedCompiledGoFiles | packages.NeedFiles | packages.NeedTypesInfo
	}
	pkgs, err := packages.Load(&packages.Config{Context: ctx, Mode: mode, Dir: dir, BuildFlags: buildFlags}, paths...)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	return cfg.CheckRows(func(path string) (*types.Package, error) {
		i := slices.IndexFunc(pkgs, func(p *packages.Package) bool { return p.PkgPath == path })
		switch {
		case i >= 0 && len(pkgs[i].Errors) == 0 && pkgs[i].Types != nil:
			return pkgs[i].Types, nil
		case shared, i >= 0 && !unknown(pkgs[i]):
			return nil, nil
		}
		return nil, fmt.Errorf("no package %s is known to this module", path)
	})
}

// unknown reports whether a package doesn't exist, as opposed to one with errors.
func unknown(p *packages.Package) bool {
	return len(p.GoFiles) == 0 && len(p.CompiledGoFiles) == 0 && (p.Types == nil || len(p.Types.Scope().Names()) == 0)
}
