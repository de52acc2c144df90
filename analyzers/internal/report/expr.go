package report

import (
	"go/ast"
	"strings"
	"unicode/utf8"
)

const (
	maxExpr    = 60 // characters of an expression in a message
	maxLiteral = 20 // characters of a literal in it
	elided     = "..."
)

// ExprString returns an expression as a message names it: as in the source, on
// one line, with arguments, elements and bodies left out, and of what is still
// too long only the end, where the name of what is called stands.
//
//	s.client(ctx, "a").Do      s.client(...).Do
//	&http.Client{Timeout: 1}   &http.Client{...}
func ExprString(expr ast.Expr) string {
	var w exprWriter
	w.expr(expr)
	s := w.String()
	if utf8.RuneCountInString(s) <= maxExpr {
		return s
	}
	r := []rune(s)
	s = string(r[len(r)-(maxExpr-len(elided)):])
	// Rather start after a dot than inside a name.
	if i := strings.Index(s, "."); i >= 0 && !strings.HasPrefix(s[i:], elided) {
		s = s[i+1:]
	}
	return elided + s
}

type exprWriter struct{ strings.Builder }

// all writes its arguments: strings as they are, expressions as in expr.
func (w *exprWriter) all(parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			w.WriteString(p)
		case ast.Expr:
			w.expr(p)
		}
	}
}

func (w *exprWriter) expr(e ast.Expr) {
	switch e := e.(type) {
	case *ast.Ident:
		w.all(e.Name)
	case *ast.BasicLit:
		w.literal(e.Value)
	case *ast.SelectorExpr:
		w.all(e.X, ".", e.Sel)
	case *ast.ParenExpr:
		w.all("(", e.X, ")")
	case *ast.StarExpr:
		w.all("*", e.X)
	case *ast.UnaryExpr:
		w.all(e.Op.String(), e.X)
	case *ast.BinaryExpr:
		w.all(e.X, " ", e.Op.String(), " ", e.Y)
	case *ast.CallExpr:
		w.all(e.Fun, "(", some(len(e.Args)), ")")
	case *ast.IndexExpr:
		w.all(e.X, "[", e.Index, "]")
	case *ast.IndexListExpr:
		w.all(e.X, "[", some(len(e.Indices)), "]")
	case *ast.SliceExpr:
		w.all(e.X, "[", elided, "]")
	case *ast.TypeAssertExpr:
		if e.Type == nil {
			w.all(e.X, ".(type)")
			return
		}
		w.all(e.X, ".(", e.Type, ")")
	case *ast.CompositeLit:
		if e.Type != nil {
			w.expr(e.Type)
		}
		w.all("{", some(len(e.Elts)), "}")
	case *ast.FuncLit:
		w.all(e.Type, " {", elided, "}")
	default:
		w.typ(e)
	}
}

// typ writes the expressions that can only be types.
func (w *exprWriter) typ(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ArrayType:
		w.all("[")
		if e.Len != nil {
			w.expr(e.Len)
		}
		w.all("]", e.Elt)
	case *ast.MapType:
		w.all("map[", e.Key, "]", e.Value)
	case *ast.ChanType:
		switch e.Dir {
		case ast.SEND:
			w.all("chan<- ", e.Value)
		case ast.RECV:
			w.all("<-chan ", e.Value)
		default:
			w.all("chan ", e.Value)
		}
	case *ast.FuncType:
		w.all("func(", some(e.Params.NumFields()), ")")
	case *ast.StructType:
		w.all("struct{", some(e.Fields.NumFields()), "}")
	case *ast.InterfaceType:
		w.all("interface{", some(e.Methods.NumFields()), "}")
	case *ast.Ellipsis:
		w.all(elided)
		if e.Elt != nil {
			w.expr(e.Elt)
		}
	default:
		w.all(elided)
	}
}

// literal writes a literal, or only its quotes where it is long or has lines.
func (w *exprWriter) literal(value string) {
	short := utf8.RuneCountInString(value) <= maxLiteral && !strings.Contains(value, "\n")
	switch quote := value[:1]; {
	case short:
		w.all(value)
	case strings.Contains("\"`", quote):
		w.all(quote, elided, quote)
	default:
		w.all(elided)
	}
}

// some stands for n things that are left out.
func some(n int) string {
	if n == 0 {
		return ""
	}
	return elided
}
