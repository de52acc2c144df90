package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A ForeverTimeout is a duration of which some values mean that there is no limit,
// and that a context gets as its timeout all the same: it expires at once.
type ForeverTimeout struct {
	Value  ast.Expr      // the duration, as written
	Call   *ast.CallExpr // context.WithTimeout and the like
	Means  token.Pos     // where the package shows what such values mean
	Told   bool          // in the documentation of the field or variable
	Signed bool          // it's negative values that do, not zero
	Func   Func
}

// ForeverTimeouts returns these in source order.
func (r *Result) ForeverTimeouts() []*ForeverTimeout {
	return gather(r, (*engine).foreverTimeout, func(f *ForeverTimeout) token.Pos { return f.Call.Pos() })
}

func (e *engine) foreverTimeout(in ssa.Instruction) *ForeverTimeout {
	c, call, _ := e.timeout(in)
	if call == nil {
		return nil
	}
	cl := e.callee(c.Common())
	for i, a := range c.Call.Args {
		j := cl.index(i)
		if !isDuration(a.Type()) || j < 0 || j >= len(call.Args) {
			continue
		}
		obj := readFrom(e.held(a))
		if obj == nil || e.guarded(c, obj, maxDepth) {
			continue
		}
		x := e.forever(obj, c)
		if x == nil {
			continue
		}
		x.Value, x.Call, x.Func = call.Args[j], call, e.describe(topOf(c.Parent()), c)
		return x
	}
	return nil
}

// forever returns what shows that some values of a field or package variable mean
// that there is no limit, nil where nothing does, or these are replaced.
func (e *engine) forever(obj types.Object, but *ssa.Call) *ForeverTimeout {
	var x *ForeverTimeout
	for _, load := range e.loadsOf(obj) {
		for _, in := range *load.Referrers() {
			cmp, ok := in.(*ssa.BinOp)
			if !ok || !isZeroNumber(cmp.X) && !isZeroNumber(cmp.Y) {
				continue
			}
			for _, in := range *cmp.Referrers() {
				br, ok := in.(*ssa.If)
				if !ok {
					continue
				}
				if e.replaces(br, obj) {
					return nil
				}
				if x == nil && e.limitsOnly(br, cmp, obj, but) {
					x = &ForeverTimeout{Means: cmp.Pos(), Signed: cmp.Op == token.LSS || cmp.Op == token.GEQ}
				}
			}
		}
	}
	if x != nil {
		return x
	}
	if doc := e.docOf(obj); doc != nil {
		if m := meansForever().FindStringSubmatch(oneLine(doc.Text())); m != nil {
			return &ForeverTimeout{Means: doc.Pos(), Told: true, Signed: m[1] != "0" && m[1][0]|0x20 != 'z'}
		}
	}
	return nil
}

// meansForever finds what documentation says of values for which there is no limit.
var meansForever = pattern(`(?i)\b(zero|0|negative|-1|less than (?:zero|0))\b[^.]{0,40}\b(?:no (?:time-?out|time limit|limit|deadline)|for ?ever|infinite(?:ly)?|indefinite(?:ly)?|unlimited|disabled?|never)\b`)

func oneLine(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] == '\n' {
			b[i] = ' '
		}
	}
	return string(b)
}

// loadsOf returns the places in the package that read a field or package variable.
func (e *engine) loadsOf(obj types.Object) []ssa.Value {
	var loads []ssa.Value
	for _, fn := range e.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if load, ok := in.(ssa.Value); ok && readFrom(load) == obj {
					loads = append(loads, load)
				}
			}
		}
	}
	return loads
}

// readFrom returns the field or package variable that a value is read from, also
// of a struct that is no variable, or nil.
func readFrom(v ssa.Value) types.Object {
	if f, ok := v.(*ssa.Field); ok {
		if obj := fieldOf(f.X.Type(), f.Field); obj != nil {
			return obj.Origin()
		}
		return nil
	}
	return heldIn(v)
}

// replaces reports whether a branch sets the field or variable that it asks about.
func (e *engine) replaces(br *ssa.If, obj types.Object) bool {
	for _, s := range br.Block().Succs {
		if len(s.Preds) != 1 {
			continue
		}
		for _, b := range br.Parent().Blocks {
			if !s.Dominates(b) {
				continue
			}
			for _, in := range b.Instrs {
				if st, ok := in.(*ssa.Store); ok && addressed(st.Addr) == obj {
					return true
				}
			}
		}
	}
	return false
}

// limitsOnly reports whether one branch of a comparison with zero, that of the larger
// values, sets a timeout, and the other goes on without.
func (e *engine) limitsOnly(br *ssa.If, cmp *ssa.BinOp, obj types.Object, but *ssa.Call) bool {
	larger := br.Block().Succs[0]
	op := cmp.Op
	if isZeroNumber(cmp.X) {
		op = flipped(op)
	}
	switch op {
	case token.GTR, token.GEQ, token.NEQ:
	case token.LEQ, token.LSS, token.EQL:
		larger = br.Block().Succs[1]
	default:
		return false
	}
	if len(larger.Preds) != 1 {
		return false
	}
	for _, b := range br.Parent().Blocks {
		if !larger.Dominates(b) {
			continue
		}
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && c != but && e.setsTimeout(c, obj) {
				return true
			}
		}
	}
	return false
}

// setsTimeout reports whether a call gives a context the timeout that a field or
// variable holds.
func (e *engine) setsTimeout(c *ssa.Call, obj types.Object) bool {
	row := e.callee(c.Common()).role(ctxapi.Derive)
	if row == nil || !row.Adds("deadline") {
		return false
	}
	for _, a := range c.Call.Args {
		if isDuration(a.Type()) && readFrom(e.held(a)) == obj {
			return true
		}
	}
	return false
}

func flipped(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.LEQ:
		return token.GEQ
	case token.GTR:
		return token.LSS
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// guarded reports whether an instruction runs only after a comparison of a field or
// variable, whatever it says: in its own function, or wherever that is called.
func (e *engine) guarded(in ssa.Instruction, obj types.Object, depth int) bool {
	for b := in.Block().Idom(); b != nil; b = b.Idom() {
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := br.Cond.(*ssa.BinOp)
		if ok && (readFrom(e.held(cmp.X)) == obj || readFrom(e.held(cmp.Y)) == obj) {
			return true
		}
	}
	fn := in.Parent()
	if depth == 0 || fn.Parent() == nil && token.IsExported(fn.Name()) {
		return false
	}
	for _, s := range e.sites[fn] {
		if s.In == fn || !e.guarded(s.Instr, obj, depth-1) {
			return false
		}
	}
	return len(e.sites[fn]) > 0
}

// docOf returns the documentation of a field or package variable that this package
// declares, or the comment behind it; nil where there is none.
func (e *engine) docOf(obj types.Object) *ast.CommentGroup {
	f := e.file(obj.Pos())
	if f == nil {
		return nil // another package's
	}
	var doc *ast.CommentGroup
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			doc = docAt(doc, obj.Pos(), n.Names, n.Doc, n.Comment)
		case *ast.ValueSpec:
			doc = docAt(doc, obj.Pos(), n.Names, n.Doc, n.Comment)
		}
		return doc == nil
	})
	return doc
}

// docAt returns the first of the comments that there is if one of the names stands
// at a position, and what was found before if none does.
func docAt(found *ast.CommentGroup, pos token.Pos, names []*ast.Ident, comments ...*ast.CommentGroup) *ast.CommentGroup {
	for _, id := range names {
		for _, c := range comments {
			if id.Pos() == pos && c != nil && found == nil {
				found = c
			}
		}
	}
	return found
}
