package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"time"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/ssa"
)

// A Lingering is a pause in a goroutine that has no caller's context, which whoever
// started the goroutine can't cut short.
type Lingering struct {
	*Wait
	Quit ast.Expr     // the channel by which the goroutine ends at another of its waits
	Flag types.Object // the field that is set for it to end, which it asks about between its waits; nothing ends it where both are nil
}

// Lingerings returns these pauses in source order.
func (r *Result) Lingerings() []*Lingering {
	return gather(r, (*engine).lingering, func(l *Lingering) token.Pos { return l.Node.Pos() })
}

func (e *engine) lingering(in ssa.Instruction) *Lingering {
	if fn := in.Parent(); !e.startedOnly(fn) || fn.Parent() == nil && token.IsExported(fn.Name()) {
		return nil
	}
	w := e.wait(in)
	if w == nil {
		w = e.rootWait(in)
	}
	if w == nil || w.Source != nil || w.Reason != ReasonNone || w.Kind == WaitSelect || w.Kind == WaitChannel || w.Pause < time.Second {
		return nil
	}
	if e.neverEnds(w) {
		return &Lingering{Wait: w}
	}
	if quit := e.endsElsewhere(w); quit != nil && w.Kind != WaitRoot {
		return &Lingering{Wait: w, Quit: quit}
	}
	if flag := e.flagBetween(w); flag != nil && w.Kind != WaitRoot {
		return &Lingering{Wait: w, Flag: flag}
	}
	return nil
}

// rootWait describes a call that waits on a context which nothing ends, nil for others.
func (e *engine) rootWait(in ssa.Instruction) *Wait {
	c, ok := in.(*ssa.Call)
	if !ok {
		return nil
	}
	cl := e.callee(c.Common())
	row := cl.role(ctxapi.Wait)
	if row == nil || !row.Has("ctx-aware") || cl.bounded() {
		return nil
	}
	ctx := cl.param(c.Common(), row.Ctx)
	call := e.callExpr(c)
	if ctx == nil || call == nil {
		return nil
	}
	v := e.value(ctx)
	if _, ok := e.noDeadline(v); !ok || !v.Only(Fresh) {
		return nil
	}
	for _, o := range v {
		if len(o.derive) > 0 {
			return nil // somebody may cancel it
		}
	}
	w := &Wait{Kind: WaitRoot, Node: call, Pause: Unbounded, instr: in}
	e.placeWait(w)
	return w
}

// neverEnds reports whether a wait is in a loop of its function that has no end: no
// condition, or a ticker to range over, and no way out.
func (e *engine) neverEnds(w *Wait) bool {
	for _, n := range w.Around {
		switch n := n.(type) {
		case *ast.ForStmt:
			if n.Cond == nil && !e.exits(n) {
				return true
			}
		case *ast.RangeStmt:
			if w.Kind == WaitTimer && ast.Node(n) == w.Node && !e.exits(n) {
				return true
			}
		case *ast.GoStmt:
			return false
		}
	}
	return false
}

// endsElsewhere returns the channel by which the function of a wait ends at one of its
// selects that comes after the wait, or nil. A wait between the two isn't cut short by it.
func (e *engine) endsElsewhere(w *Wait) ast.Expr {
	for _, b := range w.instr.Parent().Blocks {
		for _, in := range b.Instrs {
			sel, ok := in.(*ssa.Select)
			if !ok || !sel.Blocking || !reaches(w.instr, sel) {
				continue
			}
			for i, st := range sel.States {
				at := caseBlock(sel, i)
				if st.Dir != types.RecvOnly || !isQuit(st.Chan.Type()) || e.timerChan(st.Chan) || at == nil || blockReaches(at, sel.Block()) || at.Dominates(w.instr.Block()) {
					continue
				}
				if x := channelOf(e.nodeAt(st.Pos)); x != nil {
					return x
				}
			}
		}
	}
	return nil
}
