package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A Sibling is the form of a function or method that takes a context.
type Sibling struct {
	Row  *ctxapi.Row // what the tables say; nil if it was found by its signature
	Func *types.Func // the sibling itself; nil where the row names steps to take
	Recv string      // the type that has it, where that isn't the call's own receiver
	Name string
	Via  string // "receiver" or "argument": a setter that goes in front of the call, there
	Ctx  int    // which of its parameters is the context
	Same bool   // its other parameters and its results are those of the call
	Log  bool   // it takes the context for the values in it, as loggers do
	Weak bool   // little is gained by it
}

// siblingNames gives the names by which a context-taking form is known.
func siblingNames(name string) []string {
	return []string{name + "Context", name + "WithContext", name + "Ctx", "Context" + name, name + "WithCtx"}
}

// siblingOf returns the context-taking form of what is called, or nil: first as
// the tables have it, then by name and signature.
func (e *engine) siblingOf(call *ast.CallExpr, cl callee) *Sibling {
	s, ok := e.siblings[call]
	if !ok {
		s = e.findSibling(call, cl)
		e.siblings[call] = s
	}
	return s
}

func (e *engine) findSibling(call *ast.CallExpr, cl callee) *Sibling {
	f := cl.obj
	if f == nil || f.Pkg() == nil || e.takesContext(f.Signature()) {
		return nil
	}
	recv, f := e.staticCallee(call, f)
	rows := cl.rows
	if recv != nil {
		rows = e.api.MethodRows(recv, f)
	}
	if ctxapi.First(rows, ctxapi.Retry) != nil {
		return nil // what retries is looked at as such
	}
	language := e.goVersion(call.Pos())
	for _, row := range rows {
		if row.Role == ctxapi.Variant && row.Attr("kind") != "field" {
			if !row.Available(language) {
				return nil
			}
			return e.tableSibling(row, recv, f)
		}
	}
	if ctxapi.IsStd(f.Pkg().Path()) && f.Pkg().Path() != "log/slog" {
		return nil // the tables have all of it
	}
	if s := e.foundSibling(recv, f); s != nil {
		s.Log = isLoggerCall(cl) || ctxapi.First(rows, ctxapi.Logger) != nil
		return s
	}
	return nil
}

// takesContext reports whether one of the parameters is a context, or has one.
func (e *engine) takesContext(sig *types.Signature) bool {
	for i := range sig.Params().Len() {
		if e.types.carrier(sig.Params().At(i).Type()) {
			return true
		}
	}
	return false
}

// staticCallee returns the receiver's type and the method as written in the
// call, which know of embedding and type arguments; for others f and its own.
func (e *engine) staticCallee(call *ast.CallExpr, f *types.Func) (types.Type, *types.Func) {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if s := e.pass.TypesInfo.Selections[sel]; s != nil {
			if m, ok := s.Obj().(*types.Func); ok && m.Origin() == f {
				return s.Recv(), m
			}
		}
	}
	if r := f.Signature().Recv(); r != nil {
		return r.Type(), f
	}
	return nil, f
}

// Since reports whether what a version of Go has, such as "go1.21", may be used
// at a position: where the version isn't known, it is taken to be new.
func (r *Result) Since(pos token.Pos, v string) bool {
	if r.e == nil {
		return false
	}
	have := r.e.goVersion(pos)
	return have == "" || version.Compare(have, v) >= 0
}

// goVersion returns the language version at a position, "" if it isn't known.
func (e *engine) goVersion(pos token.Pos) string {
	if v := e.pass.TypesInfo.FileVersions[e.file(pos)]; v != "" {
		return v
	}
	return e.pass.Pkg.GoVersion()
}

