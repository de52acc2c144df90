package ctxignored

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
	"golang.org/x/tools/go/analysis"
)

// siblingName says what to call instead, as it would be written there.
func (r *run) siblingName(v *ctxflow.Variant) string {
	s := v.Sibling
	switch {
	case s.Via == "receiver":
		return report.ExprString(v.Start) + "." + s.Name
	case s.Via == "argument":
		return s.Recv + "." + s.Name
	case s.Recv != "" && s.Row.Attr("on") != "":
		return s.Row.Attr("on") + "." + s.Name
	case s.Recv != "":
		return v.Callee.Pkg().Name() + "." + s.Recv + "." + s.Name
	case s.Row != nil && s.Row.Attr("then") != "":
		return v.Callee.Pkg().Name() + "." + s.Name + " and Do"
	}
	if s.Func != nil && s.Func.Signature().Recv() == nil {
		if s.Func.Pkg() == r.pass.Pkg {
			return s.Name
		}
		if sel, ok := ast.Unparen(v.Call.Fun).(*ast.SelectorExpr); ok && r.isPackage(sel.X) {
			return report.ExprString(sel.X) + "." + s.Name
		}
		return s.Func.Pkg().Name() + "." + s.Name
	}
	if sel, ok := ast.Unparen(v.Call.Fun).(*ast.SelectorExpr); ok {
		return report.ExprString(sel.X) + "." + s.Name
	}
	return s.Name
}

// isPackage reports whether an expression is the name of an imported package.
func (r *run) isPackage(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = r.pass.TypesInfo.Uses[id].(*types.PkgName)
	return ok
}

// fix offers to call the sibling with the context in scope. There is none where
// the context has no name there, where what is called isn't written out, or
// where more than the call would have to change.
func (r *run) fix(v *ctxflow.Variant) *analysis.SuggestedFix {
	ctx := v.Source.Name
	name := r.written(v)
	if ctx == "" || name == nil {
		return nil
	}
	s := v.Sibling
	var edits []analysis.TextEdit
	switch {
	case s.Via == "receiver":
		if s.Same && v.Start != nil {
			edits = []analysis.TextEdit{insert(v.Start.End(), "."+s.Name+"("+ctx+")")}
		}
	case s.Via != "" || s.Row != nil && s.Row.Attr("then") != "":
	case s.Recv != "":
		edits = r.onType(v, ctx)
	case s.Row != nil && s.Row.Has("second argument nil") && len(v.Call.Args) == 0:
		edits = []analysis.TextEdit{replace(name, s.Name), insert(v.Call.Rparen, ctx+", nil")}
	case s.Same:
		edits = []analysis.TextEdit{replace(name, s.Name), argument(v.Call, s.Ctx, ctx)}
	}
	if edits == nil {
		return nil
	}
	return &analysis.SuggestedFix{Message: "Use " + s.Name, TextEdits: edits}
}

// written returns the name of what is called where it stands in the call, nil
// where a variable or an expression with type arguments is called.
func (r *run) written(v *ctxflow.Variant) *ast.Ident {
	var id *ast.Ident
	switch f := ast.Unparen(v.Call.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
		if s := r.pass.TypesInfo.Selections[f]; s != nil && s.Kind() != types.MethodVal {
			return nil
		}
	default:
		return nil
	}
	if f, ok := r.pass.TypesInfo.Uses[id].(*types.Func); !ok || f.Origin() != v.Callee.Origin() {
		return nil
	}
	return id
}

// onType makes the call one of a method: of the value that the row names, as
// net.DefaultResolver, or of a new one as the row describes it, as in
// Dialer{Timeout: arg2}.
func (r *run) onType(v *ctxflow.Variant, ctx string) []analysis.TextEdit {
	s, call := v.Sibling, v.Call
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !r.isPackage(sel.X) || s.Row.Attr("results") == "differs" || call.Ellipsis.IsValid() {
		return nil
	}
	pkg := report.ExprString(sel.X)
	if on := s.Row.Attr("on"); on != "" {
		_, on, _ = strings.Cut(on, ".")
		return []analysis.TextEdit{replace(sel.Sel, on+"."+s.Name), argument(call, 0, ctx)}
	}
	fields, used, ok := r.literal(v)
	if !ok {
		return nil
	}
	args := []string{ctx}
	for i, a := range call.Args {
		if used[i] {
			continue
		}
		text, ok := r.source(a)
		if !ok {
			return nil
		}
		args = append(args, text)
	}
	text := "(&" + pkg + "." + s.Recv + "{" + fields + "})." + s.Name + "(" + strings.Join(args, ", ") + ")"
	return []analysis.TextEdit{{Pos: call.Pos(), End: call.End(), NewText: []byte(text)}}
}

// literal writes the fields that a row such as Dialer{Timeout: arg2} gives to a
// new value, and tells which arguments they take.
func (r *run) literal(v *ctxflow.Variant) (fields string, used map[int]bool, ok bool) {
	s := v.Sibling
	if s.Row.Has("zero " + s.Recv) {
		return "", nil, true
	}
	used = map[int]bool{}
	for i := range v.Call.Args {
		for _, field := range []string{"Timeout"} {
			if !s.Row.Has(s.Recv + "{" + field + ": arg" + strconv.Itoa(i) + "}") {
				continue
			}
			text, ok := r.source(v.Call.Args[i])
			if !ok {
				return "", nil, false
			}
			used[i] = true
			return field + ": " + text, used, true
		}
	}
	return "", nil, false
}

// source returns an expression as gofmt writes it; ok is false where a comment
// could get lost or it has lines.
func (r *run) source(x ast.Expr) (text string, ok bool) {
	tf := r.pass.Fset.File(x.Pos())
	if tf == nil || tf.Line(x.Pos()) != tf.Line(x.End()) {
		return "", false
	}
	var b bytes.Buffer
	if err := format.Node(&b, r.pass.Fset, x); err != nil || bytes.ContainsRune(b.Bytes(), '\n') {
		return "", false
	}
	return b.String(), true
}

func replace(id *ast.Ident, name string) analysis.TextEdit {
	return analysis.TextEdit{Pos: id.Pos(), End: id.End(), NewText: []byte(name)}
}

func insert(at token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte(text)}
}

// argument inserts an argument at place i.
func argument(call *ast.CallExpr, i int, text string) analysis.TextEdit {
	switch n := len(call.Args); {
	case n == 0:
		return insert(call.Rparen, text)
	case i < n:
		return insert(call.Args[i].Pos(), text+", ")
	default:
		return insert(call.Args[n-1].End(), ", "+text)
	}
}
