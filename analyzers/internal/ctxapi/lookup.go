package ctxapi

import (
	"go/types"
	"strings"
)

// Rows returns the rows for a function, method, field, package variable or named
// func type, in table order; nil when the tables don't know it.
//
// A method found through embedding is looked up by the type that declares it.
// Where the call's own receiver is known, ask [Tables.MethodRows]: one declaring
// type may serve several, of which one sends and another only queues.
func (t *Tables) Rows(obj types.Object) []*Row {
	switch obj := obj.(type) {
	case *types.Func:
		return t.MethodRows(nil, obj)
	case *types.Var:
		obj = obj.Origin()
		if obj.IsField() {
			return t.fieldRows(obj)
		}
		return t.finder(obj).named("", obj.Name())
	case *types.TypeName:
		return t.finder(obj).named("", obj.Name())
	}
	return nil
}

// Find returns the first row of obj that has the role, or nil.
func (t *Tables) Find(obj types.Object, role Role) *Row { return First(t.Rows(obj), role) }

// First returns the first of rows that has the role, or nil.
func First(rows []*Row, role Role) *Row {
	for _, r := range rows {
		if r.Role == role {
			return r
		}
	}
	return nil
}

// MethodRows returns the rows for a method called on an expression of type recv,
// as Rows does; recv may be nil, and is ignored for a function.
//
// Rows written for recv come first, then those for the type that declares the
// method; at each, a row for the very name beats a pattern. A row for a
// promoted method of some other type counts when nothing else is known. The
// user's own rows come before all these.
func (t *Tables) MethodRows(recv types.Type, m *types.Func) []*Row {
	m = m.Origin()
	f := t.finder(m)
	f.sig = m.Signature()
	for _, src := range t.sources() {
		if f.sig.Recv() == nil {
			tables := src.of(f.path)
			f.exact(tables, "", m.Name())
			f.patterns(tables, "", m.Name(), false)
		} else {
			f.method(src, recv, m)
		}
	}
	return f.out
}

// method adds the rows that a source has for a method called on a receiver.
func (f *finder) method(src source, recv types.Type, m *types.Func) {
	decl := namedOf(f.sig.Recv().Type())
	declTables, declName := src.ofType(decl)
	static := namedOf(recv)
	if static != nil && (decl == nil || static.Obj() != decl.Obj()) {
		f.recv = static
		tables, name := src.ofType(static)
		f.exact(tables, name, m.Name())
		f.exact(declTables, declName, m.Name())
		f.patterns(tables, name, m.Name(), false)
	} else {
		f.recv = decl
		f.exact(declTables, declName, m.Name())
	}
	f.patterns(declTables, declName, m.Name(), false)
	f.promoted(declTables, declName, m.Name())
	f.patterns(declTables, declName, m.Name(), true)
	f.patterns(src.anywhere(f.sig), declName, m.Name(), false)
}

// FieldRows returns the rows for a field of the struct type, which may be named
// or a pointer to that. For a field of an embedded struct, structType is the
// embedded one.
func (t *Tables) FieldRows(structType types.Type, field *types.Var) []*Row {
	field = field.Origin()
	if n := namedOf(structType); n != nil {
		f := t.finder(n.Obj())
		f.field = field
		if rows := f.named(n.Obj().Name(), field.Name()); rows != nil {
			return rows
		}
	}
	return t.fieldRows(field)
}

// fieldRows finds a field's struct among the types of its package that have a
// row for the name: a types.Var doesn't know where it belongs.
func (t *Tables) fieldRows(field *types.Var) []*Row {
	f := t.finder(field)
	f.field = field
	if field.Pkg() == nil {
		return nil
	}
	for _, pt := range t.tablesOf(f.path) {
		for _, recv := range pt.recvs[field.Name()] {
			tn, ok := field.Pkg().Scope().Lookup(recv).(*types.TypeName)
			if !ok {
				continue
			}
			st, ok := tn.Type().Underlying().(*types.Struct)
			if !ok {
				continue
			}
			for v := range st.Fields() {
				if v == field {
					return f.named(recv, field.Name())
				}
			}
		}
	}
	return nil
}

