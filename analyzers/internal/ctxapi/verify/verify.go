// Package verify checks rows of the library tables against the real API, as
// types.Packages: that a typing error can't hide, and that a new version of a
// library can't drift away unseen. Besides tests of the tables, it is for the
// rows that users add: see [Own].
package verify

import (
	"fmt"
	"go/types"
	"go/version"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
)

// A Loader returns the type-checked package with the import path. It must
// return the same package, and types of the same identity, each time.
type Loader func(path string) (*types.Package, error)

// Module checks every row of a module and returns what is wrong, in table order,
// each error naming its row.
func Module(m *ctxapi.Module, load Loader) []error {
	var errs []error
	seen := make(map[string]bool)
	for _, r := range m.Rows {
		c := checker{row: r, load: load}
		key := fmt.Sprintf("%s %s.%s %s %s %s", r.Package, r.Recv, r.Name, r.Role, r.Kind, r.Attr("match"))
		if seen[key] {
			c.errorf("there is another row like it")
		}
		seen[key] = true
		c.check()
		errs = append(errs, c.errs...)
	}
	return errs
}

// A checker checks one row.
type checker struct {
	row    *ctxapi.Row
	tables *ctxapi.Tables // nil for the data files
	load   Loader
	pkg    *types.Package
	errs   []error
}

func (c *checker) errorf(format string, args ...any) {
	r := c.row
	name := r.Name
	if r.Recv != "" {
		name = "(" + r.Recv + ")." + name
	}
	c.errs = append(c.errs, fmt.Errorf("%s.%s, %s: %s", r.Package, name, r.Role, fmt.Sprintf(format, args...)))
}

func (c *checker) check() {
	r := c.row
	for _, since := range []string{r.Since, r.Attr("sibling-since")} {
		if since != "" && !version.IsValid(since) {
			c.errorf("%q is no Go release", since)
		}
	}
	if r.IsPattern() {
		c.pattern()
		return
	}
	var err error
	if c.pkg, err = c.load(r.Package); err != nil {
		c.errorf("%v", err)
		return
	}
	obj := c.find(r.Recv, r.Name)
	if obj == nil {
		c.errorf("no such thing")
		return
	}
	c.kind(obj)
	c.declared(obj)
	sig := signature(obj)
	c.context(obj, sig)
	c.tasks(sig)
	if r.Role == ctxapi.Variant {
		c.variant(obj, sig)
	}
	c.found(obj)
}

// find returns the package's object, or the method or field of a receiver. A
// method must be in the method set of the receiver as written.
func (c *checker) find(recv, name string) types.Object {
	if recv == "" {
		return c.pkg.Scope().Lookup(name)
	}
	t := c.recvType(recv)
	if t == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, c.pkg, name)
	if _, ok := obj.(*types.Func); ok && types.NewMethodSet(t).Lookup(c.pkg, name) == nil {
		return nil
	}
	return obj
}

// recvType returns the type of a receiver as written, nil if there is none.
func (c *checker) recvType(recv string) types.Type {
	name, star := strings.CutPrefix(recv, "*")
	tn, ok := c.pkg.Scope().Lookup(name).(*types.TypeName)
	if !ok {
		return nil
	}
	if star {
		return types.NewPointer(tn.Type())
	}
	return tn.Type()
}

// kind checks that the object is of the kind that the row claims.
func (c *checker) kind(obj types.Object) {
	want := c.row.Attr("kind")
	var is bool
	switch want {
	case "":
		if tn, ok := obj.(*types.TypeName); ok {
			c.errorf("%s is a type: kind=type is missing", tn.Name())
		}
		return
	case "type":
		_, is = obj.(*types.TypeName)
	case "var", "field":
		v, ok := obj.(*types.Var)
		is = ok && v.IsField() == (want == "field")
	}
	if !is || signature(obj) == nil {
		c.errorf("is no func-typed %s", want)
	}
}

// declared checks that the row names the type that declares a promoted method.
func (c *checker) declared(obj types.Object) {
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		if c.row.Has("declared") {
			c.errorf("declared= on what is no method")
		}
		return
	}
	got := types.TypeString(fn.Signature().Recv().Type(), func(p *types.Package) string {
		if p == c.pkg {
			return ""
		}
		return p.Path()
	})
	got, _, _ = strings.Cut(got, "[") // a generic receiver's type parameters
	// A pointer's star stands in front of the name: path.*Type.
	if rest, ok := strings.CutPrefix(got, "*"); ok {
		if i := strings.LastIndexByte(rest, '.'); i >= 0 {
			got = rest[:i+1] + "*" + rest[i+1:]
		}
	}
	want := c.row.Attr("declared")
	if want == "" {
		want = c.row.Recv
	}
	if strings.TrimPrefix(got, "*") != strings.TrimPrefix(want, "*") {
		c.errorf("declared on %s, the row says %s", got, want)
	}
}

// context checks the index of the context parameter.
func (c *checker) context(obj types.Object, sig *types.Signature) {
	r := c.row
	if sig == nil {
		if r.Ctx >= 0 {
			c.errorf("is no func, but has a context parameter")
		}
		return
	}
	got := contextParam(sig)
	if r.Ctx >= 0 && (r.Ctx >= sig.Params().Len() || !isContext(sig.Params().At(r.Ctx).Type())) {
		c.errorf("parameter %d of %s is no context", r.Ctx, types.ObjectString(obj, nil))
	}
	if r.Ctx < 0 && got >= 0 && r.Attr("kind") != "var" {
		c.errorf("parameter %d of %s is a context, the row has none", got, types.ObjectString(obj, nil))
	}
	if from := r.From(); (r.Role == ctxapi.Derive || r.Role == ctxapi.Detach) && from >= 0 && !r.Has("callback") {
		if from >= sig.Params().Len() || !isContext(sig.Params().At(from).Type()) {
			c.errorf("from=%d is no context", from)
		}
	}
}

