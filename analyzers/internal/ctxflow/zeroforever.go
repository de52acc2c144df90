package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A ZeroLimit is an amount of time that is left and may be zero, or less, and that
// goes into a limit of which zero means that there is none.
type ZeroLimit struct {
	Value   ast.Expr // what is set, as written
	To      string   // the field or function, such as http.Client.Timeout
	Clamped bool     // it was negative, and somebody made it zero
	Func    Func
}

// ZeroLimits returns these in source order.
func (r *Result) ZeroLimits() []*ZeroLimit {
	return gather(r, (*engine).zeroLimit, func(z *ZeroLimit) token.Pos { return z.Value.Pos() })
}

func (e *engine) zeroLimit(in ssa.Instruction) *ZeroLimit {
	switch in := in.(type) {
	case *ssa.Store:
		fa, ok := in.Addr.(*ssa.FieldAddr)
		if !ok || !isDuration(in.Val.Type()) {
			return nil
		}
		f := fieldOf(fa.X.Type(), fa.Field)
		row := ctxapi.First(e.api.FieldRows(fa.X.Type(), f), ctxapi.TimeoutField)
		x := e.setValue(in.Pos())
		if row == nil || !zeroIsNone(row) || x == nil {
			return nil
		}
		to := f.Name()
		if n := named(fa.X.Type()); n != nil && n.Obj().Pkg() != nil {
			to = n.Obj().Pkg().Name() + "." + n.Obj().Name() + "." + to
		}
		return e.zeroIn(in, in.Val, x, to)
	case *ssa.Call:
		return e.zeroArgument(in)
	}
	return nil
}

// zeroArgument looks at a call of a setter, or of a function that takes its limit
// as an argument.
func (e *engine) zeroArgument(c *ssa.Call) *ZeroLimit {
	cl := e.callee(c.Common())
	limit := false
	for _, row := range cl.rows {
		limit = limit || zeroIsNone(row) && (row.Role == ctxapi.TimeoutField || row.BoundedByArgument())
	}
	call := e.callExpr(c)
	if !limit || call == nil {
		return nil
	}
	for i, a := range c.Call.Args {
		j := cl.index(i)
		if !isDuration(a.Type()) || j < 0 || j >= len(call.Args) {
			continue
		}
		if z := e.zeroIn(c, a, call.Args[j], types.ExprString(call.Fun)); z != nil {
			return z
		}
	}
	return nil
}

func (e *engine) zeroIn(in ssa.Instruction, v ssa.Value, x ast.Expr, to string) *ZeroLimit {
	r := e.remainder(v)
	if r != raw && r != clamped {
		return nil
	}
	return &ZeroLimit{Value: x, To: to, Clamped: r == clamped, Func: e.describe(topOf(in.Parent()), in)}
}

// zeroIsNone reports whether a limit of zero means that there is none.
func zeroIsNone(row *ctxapi.Row) bool {
	return row.Attr("zero") == "none" || strings.HasPrefix(row.Attr("zero"), "wait for ever")
}

// setValue returns the expression that is stored where SSA has a store at this
// position: of a field in a literal, or of an assignment to one.
func (e *engine) setValue(pos token.Pos) ast.Expr {
	switch n := e.nodeAt(pos).(type) {
	case *ast.KeyValueExpr:
		return n.Value
	case *ast.AssignStmt:
		for i, x := range n.Lhs {
			if sel, ok := ast.Unparen(x).(*ast.SelectorExpr); ok && sel.Sel.Pos() == pos && len(n.Rhs) == len(n.Lhs) {
				return n.Rhs[i]
			}
		}
	}
	return nil
}
