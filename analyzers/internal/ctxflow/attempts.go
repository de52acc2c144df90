package ctxflow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A turn is a loop of a function by its blocks: the head that each turn goes
// through, and what can come back to it.
type turn struct {
	head *ssa.BasicBlock
	body map[*ssa.BasicBlock]bool
}

// turnOf returns the innermost loop that a block is in, nil if it is in none.
func turnOf(b *ssa.BasicBlock) *turn {
	for h := b; h != nil; h = h.Idom() {
		body := map[*ssa.BasicBlock]bool{h: true}
		for _, p := range h.Preds {
			if h.Dominates(p) {
				collect(p, body)
			}
		}
		if len(body) > 1 && body[b] || selfLoop(h) && h == b {
			return &turn{head: h, body: body}
		}
	}
	return nil
}

// collect adds the blocks from which b can be reached to those of the loop.
func collect(b *ssa.BasicBlock, body map[*ssa.BasicBlock]bool) {
	if body[b] {
		return
	}
	body[b] = true
	for _, p := range b.Preds {
		collect(p, body)
	}
}

func selfLoop(b *ssa.BasicBlock) bool {
	for _, s := range b.Succs {
		if s == b {
			return true
		}
	}
	return false
}

// attemptsOf returns the loop in which a call is tried again until it succeeds: a
// nil error leaves the loop, and another one may stay in it. It is nil where there
// is none, and for calls that give no error.
func (e *engine) attemptsOf(c *ssa.Call) *turn {
	t := turnOf(c.Block())
	if t == nil {
		return nil
	}
	for _, err := range errorsOf(c) {
		again := false
		e.follow(err, func(in ssa.Instruction, as ssa.Value) {
			cmp, ok := in.(*ssa.BinOp)
			if !ok || !isNil(cmp.X) && !isNil(cmp.Y) || !t.body[cmp.Block()] {
				return
			}
			for _, in := range *cmp.Referrers() {
				br, ok := in.(*ssa.If)
				if !ok {
					continue
				}
				good, bad := br.Block().Succs[0], br.Block().Succs[1]
				if cmp.Op == token.NEQ {
					good, bad = bad, good
				}
				again = again || !t.stays(good) && t.stays(bad)
			}
		})
		if again {
			return t
		}
	}
	return nil
}

// errorsOf returns the results of a call that are errors.
func errorsOf(c *ssa.Call) []ssa.Value {
	if isErrorType(c.Type()) {
		return []ssa.Value{c}
	}
	var errs []ssa.Value
	for _, in := range *c.Referrers() {
		if x, ok := in.(*ssa.Extract); ok && isErrorType(x.Type()) {
			errs = append(errs, x)
		}
	}
	return errs
}

// stays reports whether control can come from a block back to the head of the loop
// without leaving it.
func (t *turn) stays(b *ssa.BasicBlock) bool {
	return t.body[b]
}

// has reports whether an instruction is in the loop.
func (t *turn) has(in ssa.Instruction) bool { return t.body[in.Block()] }
