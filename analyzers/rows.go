package analyzers

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi/verify"
)

// SetRows tells a set of checks what functions of the user's own libraries do.
// A row of the text, which stands on a line or before a semicolon, is
//
//	ROLE NAME [OPTION=VALUE...]
//
// as docs/configuration.md explains. The rows replace those set before. The
// error names the row that is wrong. It is for who makes the set, before
// anything runs.
func SetRows(checks []*analysis.Analyzer, rows string) error {
	found := false
	seen := make(map[*analysis.Analyzer]bool)
	var visit func([]*analysis.Analyzer) error
	visit = func(list []*analysis.Analyzer) error {
		for _, a := range list {
			if seen[a] {
				continue
			}
			seen[a] = true
			if f := a.Flags.Lookup("api"); f != nil {
				found = true
				if err := f.Value.Set(rows); err != nil {
					return err
				}
			}
			if err := visit(a.Requires); err != nil {
				return err
			}
		}
		return nil
	}
	if err := visit(checks); err != nil {
		return err
	}
	if !found && strings.TrimSpace(rows) != "" {
		return fmt.Errorf("none of the checks takes rows")
	}
	return nil
}

// CheckRow returns what is wrong with a row for [SetRows]: its form or, unless
// load is nil, that it says something about the package of the name that isn't
// so. Load returns a type-checked package; of what isn't exported it has what
// the row names.
func CheckRow(row string, load func(path string) (*types.Package, error)) error {
	tables := new(ctxapi.Tables)
	if err := tables.Set(row); err != nil {
		return err
	}
	if load == nil {
		return nil
	}
	for _, r := range tables.Own() {
		if err := verify.Own(r, load); err != nil {
			return err
		}
	}
	return nil
}

// RowPackage returns the path of the package that a row for [SetRows] is about,
// "" for none, and whether what it names there is exported.
func RowPackage(row string) (path string, exported bool) {
	rows, err := ctxapi.ParseOwn(row)
	if err != nil || len(rows) == 0 {
		return "", true
	}
	r := rows[0]
	exported = true
	for _, name := range []string{strings.TrimPrefix(r.Recv, "*"), r.Name} {
		if name != "" && !strings.HasPrefix(name, "~") && !token.IsExported(name) {
			exported = false
		}
	}
	return r.Package, exported
}