// tableSibling turns a variant row into a sibling.
func (e *engine) tableSibling(row *ctxapi.Row, recv types.Type, f *types.Func) *Sibling {
	of, name, _ := row.Sibling()
	s := &Sibling{Row: row, Name: name, Via: row.Attr("via"), Weak: row.Has("weak")}
	switch {
	case of == "":
		s.Func, _ = f.Pkg().Scope().Lookup(name).(*types.Func)
	case of == row.Recv && recv != nil:
		s.Func = e.methodOf(recv, name)
	default:
		s.Recv = strings.TrimPrefix(of, "*")
		tn, ok := f.Pkg().Scope().Lookup(s.Recv).(*types.TypeName)
		if !ok {
			return nil
		}
		if types.IsInterface(tn.Type()) && ctxapi.IsStd(f.Pkg().Path()) {
			return nil // an optional interface, for those who write drivers
		}
		s.Func = e.methodOf(types.NewPointer(tn.Type()), name)
	}
	if s.Func != nil && s.Via == "" && row.Attr("then") == "" {
		s.Ctx, s.Same, _ = e.matches(f, s.Func, false)
	}
	return s
}

// foundSibling looks for a sibling by name and signature: beside f, with one
// parameter more, a context, and with the same results or an error besides; or
// a WithContext that gives the receiver a context.
func (e *engine) foundSibling(recv types.Type, f *types.Func) *Sibling {
	if f.Name() == "With" || f.Name() == "Set" {
		return nil // their Context forms put a context into something
	}
	for _, name := range siblingNames(f.Name()) {
		var g *types.Func
		if recv != nil {
			g = e.methodOf(recv, name)
		} else {
			g, _ = f.Pkg().Scope().Lookup(name).(*types.Func)
		}
		if g == nil || !e.accessible(g) || !sameOwner(f, g) {
			continue
		}
		ctx, same, ok := e.matches(f, g, true)
		if ok && !e.deprecated(g) {
			return &Sibling{Func: g, Name: name, Ctx: ctx, Same: same}
		}
	}
	if recv == nil || !givesError(f.Signature()) {
		return nil
	}
	g := e.methodOf(recv, "WithContext")
	if g == nil || !isSetter(g.Signature(), recv, f) || e.deprecated(g) {
		return nil
	}
	return &Sibling{Func: g, Name: g.Name(), Via: "receiver", Same: types.Identical(g.Signature().Results().At(0).Type(), recv)}
}

// methodOf returns the method of a type that is called that, or nil.
func (e *engine) methodOf(t types.Type, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, e.pass.Pkg, name)
	m, _ := obj.(*types.Func)
	return m
}

// accessible reports whether this package may name f. What stands beside
// something that is called here is in no package that may not be imported.
func (e *engine) accessible(f *types.Func) bool {
	return f.Exported() || f.Pkg() == e.pass.Pkg
}

// sameOwner reports whether two methods are declared for the same type. A
// wrapper that only has the plain form of its own would be passed by. Interfaces may
// put the two together from others.
func sameOwner(f, g *types.Func) bool {
	a, b := f.Signature().Recv(), g.Signature().Recv()
	if a == nil || b == nil {
		return a == b && f.Pkg() == g.Pkg()
	}
	if types.IsInterface(a.Type()) && types.IsInterface(b.Type()) {
		return true
	}
	x, y := named(a.Type()), named(b.Type())
	return x != nil && y != nil && x.Obj() == y.Obj()
}

// matches reports whether g takes what f takes and a context, and gives what f
// gives, or with more an error as well. same is false where there is more, and
// ctx is the context's place.
func (e *engine) matches(f, g *types.Func, more bool) (ctx int, same, ok bool) {
	a, b := f.Signature(), g.Signature()
	if n := a.TypeParams().Len(); n > 0 {
		if b.TypeParams().Len() != n {
			return 0, false, false
		}
		args := make([]types.Type, n)
		for i := range n {
			args[i] = a.TypeParams().At(i)
		}
		inst, err := types.Instantiate(nil, b, args, false)
		if err != nil {
			return 0, false, false
		}
		b = inst.(*types.Signature)
	}
	if b.Params().Len() != a.Params().Len()+1 || a.Variadic() != b.Variadic() {
		return 0, false, false
	}
	if ctx = contextAt(a, b); ctx < 0 {
		return 0, false, false
	}
	return ctx, sameTypes(a.Results(), b.Results(), b.Results().Len()), sameTypes(a.Results(), b.Results(), a.Results().Len()) &&
		(a.Results().Len() == b.Results().Len() || more && onlyError(a.Results(), b.Results()))
}

