package ctxflow

import (
	"go/types"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
)

// IsContext reports whether t is context.Context itself, also through an alias.
func IsContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	obj := n.Obj()
	return obj.Name() == "Context" && obj.Pkg() != nil && obj.Pkg().Path() == "context"
}

// Implements reports whether t has the four methods of context.Context: the
// interface itself, one that embeds it, or an own type that wraps a context.
// The method set is matched by shape, so that it works in packages that don't
// import context.
func Implements(t types.Type) bool {
	if IsContext(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		if u.NumMethods() < 4 {
			return false
		}
	case *types.Pointer, *types.Struct, *types.Signature, *types.Map, *types.Basic, *types.Slice:
	default:
		return false
	}
	done := method(t, "Done", 0, 1)
	if done == nil {
		return false
	}
	ch, ok := done.Results().At(0).Type().Underlying().(*types.Chan)
	return ok && ch.Dir() == types.RecvOnly &&
		method(t, "Err", 0, 1) != nil && method(t, "Deadline", 0, 2) != nil && method(t, "Value", 1, 1) != nil
}

// method returns the signature of t's exported method with that many
// parameters and results, or nil.
func method(t types.Type, name string, params, results int) *types.Signature {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	f, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	sig := f.Signature()
	if sig.Params().Len() != params || sig.Results().Len() != results {
		return nil
	}
	return sig
}

// accessor returns the expression suffix that gets a context out of a value of
// type t, which isn't needed ("") where t is a context.Context; ok is false
// when t neither is a context nor carries one. The order matters: gin's own
// Done never fires by default, so its request's context is better than itself.
func (c *typeCache) accessor(t types.Type) (suffix string, ok bool) {
	if IsContext(t) {
		return "", true
	}
	if s, ok := c.ownAccessor(t); ok {
		return s, true
	}
	if s, ok := tableAccessor(t); ok {
		return s, true
	}
	if Implements(t) {
		if f, _, _ := types.LookupFieldOrMethod(t, true, nil, "Request"); f != nil && isHTTPRequest(f.Type()) {
			return ".Request.Context()", true
		}
		return "", true
	}
	if sig := method(t, "Context", 0, 1); sig != nil && Implements(sig.Results().At(0).Type()) {
		return ".Context()", true
	}
	if sig := method(t, "Request", 0, 1); sig != nil && isHTTPRequest(sig.Results().At(0).Type()) {
		return ".Request().Context()", true
	}
	return "", false
}

// tableAccessor knows the carriers whose shape doesn't tell how to use them.
func tableAccessor(t types.Type) (string, bool) {
	n := named(t)
	if n == nil || n.Obj().Pkg() == nil {
		return "", false
	}
	switch n.Obj().Pkg().Path() {
	case "github.com/urfave/cli/v2":
		if n.Obj().Name() == "Context" {
			return ".Context", true
		}
	case "github.com/gofiber/fiber/v3": // it is a context itself, but one that never ends
		if n.Obj().Name() == "Ctx" {
			return ".Context()", true
		}
	case "github.com/gofiber/fiber/v2":
		if n.Obj().Name() == "Ctx" {
			return ".UserContext()", true
		}
	}
	return "", false
}

// ownAccessor knows the carriers that the user has named.
func (c *typeCache) ownAccessor(t types.Type) (string, bool) {
	if len(c.api.Own()) == 0 {
		return "", false
	}
	for _, r := range c.api.TypeRows(t) {
		if !r.IsOwn() || r.Role != ctxapi.Carrier {
			continue
		}
		switch obj, _, _ := types.LookupFieldOrMethod(t, true, named(t).Obj().Pkg(), r.Name); obj.(type) {
		case *types.Func:
			return "." + r.Name + "()", true
		case *types.Var:
			return "." + r.Name, true
		}
	}
	return "", false
}

func isHTTPRequest(t types.Type) bool {
	n := named(t)
	return n != nil && n.Obj().Name() == "Request" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http"
}

// named returns the named type of t or of what t points to, or nil.
func named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// typeCache remembers the answers about types, which are asked for every
// operand of every instruction.
type typeCache struct {
	api                *ctxapi.Tables
	impl, carry, limit map[types.Type]bool
}

// context reports whether t is or implements context.Context.
func (c *typeCache) context(t types.Type) bool {
	if t == nil {
		return false
	}
	v, ok := c.impl[t]
	if !ok {
		v = Implements(t)
		c.impl[t] = v
	}
	return v
}

// carrier reports whether t is a context or carries one.
func (c *typeCache) carrier(t types.Type) bool {
	if t == nil {
		return false
	}
	v, ok := c.carry[t]
	if !ok {
		_, v = c.accessor(t)
		c.carry[t] = v
	}
	return v
}

// limits reports whether t is, or points to, a type that has fields or setters
// which limit its calls: a client, a server, a dialer.
func (c *typeCache) limits(t types.Type) bool {
	n := named(t)
	if n == nil {
		return false
	}
	v, ok := c.limit[n]
	if !ok {
		v = c.api.HasLimits(n)
		c.limit[n] = v
	}
	return v
}

// contextParams returns the indexes of sig's parameters that are contexts
// (not carriers).
func (c *typeCache) contextParams(sig *types.Signature) []int {
	var ps []int
	for i := range sig.Params().Len() {
		if c.context(sig.Params().At(i).Type()) {
			ps = append(ps, i)
		}
	}
	return ps
}
