package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// flagBetween returns the field that the loop of a wait asks about, between one wait and
// the next, to see whether it is to end, nil where it doesn't: what stops the goroutine
// sets it, and is heard only when the wait is over.
func (e *engine) flagBetween(w *Wait) types.Object {
	if w.Loop == nil {
		return nil
	}
	var flag types.Object
	fn := w.instr.Parent()
	for _, b := range fn.Blocks {
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !inLoop(br, w.Loop) && !e.headOf(b, w) {
			continue
		}
		leaves := 0
		for _, s := range b.Succs {
			if !blockReaches(s, w.instr.Block()) {
				leaves++
			}
		}
		if leaves == 0 {
			continue
		}
		obj := e.flagOf(br.Cond, maxDepth)
		if obj == nil || !e.setByEnd(obj) {
			if e.headOf(b, w) {
				continue // the ticker's channel, or a condition that ends nothing early
			}
			return nil // it may end for another reason
		}
		flag = obj
	}
	return flag
}

// inLoop reports whether a branch stands in a loop.
func inLoop(br *ssa.If, loop ast.Node) bool {
	p := br.Cond.Pos()
	return loop.Pos() <= p && p < loop.End()
}

// headOf reports whether a block is where the range that is a wait receives.
func (e *engine) headOf(b *ssa.BasicBlock, w *Wait) bool { return b == w.instr.Block() }

// flagOf returns the field that a condition compares or reads: by itself, through
// package atomic, or by a method of an atomic type; nil for others.
func (e *engine) flagOf(v ssa.Value, depth int) types.Object {
	if depth == 0 {
		return nil
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		if obj := e.flagOf(x.X, depth-1); obj != nil {
			return obj
		}
		return e.flagOf(x.Y, depth-1)
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return e.flagOf(x.X, depth-1)
		}
		if fa, ok := x.X.(*ssa.FieldAddr); ok && x.Op == token.MUL {
			return addressed(fa)
		}
	case *ssa.Call:
		if cl := e.callee(x.Common()); cl.of("sync/atomic") && strings.HasPrefix(cl.name(), "Load") && len(x.Call.Args) == 1 {
			return addressed(x.Call.Args[0])
		}
	}
	return nil
}

// setByEnd reports whether a function of the package that ends something, by its name,
// sets a field, itself or through package atomic.
func (e *engine) setByEnd(obj types.Object) bool {
	for _, fn := range e.fns {
		if !IsCleanUp(topOf(fn).Name()) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Store:
					if addressed(in.Addr) == obj {
						return true
					}
				case *ssa.Call:
					if len(in.Call.Args) > 1 && e.callee(in.Common()).of("sync/atomic") && addressed(in.Call.Args[0]) == obj {
						return true
					}
				}
			}
		}
	}
	return false
}