// contextAt returns the index of the one parameter that b has and a hasn't, if
// that is a context and all others are the same; else -1.
func contextAt(a, b *types.Signature) int {
	for i := range b.Params().Len() {
		if IsContext(b.Params().At(i).Type()) {
			for j := range a.Params().Len() {
				k := j
				if j >= i {
					k++
				}
				if !types.Identical(a.Params().At(j).Type(), b.Params().At(k).Type()) {
					return -1
				}
			}
			return i
		}
	}
	return -1
}

// sameTypes reports whether both tuples have at least n elements and the first
// n are of the same types.
func sameTypes(a, b *types.Tuple, n int) bool {
	if a.Len() < n || b.Len() < n {
		return false
	}
	for i := range n {
		if !types.Identical(a.At(i).Type(), b.At(i).Type()) {
			return false
		}
	}
	return true
}

// onlyError reports whether all that b has more than a is an error at its end.
func onlyError(a, b *types.Tuple) bool {
	return b.Len() == a.Len()+1 && isErrorType(b.At(a.Len()).Type())
}

// givesError reports whether the last result is an error, as that of what can
// fail on its way to somewhere.
func givesError(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && isErrorType(sig.Results().At(n-1).Type())
}

// isSetter reports whether a WithContext returns something to call f on: what
// it was called on, or what has the same method. Requests, log entries and such
// have one too, and aren't what a call is made on.
func isSetter(set *types.Signature, recv types.Type, f *types.Func) bool {
	if set.Params().Len() != 1 || !IsContext(set.Params().At(0).Type()) || set.Results().Len() != 1 {
		return false
	}
	if n := named(recv); n != nil {
		for _, w := range []string{"Request", "Req", "Entry", "Logger", "Log", "Message", "Msg", "Event", "Error", "Hub", "Scope", "Span"} {
			if strings.HasSuffix(n.Obj().Name(), w) {
				return false
			}
		}
	}
	res := set.Results().At(0).Type()
	if types.Identical(res, recv) {
		return true
	}
	obj, _, _ := types.LookupFieldOrMethod(res, true, f.Pkg(), f.Name())
	m, ok := obj.(*types.Func)
	return ok && types.Identical(m.Signature(), f.Signature())
}

// deprecated reports whether f's documentation says so. Of other packages the
// facts know.
func (e *engine) deprecated(f *types.Func) bool {
	f = f.Origin()
	if f.Pkg() != e.pass.Pkg {
		s := e.fact(f)
		return s != nil && s.Deprecated
	}
	file := e.file(f.Pos())
	return file != nil && isDeprecated(docOf(file, f))
}

// isDeprecatedSibling reports whether fn takes a context and is deprecated, as
// those who look for a sibling in other packages have to know.
func (e *engine) isDeprecatedSibling(fn *ssa.Function) bool {
	decl, ok := fn.Syntax().(*ast.FuncDecl)
	return ok && isDeprecated(decl.Doc) && len(e.types.contextParams(fn.Signature)) > 0
}

// docOf returns the doc comment of a function or of an interface's method.
func docOf(file *ast.File, f *types.Func) *ast.CommentGroup {
	var doc *ast.CommentGroup
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name.Pos() == f.Pos() {
				doc = n.Doc
			}
			return false
		case *ast.Field:
			if n.Pos() == f.Pos() {
				doc = n.Doc
			}
		}
		return doc == nil && (n == nil || n.Pos() <= f.Pos() && f.Pos() < n.End())
	})
	return doc
}

// isDeprecated reports whether a paragraph of a doc comment begins with the
// word that says so, after https://go.dev/wiki/Deprecated.
func isDeprecated(doc *ast.CommentGroup) bool {
	if doc == nil {
		return false
	}
	text := doc.Text()
	return strings.HasPrefix(text, "Deprecated: ") || strings.Contains(text, "\n\nDeprecated: ")
}
