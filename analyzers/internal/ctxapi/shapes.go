package ctxapi

import "go/types"

// shapes says which type of the standard library has the method of a name that
// people put into interfaces of their own, to be able to put something else in
// its place: type Doer interface { Do(*http.Request) (*http.Response, error) }.
var shapes = map[string]struct{ path, name string }{
	"Do": {"net/http", "Client"},

	"ExecContext":     {"database/sql", "DB"},
	"QueryContext":    {"database/sql", "DB"},
	"QueryRowContext": {"database/sql", "DB"},
	"PrepareContext":  {"database/sql", "DB"},
	"BeginTx":         {"database/sql", "DB"},

	"LookupAddr":   {"net", "Resolver"},
	"LookupCNAME":  {"net", "Resolver"},
	"LookupHost":   {"net", "Resolver"},
	"LookupIP":     {"net", "Resolver"},
	"LookupIPAddr": {"net", "Resolver"},
	"LookupMX":     {"net", "Resolver"},
	"LookupNS":     {"net", "Resolver"},
	"LookupNetIP":  {"net", "Resolver"},
	"LookupSRV":    {"net", "Resolver"},
	"LookupTXT":    {"net", "Resolver"},
}

// ShapeRows returns what the tables say of an interface's method because one of
// the standard library has its name and its signature: where it leaves the process,
// and what keeps its context. That interface's package has to know the library's.
func (t *Tables) ShapeRows(m *types.Func) []*Row {
	s, ok := shapes[m.Name()]
	if !ok || m.Pkg() == nil {
		return nil
	}
	pkg := knows(m, s.path)
	if pkg == nil {
		return nil
	}
	tn, ok := pkg.Scope().Lookup(s.name).(*types.TypeName)
	if !ok {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(tn.Type()), true, pkg, m.Name())
	like, ok := obj.(*types.Func)
	if !ok || !types.Identical(like.Signature(), m.Signature()) {
		return nil
	}
	var rows []*Row
	for _, r := range t.MethodRows(nil, like) {
		if r.Role == Outgoing || r.Role == Retains {
			rows = append(rows, r)
		}
	}
	return rows
}

// knows returns the package of that path, if the method's package imports it or
// the method takes or gives something of it.
func knows(m *types.Func, path string) *types.Package {
	for _, imp := range m.Pkg().Imports() {
		if imp.Path() == path {
			return imp
		}
	}
	sig := m.Signature()
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for i := range tuple.Len() {
			if n := namedOf(tuple.At(i).Type()); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path {
				return n.Obj().Pkg()
			}
		}
	}
	return nil
}
