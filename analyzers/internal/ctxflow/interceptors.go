package ctxflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// grpcPath is the import path of gRPC.
const grpcPath = "google.golang.org/grpc"

// LimitsCalls is a fact about a package that has an interceptor for gRPC's clients which
// gives the calls that go through it a deadline. Where clients are made isn't seen from
// where they are called, so that in a module that has one, no call is unbounded for sure.
type LimitsCalls struct{}

// AFact marks LimitsCalls as a fact.
func (*LimitsCalls) AFact() {}

// String says what the fact does, for tests.
func (*LimitsCalls) String() string { return "limits calls" }

// limitsCalls reports whether this package, or one of its module that it imports, has
// an interceptor that gives calls a deadline.
func (e *engine) limitsCalls() bool {
	if e.intercepts == nil {
		has := slices.ContainsFunc(e.fns, e.limiter) || slices.ContainsFunc(e.pass.Pkg.Imports(), e.toldLimit)
		e.intercepts = &has
	}
	return *e.intercepts
}

// toldLimit reports whether a fact says that of a package of the module.
func (e *engine) toldLimit(p *types.Package) bool {
	return sameModule(e.pass, p.Path()) && e.pass.ImportPackageFact(p, new(LimitsCalls))
}

// exportLimits tells the packages that import this one, and hands on what it was told:
// not all drivers show the facts of what is imported indirectly.
func (e *engine) exportLimits() {
	if e.limitsCalls() {
		e.pass.ExportPackageFact(&LimitsCalls{})
	}
}

// limiter reports whether fn has the form of an interceptor of calls, and calls what it
// stands before with a context that has a deadline.
func (e *engine) limiter(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool {
		return isInvoker(p.Type()) && slices.ContainsFunc(e.usesOf(fn), func(u *use) bool {
			c, ok := u.instr.(ssa.CallInstruction)
			return ok && c.Common().Value == p && u.val.Bounded()
		})
	})
}

// isInvoker reports whether t is what an interceptor of a client's calls goes on with.
func isInvoker(t types.Type) bool {
	n := named(t)
	return n != nil && n.Obj().Name() == "UnaryInvoker" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == grpcPath
}
