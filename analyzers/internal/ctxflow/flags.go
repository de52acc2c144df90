package ctxflow

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// switchedOff reports whether a call of a function of this package never comes to where
// that uses its context parameter, as the call's constant flags show:
// m.reply(ctx, false) of a reply that waits on ctx only where its flag is true.
func (e *engine) switchedOff(fn *ssa.Function, p *ssa.Parameter, c *ssa.CallCommon) bool {
	flags := map[ssa.Value]bool{}
	for i, a := range c.Args {
		k, ok := a.(*ssa.Const)
		if ok && i < len(fn.Params) && k.Value != nil && k.Value.Kind() == constant.Bool && isBool(fn.Params[i].Type()) {
			flags[fn.Params[i]] = constant.BoolVal(k.Value)
		}
	}
	if len(flags) == 0 || len(fn.Blocks) == 0 || e.switching[fn] {
		return false
	}
	e.switching[fn] = true // it may call itself
	defer delete(e.switching, fn)
	comes := reachedWith(fn, flags)
	idle := true
	e.eachUse(fn, func(u *use) {
		if u.from(p) && u.kind != UseValues && u.kind != UseRead && u.kind != UseIgnored && (u.fn != fn || comes[u.instr.Block()]) {
			idle = false
		}
	})
	return idle
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// reachedWith returns the blocks of fn that control may come to when its flags
// have the given values.
func reachedWith(fn *ssa.Function, flags map[ssa.Value]bool) map[*ssa.BasicBlock]bool {
	comes := map[*ssa.BasicBlock]bool{}
	todo := []*ssa.BasicBlock{fn.Blocks[0]}
	if fn.Recover != nil {
		todo = append(todo, fn.Recover)
	}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if comes[b] {
			continue
		}
		comes[b] = true
		succs := b.Succs
		if br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			if yes, known := flagIs(br.Cond, flags); known && yes {
				succs = succs[:1]
			} else if known {
				succs = succs[1:]
			}
		}
		todo = append(todo, succs...)
	}
	return comes
}

// flagIs returns what a condition is, if it is one of the flags or the opposite of one.
func flagIs(cond ssa.Value, flags map[ssa.Value]bool) (yes, known bool) {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		yes, known = flags[not.X]
		return !yes, known
	}
	yes, known = flags[cond]
	return yes, known
}
