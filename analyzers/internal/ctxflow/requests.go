package ctxflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// sentBare reports whether the request that c makes, on a fresh root, goes out
// as it is: some function sends it, and nowhere is it given a context, goes
// beside one, or gets out of sight. So does one that nothing is done with.
func (e *engine) sentBare(c ssa.CallInstruction) bool {
	v := c.Value()
	if v == nil {
		return false
	}
	w := requestWalk{e: e, seen: map[*ssa.Function]bool{}}
	w.result(v, 0)
	return !w.given && !w.lost && (w.sent || !w.used)
}

// A requestWalk follows a request through a package.
type requestWalk struct {
	e    *engine
	seen map[*ssa.Function]bool // whose results or parameters are followed

	used  bool // something is done with it
	sent  bool // it goes out of the process
	given bool // it gets a context, or goes beside one
	lost  bool // it is kept, or handed to somebody unknown
}

// result follows result i of a call.
func (w *requestWalk) result(v ssa.Value, i int) {
	if _, ok := v.Type().(*types.Tuple); !ok {
		w.e.follow(v, w.use)
		return
	}
	for _, in := range *v.Referrers() {
		if x, ok := in.(*ssa.Extract); ok && x.Index == i {
			w.e.follow(x, w.use)
		}
	}
}

// use looks at one instruction that uses the request.
func (w *requestWalk) use(in ssa.Instruction, as ssa.Value) {
	w.used = true
	switch in := in.(type) {
	case ssa.CallInstruction:
		w.call(in, as)
	case *ssa.Return:
		w.returned(in, as)
	case *ssa.Store, *ssa.Send, *ssa.MapUpdate, *ssa.MakeClosure:
		w.lost = true
	}
}

// call looks at a call that the request is an argument or the receiver of.
func (w *requestWalk) call(c ssa.CallInstruction, as ssa.Value) {
	cl := w.e.callee(c.Common())
	if cl.receiver(c.Common()) == as {
		w.given = w.given || cl.name() == "WithContext" || cl.name() == "Clone"
		return
	}
	for i, a := range c.Common().Args {
		switch {
		case a == as:
			w.sent = w.sent || w.e.sends(c, cl, i)
		case w.e.types.context(a.Type()):
			w.given = w.given || w.mayBind(cl, c.Common(), as)
		}
	}
}

// mayBind reports whether a callee that is given a request and a context may give the
// one to the other: unless it is seen to send the request as it is.
func (w *requestWalk) mayBind(cl callee, c *ssa.CallCommon, as ssa.Value) bool {
	if cl.fn == nil || w.seen[cl.fn] {
		return true
	}
	in := requestWalk{e: w.e, seen: w.seen}
	w.seen[cl.fn] = true
	for i, a := range c.Args {
		if a == as && i < len(cl.fn.Params) {
			w.e.follow(cl.fn.Params[i], in.use)
		}
	}
	return in.given || in.lost
}

// returned goes on where the function that returns the request is called, if
// all those places are seen.
func (w *requestWalk) returned(r *ssa.Return, as ssa.Value) {
	fn := r.Parent()
	if w.seen[fn] {
		return
	}
	w.seen[fn] = true
	sites := w.e.sites[fn]
	if fn.Parent() == nil && (fn.Object() == nil || fn.Object().Exported()) || len(sites) == 0 {
		w.lost = true
		return
	}
	for _, s := range sites {
		c, ok := s.Instr.(*ssa.Call)
		if !ok || s.Kind != SiteCall {
			w.lost = true
			return
		}
		for i, x := range r.Results {
			if x == as {
				w.result(c, i)
			}
		}
	}
}

// sends reports whether argument i of the call, a request, is sent as it is:
// the tables or a summary say so, or it is turned into a response.
func (e *engine) sends(c ssa.CallInstruction, cl callee, i int) bool {
	if kind, on := e.outgoing(c, cl); kind != "" {
		return on == c.Common().Args[i]
	}
	s := e.summaryOf(cl)
	if s == nil {
		return givesResponse(c.Common().Signature())
	}
	own := boundBy(cl.index(i))
	for _, o := range s.Outgoing {
		if o.Kind == "http" && o.Bound == own {
			return true
		}
	}
	return false
}

// givesResponse reports whether the first result is an *http.Response.
func givesResponse(sig *types.Signature) bool {
	if sig.Results().Len() == 0 {
		return false
	}
	n := named(sig.Results().At(0).Type())
	return n != nil && n.Obj().Name() == "Response" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http"
}
