package ctxflow

import (
	"go/types"
	"strings"
	"unicode"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// wraps returns the name of the context-taking sibling that fn, which takes no
// context, only forwards to; "" if it does something else.
func (e *engine) wraps(fn *ssa.Function) string {
	if fn.Parent() != nil || fn.Object() == nil || len(e.types.contextParams(fn.Signature)) > 0 {
		return ""
	}
	var call ssa.CallInstruction
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			cl := e.callee(c.Common())
			if cl.role(ctxapi.Root) != nil || cl.role(ctxapi.Derive) != nil || e.isCancel(c.Common().Value) || cl.role(ctxapi.Logger) != nil {
				continue
			}
			if len(e.types.contextParams(c.Common().Signature())) > 0 {
				if call != nil {
					return ""
				}
				call = c
			}
		}
	}
	if call == nil {
		return ""
	}
	cl := e.callee(call.Common())
	if cl.obj == nil || !related(fn.Name(), cl.obj.Name()) || !e.sibling(fn, cl.obj) || !e.forwards(fn, call) {
		return ""
	}
	return cl.obj.Name()
}

// sibling reports whether callers of fn could as well call a context-taking
// form of it: f itself, for functions; for methods, one of the same receiver.
func (e *engine) sibling(fn *ssa.Function, f *types.Func) bool {
	recv := fn.Signature.Recv()
	if recv == nil {
		return f.Signature().Recv() == nil && f.Pkg() == e.pass.Pkg
	}
	for sel := range types.NewMethodSet(recv.Type()).Methods() {
		m, ok := sel.Obj().(*types.Func)
		if ok && m != fn.Object() && related(fn.Name(), m.Name()) && len(e.types.contextParams(m.Signature())) > 0 {
			return true
		}
	}
	return false
}

// related reports whether the names are those of siblings: one is the other
// with something like Context, Ctx, With or an option added, as whole words.
func related(plain, withCtx string) bool {
	for _, w := range []string{"WithContext", "withContext", "WithCtx", "withCtx", "Context", "context", "Ctx", "ctx"} {
		withCtx = strings.ReplaceAll(withCtx, w, "")
	}
	return strings.EqualFold(plain, withCtx) || extends(withCtx, plain) || extends(plain, withCtx)
}

// extends reports whether a name has words in front of another one or behind it.
func extends(long, short string) bool {
	if len(short) <= 2 || len(long) <= len(short) {
		return false
	}
	at := len(long) - len(short)
	if strings.EqualFold(long[:len(short)], short) && !unicode.IsLower(rune(long[len(short)])) {
		return true
	}
	return strings.EqualFold(long[at:], short) && unicode.IsUpper(rune(long[at]))
}

// forwards reports whether the call passes on all of fn's parameters.
func (e *engine) forwards(fn *ssa.Function, call ssa.CallInstruction) bool {
	if len(fn.Blocks) > 8 {
		return false
	}
	args := map[ssa.Value]bool{}
	for _, a := range call.Common().Args {
		args[a] = true
	}
	if call.Common().IsInvoke() {
		args[call.Common().Value] = true
	}
	first := 0
	if fn.Signature.Recv() != nil {
		first = 1
	}
	for _, p := range fn.Params[first:] {
		if refs := p.Referrers(); !args[p] && refs != nil && len(*refs) == 0 {
			return false
		}
	}
	return true
}
