package ctxflow

import (
	"golang.org/x/tools/go/ssa"
)

// follow calls visit for each instruction that uses v, also through local
// variables, phis and conversions, where as is what it has become.
func (e *engine) follow(v ssa.Value, visit func(in ssa.Instruction, as ssa.Value)) {
	f := follower{e: e, visit: visit, seen: map[ssa.Value]bool{}}
	f.follow(v)
}

type follower struct {
	e     *engine
	visit func(in ssa.Instruction, as ssa.Value)
	seen  map[ssa.Value]bool
}

func (f *follower) follow(v ssa.Value) {
	if f.seen[v] || v.Referrers() == nil {
		return
	}
	f.seen[v] = true
	for _, in := range *v.Referrers() {
		switch in := in.(type) {
		case *ssa.DebugRef:
		case *ssa.Phi:
			f.follow(in)
		case *ssa.ChangeType:
			f.follow(in)
		case *ssa.ChangeInterface:
			f.follow(in)
		case *ssa.MakeInterface:
			f.follow(in)
		case *ssa.Store:
			if a := f.e.variable(in.Addr); in.Val == v && a != nil {
				f.variable(a)
				continue
			}
			f.visit(in, v)
		default:
			f.visit(in, v)
		}
	}
}

// variable goes on with what is loaded from a variable, here and in closures.
func (f *follower) variable(addr ssa.Value) {
	if f.seen[addr] {
		return
	}
	f.seen[addr] = true
	for _, in := range *addr.Referrers() {
		if load, ok := in.(*ssa.UnOp); ok {
			f.follow(load)
		}
	}
	for _, c := range f.e.capturesOf(addr) {
		f.variable(c)
	}
}