// TypeRows returns the rows for a named type (or a pointer to one): first those
// for a named func type itself, then the carrier rows of its methods and
// fields, whose Kind says how to get at the context ("c.Request.Context()").
func (t *Tables) TypeRows(of types.Type) []*Row {
	n := namedOf(of)
	if n == nil {
		return nil
	}
	f := t.finder(n.Obj())
	rows := f.named("", n.Obj().Name())
	for _, pt := range t.tablesOf(f.path) {
		for _, r := range pt.carriers(n.Obj().Name()) {
			if r.fits(f) {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// carriers returns the carrier rows written for the receiver that aren't about
// a callback, in table order.
func (pt *pkgTable) carriers(recv string) []*Row {
	var rows []*Row
	for key := range pt.rows {
		if key.recv != recv {
			continue
		}
		for _, r := range pt.rows[key] {
			if r.Role == Carrier && !r.Has("callback") {
				rows = append(rows, r)
			}
		}
	}
	sortRows(rows)
	return rows
}

// HasLimits reports whether the named type has fields or methods that limit
// how long its calls take.
func (t *Tables) HasLimits(n *types.Named) bool {
	for _, pt := range t.tablesOf(pkgPath(n.Obj())) {
		for key, rows := range pt.rows {
			if key.recv == n.Obj().Name() && First(rows, TimeoutField) != nil {
				return true
			}
		}
	}
	return false
}

// Knows reports whether the tables have rows for the package; not counted are
// the patterns that fit generated clients in any package.
func (t *Tables) Knows(path string) bool { return len(t.tablesOf(path)) > 0 }

// A finder collects the rows of one object. Rows of a bit (see roleBits) that an
// earlier tier has filled are left out.
type finder struct {
	tables *Tables
	obj    types.Object
	path   string
	sig    *types.Signature // nil for what can't be called
	recv   *types.Named     // receiver on which a variant's sibling is looked up
	field  *types.Var
	filled uint
	out    []*Row
}

func (t *Tables) finder(obj types.Object) *finder {
	f := &finder{tables: t, obj: obj, path: pkgPath(obj)}
	switch obj.(type) {
	case *types.Var, *types.TypeName:
		f.sig, _ = obj.Type().Underlying().(*types.Signature)
	}
	return f
}

// named returns the rows for a field (recv is its struct), variable or type.
func (f *finder) named(recv, name string) []*Row {
	if f.field != nil {
		f.sig, _ = f.field.Type().Underlying().(*types.Signature)
	}
	for _, src := range f.tables.sources() {
		f.exact(src.of(f.path), recv, name)
	}
	return f.out
}

// exact adds the rows for the very receiver and name.
func (f *finder) exact(tables []*pkgTable, recv, name string) {
	filled := f.filled
	for _, t := range tables {
		for _, r := range t.rows[objKey{recv, name}] {
			f.add(r, filled)
		}
	}
}

// promoted adds the rows for methods that the receiver declares and that are
// written for the types that embed it.
func (f *finder) promoted(tables []*pkgTable, recv, name string) {
	filled := f.filled
	for _, t := range tables {
		for _, r := range t.declared[objKey{recv, name}] {
			f.add(r, filled)
		}
	}
}

// patterns adds the most particular of the patterns that match.
func (f *finder) patterns(tables []*pkgTable, recv, name string, extended bool) {
	var found []*Row
	best := make(map[uint]int) // rank by role bit
	for _, t := range tables {
		for _, r := range t.patterns {
			if !r.matches(recv, name, f.sig, extended) {
				continue
			}
			found = append(found, r)
			bit := roleBits(r.Role)
			if b, ok := best[bit]; !ok || r.pattern.rank() < b {
				best[bit] = r.pattern.rank()
			}
		}
	}
	filled := f.filled
	for _, r := range found {
		if r.pattern.rank() == best[roleBits(r.Role)] {
			f.add(r, filled)
		}
	}
}

// add takes the row unless an earlier tier has filled its place, the object at
// hand isn't what the row was written for, or a row for another embedding type
// has said the same already.
func (f *finder) add(r *Row, filled uint) {
	bit := roleBits(r.Role)
	if filled&bit != 0 || !r.fits(f) {
		return
	}
	r = r.resolved(f.sig)
	for _, o := range f.out {
		if o.Role == r.Role && o.Ctx == r.Ctx && o.Kind == r.Kind {
			return
		}
	}
	f.filled |= bit
	f.out = append(f.out, r)
}

// fits reports whether the row's context parameter and sibling are there. The
// standard library keeps its promises, other libraries are seen in versions that
// the tables weren't made from.
func (r *Row) fits(f *finder) bool {
	if r.module.Path == "std" {
		return true
	}
	if sig := f.sig; sig != nil {
		if r.Ctx >= 0 {
			if r.Ctx >= sig.Params().Len() || !isContextType(sig.Params().At(r.Ctx).Type()) {
				return false
			}
		} else if (r.Role == Variant || r.Role == NoDeadline || r.Attr("ctx") == "none") && hasContext(sig) {
			return false
		}
	}
	return r.Role != Variant || r.siblingIn(f)
}

// siblingIn reports whether the package at hand has the sibling.
func (r *Row) siblingIn(f *finder) bool {
	recv, name, _ := r.Sibling()
	pkg := f.obj.Pkg()
	if pkg == nil {
		return false
	}
	if recv == "" {
		return pkg.Scope().Lookup(name) != nil
	}
	if recv == r.Recv && f.recv != nil && hasMember(f.recv, name) {
		return true
	}
	tn, ok := pkg.Scope().Lookup(strings.TrimPrefix(recv, "*")).(*types.TypeName)
	return ok && hasMember(tn.Type(), name)
}

// hasMember reports whether a type, or a pointer to it, has the method or field.
func hasMember(t types.Type, name string) bool {
	var pkg *types.Package
	if n := namedOf(t); n != nil {
		pkg = n.Obj().Pkg()
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	return obj != nil
}

// namedOf returns the named type that t is, is an alias of or points to, nil
// for others.
func namedOf(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// pkgPath returns the object's package path as an import names it, "" for the
// universe.
func pkgPath(obj types.Object) string {
	if obj.Pkg() == nil {
		return ""
	}
	return unvendored(obj.Pkg().Path())
}

// unvendored strips what comes before a vendored package's import path.
func unvendored(path string) string {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		return path[i+len("/vendor/"):]
	}
	return strings.TrimPrefix(path, "vendor/")
}