// tasks checks that task= names a parameter that can be run.
func (c *checker) tasks(sig *types.Signature) {
	var n int
	if _, err := fmt.Sscanf(c.row.Attr("task"), "%d", &n); err != nil {
		return
	}
	if sig == nil || n >= sig.Params().Len() {
		c.errorf("task=%d is no parameter", n)
		return
	}
	t := sig.Params().At(n).Type()
	if s, ok := t.(*types.Slice); ok && sig.Variadic() {
		t = s.Elem()
	}
	if _, ok := t.Underlying().(*types.Signature); !ok {
		// A constraint such as func() | func() error.
		if _, ok := t.(*types.TypeParam); !ok {
			c.errorf("task=%d is a %s", n, t)
		}
	}
}

// variant checks that the sibling exists, takes a context, and has the other
// parameters and results that the row says.
func (c *checker) variant(obj types.Object, sig *types.Signature) {
	r := c.row
	recv, name, ok := r.Sibling()
	if !ok {
		c.errorf("no sibling in %q", r.Kind)
		return
	}
	sib := c.find(recv, name)
	if sib == nil {
		c.errorf("no sibling %s %s", recv, name)
		return
	}
	s := signature(sib)
	at := -1
	if s != nil {
		at = contextParam(s)
	}
	if at < 0 && !(s != nil && takesContextFunc(s)) {
		c.errorf("sibling %s takes no context", name)
		return
	}
	if r.Has("via") || r.Attr("kind") == "field" {
		return
	}
	c.same("params", sig.Params(), s.Params(), at)
	c.same("results", sig.Results(), s.Results(), -1)
	if then := r.Attr("then"); then != "" {
		recv, name, _ := strings.Cut(strings.TrimPrefix(then, "("), ").")
		if c.find(recv, name) == nil {
			c.errorf("then=%s doesn't exist", then)
		}
	}
}

// same compares the tuples, the second without its element skip, with what the
// row says in params= or results=.
func (c *checker) same(key string, a, b *types.Tuple, skip int) {
	list := func(t *types.Tuple, skip int) (ts []types.Type) {
		for i := range t.Len() {
			if i != skip {
				ts = append(ts, t.At(i).Type())
			}
		}
		return ts
	}
	same := slices.EqualFunc(list(a, -1), list(b, skip), types.Identical)
	says := c.row.Attr(key)
	// Where the parameters differ, the whole call does.
	if key == "results" && says == "" && c.row.Attr("params") == "differs" {
		return
	}
	if key == "results" && says == "" {
		says = "same"
	}
	if says != "same" && says != "differs" {
		c.errorf("%s=%s: want same or differs", key, says)
	} else if same != (says == "same") && !(same && c.row.Has("then")) {
		// With then=, the sibling starts another way of doing it: equal types may
		// have another meaning.
		c.errorf("%s=%s is wrong: %v, sibling %v", key, says, a, b)
	}
}

// found checks that a lookup by receiver and object gives the row.
func (c *checker) found(obj types.Object) {
	r := c.row
	var rows []*ctxapi.Row
	switch obj := obj.(type) {
	case *types.Func:
		rows = c.tables.MethodRows(c.recvTypeOrNil(), obj)
	case *types.Var:
		if obj.IsField() {
			rows = c.tables.FieldRows(c.recvTypeOrNil(), obj)
		} else {
			rows = c.tables.Rows(obj)
		}
	default:
		rows = c.tables.Rows(obj)
	}
	if !slices.ContainsFunc(rows, func(o *ctxapi.Row) bool {
		return o.Package == r.Package && o.Recv == r.Recv && o.Name == r.Name && o.Role == r.Role && o.Ctx == r.Ctx && o.Kind == r.Kind
	}) {
		c.errorf("a lookup doesn't find the row, but %d others", len(rows))
	}
}

func (c *checker) recvTypeOrNil() types.Type {
	if c.row.Recv == "" {
		return nil
	}
	return c.recvType(c.row.Recv)
}

// signature returns that of a function, a func-typed variable or a func type.
func signature(obj types.Object) *types.Signature {
	sig, _ := obj.Type().Underlying().(*types.Signature)
	return sig
}

// contextParam returns the index of the first context parameter, -1 for none.
func contextParam(sig *types.Signature) int {
	for i := range sig.Params().Len() {
		if isContext(sig.Params().At(i).Type()) {
			return i
		}
	}
	return -1
}

// takesContextFunc reports whether a parameter is a func that takes a context: the
// sibling of one that registers a dialer may register a dialer with a context.
func takesContextFunc(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if f, ok := v.Type().Underlying().(*types.Signature); ok && contextParam(f) >= 0 {
			return true
		}
	}
	return false
}

// isContext reports whether t is context.Context, or an interface called
// Context that is like it but for its Done (temporal's workflow.Context).
func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Name() != "Context" || !types.IsInterface(n) {
		return false
	}
	for _, m := range []string{"Deadline", "Done", "Err", "Value"} {
		if obj, _, _ := types.LookupFieldOrMethod(n, false, n.Obj().Pkg(), m); obj == nil {
			return false
		}
	}
	return true
}
