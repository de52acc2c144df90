package verify

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
)

// Own checks a row of the user's own against the real API. The error says what
// the row says that isn't so: a name that the package lacks, a context where
// there is none.
func Own(r *ctxapi.Row, load Loader) error {
	if r.Role == ctxapi.Header {
		return nil // any header may be one
	}
	c := checker{row: r, load: load}
	var err error
	if c.pkg, err = load(r.Package); err != nil {
		return err
	}
	if r.IsPattern() {
		if c.count(c.pkg) == 0 {
			return fmt.Errorf("nothing in %s is called so", r.Package)
		}
		return nil
	}
	obj := c.find(r.Recv, r.Name)
	if obj == nil {
		return c.missing()
	}
	return c.own(obj)
}

// missing says as closely as possible what isn't there.
func (c *checker) missing() error {
	r := c.row
	if r.Recv == "" {
		return fmt.Errorf("%s has no function %s", r.Package, r.Name)
	}
	t := c.recvType(r.Recv)
	if t == nil {
		return fmt.Errorf("%s has no type %s", r.Package, strings.TrimPrefix(r.Recv, "*"))
	}
	if star := types.NewPointer(t); types.NewMethodSet(star).Lookup(c.pkg, r.Name) != nil {
		return fmt.Errorf("the method has a pointer receiver: (*%s.%s).%s", r.Package, r.Recv, r.Name)
	}
	return fmt.Errorf("%s.%s has no method or field %s", r.Package, strings.TrimPrefix(r.Recv, "*"), r.Name)
}

// own checks what a row says about the object that it names.
func (c *checker) own(obj types.Object) error {
	r := c.row
	sig := signature(obj)
	if r.Role == ctxapi.Carrier {
		return carrier(obj)
	}
	if _, ok := obj.(*types.TypeName); ok || sig == nil {
		return fmt.Errorf("%s is no function", r.Name)
	}
	if fn, ok := obj.(*types.Func); ok && !declaredBy(fn, r.Package, strings.TrimPrefix(r.Recv, "*")) {
		return fmt.Errorf("another type declares the method: name %s", fn.FullName())
	}
	if r.Ctx >= 0 && (r.Ctx >= sig.Params().Len() || !isContext(sig.Params().At(r.Ctx).Type())) {
		return fmt.Errorf("parameter %d of %s is no context", r.Ctx, r.Name)
	}
	if (r.Role == ctxapi.Derive || r.Role == ctxapi.Detach) && r.Ctx < 0 && contextParam(sig) < 0 {
		return fmt.Errorf("%s takes no context", r.Name)
	}
	if r.Role == ctxapi.Variant {
		return c.ownVariant(sig)
	}
	return c.ownIndexes(sig)
}

// declaredBy reports whether a function is none of another type's: calls of
// promoted methods, and of methods through an alias, are known by the type that
// declares the method.
func declaredBy(fn *types.Func, path, name string) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return true
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	return !ok || n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path && n.Obj().Name() == name
}

// carrier checks that a method or field gives a context.
func carrier(obj types.Object) error {
	t := obj.Type()
	if sig := signature(obj); sig != nil {
		if sig.Params().Len() > 0 || sig.Results().Len() != 1 {
			return fmt.Errorf("%s gives no context", obj.Name())
		}
		t = sig.Results().At(0).Type()
	} else if v, ok := obj.(*types.Var); !ok || !v.IsField() {
		return fmt.Errorf("%s is neither a method nor a field", obj.Name())
	}
	if !isContext(t) {
		return fmt.Errorf("%s gives no context", obj.Name())
	}
	return nil
}

// ownVariant checks that the sibling is there, and takes a context.
func (c *checker) ownVariant(sig *types.Signature) error {
	recv, name, _ := c.row.Sibling()
	sib := c.find(recv, name)
	if sib == nil {
		return fmt.Errorf("there's no sibling %s", name)
	}
	s := signature(sib)
	if s == nil || contextParam(s) < 0 {
		return fmt.Errorf("its sibling %s takes no context", name)
	}
	if contextParam(sig) >= 0 {
		return fmt.Errorf("%s takes a context itself", c.row.Name)
	}
	return nil
}

// ownIndexes checks the options that name other parameters.
func (c *checker) ownIndexes(sig *types.Signature) error {
	param := func(s string) (types.Type, error) {
		n, err := strconv.Atoi(s)
		if err != nil || n >= sig.Params().Len() {
			return nil, fmt.Errorf("%s has no parameter %s", c.row.Name, s)
		}
		return sig.Params().At(n).Type(), nil
	}
	if task := c.row.Attr("task"); task != "" {
		t, err := param(task)
		if err != nil {
			return err
		}
		if s, ok := t.(*types.Slice); ok && sig.Variadic() {
			t = s.Elem()
		}
		if _, ok := t.Underlying().(*types.Signature); !ok && !types.IsInterface(t) {
			return fmt.Errorf("parameter %s of %s can't be run", task, c.row.Name)
		}
	}
	if arg, ok := strings.CutPrefix(c.row.Attr("timeout"), "argument "); ok {
		if _, err := param(arg); err != nil {
			return err
		}
	}
	if c.row.Role == ctxapi.Spawn && c.row.Attr("task") == "" && !slices.ContainsFunc(slices.Collect(sig.Params().Variables()), canRun) {
		return fmt.Errorf("%s takes no function: task= is missing", c.row.Name)
	}
	return nil
}

// canRun reports whether a parameter is a function, or a list of them.
func canRun(v *types.Var) bool {
	t := v.Type().Underlying()
	if s, ok := t.(*types.Slice); ok {
		t = s.Elem().Underlying()
	}
	_, ok := t.(*types.Signature)
	return ok
}
