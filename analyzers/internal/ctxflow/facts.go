package ctxflow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"
)

// A Summary says what a function does with contexts. It is the fact that other
// packages see; a function with nothing to say has none.
type Summary struct {
	Params   []ParamSummary  // context parameters that differ from "read and passed on"
	Results  []ResultSummary // context and carrier results
	Root     []Hop           // the function starts a root that reaches a call: from here to there
	Bounded  bool            // with Root: it has a timeout of its own
	Outgoing []Outgoing      // calls that leave the process
	Sleeps   bool            // it sleeps, and no context can cut that short
	Blocks   bool            // it waits for a channel or lock, and no context can cut that short
	// SleepsFor is how long it sleeps at a time, at most and if nothing in its
	// signature could tell it to stop; 0 if it doesn't.
	SleepsFor time.Duration
	// SleepsIn says that it is a function that it calls which sleeps for so long.
	SleepsIn bool
	Endless  bool   // it never returns
	Wraps    string // it only forwards to this context-taking sibling

	Bare       bool  // it makes a call that has a context-taking form, and has no context for it
	Deprecated bool  // it takes a context, and its documentation says not to use it
	Unlimited  []int // results that are clients, servers or dialers which nothing limits
	Holds      []Held
}

// AFact marks Summary as a fact.
func (*Summary) AFact() {}

// ParamSummary describes a context parameter, by its index in the signature.
type ParamSummary struct {
	Index     int
	Unread    bool // the body never looks at it
	Kept      bool // read, but handed to no call that could wait on it
	Retained  bool // kept in what outlives the call
	Goroutine bool // used by a goroutine that isn't waited for
	Starts    bool // and by nothing else, and these wait for what happens
}

// ResultSummary describes a result that is a context or a carrier.
type ResultSummary struct {
	Index    int
	From     []Derived // parameters it derives from
	Fresh    bool
	Detached bool
	Other    bool     // may come from elsewhere
	Deadline Deadline // of the fresh or detached part
}

// Derived names a parameter (-1: the receiver) and what was added on the way.
type Derived struct {
	Param    int
	Deadline Deadline
}

// Outgoing is a kind of outgoing call and what bounds it.
type Outgoing struct {
	Kind  string
	Bound string // "param N", "self", "nothing" or "unknown"

	// Unsure says of a call that is bound by a parameter that something else may
	// bound it as well, such as a client's own timeout, or that it lasts by design.
	Unsure bool
}

// A Hop is one step of a chain, without absolute paths.
type Hop struct {
	Func string // package-qualified name
	File string // base name
	Line int
}

// maxHops bounds a chain.
const maxHops = 5

// maxOutgoing bounds the outgoing calls that a summary lists.
const maxOutgoing = 4

// String renders the summary for tests: lower case, without spaces inside an item.
func (s *Summary) String() string {
	var parts []string
	for _, p := range s.Params {
		parts = append(parts, fmt.Sprintf("param%d:%s", p.Index, flags(p.Unread, "unread", p.Kept, "kept", p.Retained, "retained", p.Goroutine, "goroutine", p.Starts, "starts")))
	}
	for _, r := range s.Results {
		var from []string
		for _, d := range r.From {
			from = append(from, fmt.Sprintf("param%d%s", d.Param, d.Deadline.suffix()))
		}
		if r.Fresh {
			from = append(from, "fresh"+r.Deadline.suffix())
		}
		if r.Detached {
			from = append(from, "detached"+r.Deadline.suffix())
		}
		if r.Other {
			from = append(from, "other")
		}
		parts = append(parts, fmt.Sprintf("result%d:%s", r.Index, strings.Join(from, "|")))
	}
	if len(s.Root) > 0 {
		var hops []string
		for _, h := range s.Root {
			hops = append(hops, h.Func)
		}
		parts = append(parts, "root:"+strings.Join(hops, ">")+flags(s.Bounded, "(bounded)"))
	}
	for _, o := range s.Outgoing {
		parts = append(parts, "out:"+o.Kind+"@"+strings.ReplaceAll(o.Bound, " ", "")+flags(o.Unsure, "?"))
	}
	for _, i := range s.Unlimited {
		parts = append(parts, fmt.Sprintf("unlimited:%d", i))
	}
	for _, h := range s.Holds {
		parts = append(parts, fmt.Sprintf("result%d:holds.param%d", h.Result, h.Param))
	}
	if f := flags(s.Sleeps, "sleeps", s.Blocks, "blocks", s.Endless, "endless", s.Wraps != "", "wraps:"+s.Wraps, s.Bare, "bare", s.Deprecated, "deprecated"); f != "" {
		parts = append(parts, f)
	}
	return strings.Join(parts, " ")
}

// suffix renders a deadline for String.
func (d Deadline) suffix() string {
	switch {
	case d.Timeout != 0:
		return "+" + d.Timeout.String()
	case d.Bounded:
		return "+bounded"
	case d.Unclear:
		return "+unclear"
	}
	return ""
}

// flags joins the names whose condition holds.
func flags(pairs ...any) string {
	var on []string
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i].(bool) {
			on = append(on, pairs[i+1].(string))
		}
	}
	return strings.Join(on, ",")
}

func (s *Summary) empty() bool {
	return len(s.Params) == 0 && len(s.Results) == 0 && len(s.Root) == 0 && len(s.Outgoing) == 0 &&
		!s.Sleeps && !s.Blocks && !s.Endless && s.Wraps == "" && !s.Bare && !s.Deprecated && len(s.Unlimited) == 0 && len(s.Holds) == 0
}

// fact returns the summary that another package exported for f, or nil.
func (e *engine) fact(f *types.Func) *Summary {
	if f.Pkg() == nil || f.Pkg() == e.pass.Pkg {
		return nil
	}
	if s, ok := e.imported[f]; ok {
		return s
	}
	var s Summary
	r := &s
	if !e.pass.ImportObjectFact(f, r) {
		r = nil
	}
	e.imported[f] = r
	return r
}

// hop describes a place in fn.
func (e *engine) hop(fn *ssa.Function, pos token.Pos) Hop {
	p := e.pass.Fset.Position(pos)
	return Hop{Func: e.pass.Pkg.Path() + "." + shortName(fn), File: filepath.Base(p.Filename), Line: p.Line}
}

// shortName names a function as a person would: "Type.Method", "Func", or the
// function that a literal stands in.
func shortName(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if r := fn.Signature.Recv(); r != nil {
		if n := named(r.Type()); n != nil {
			return n.Obj().Name() + "." + fn.Name()
		}
	}
	return fn.Name()
}

// export exports the summaries that other packages can use: of functions and
// methods with exported names, and not those that the tables describe. Of
// generated code only what it does counts, and not which of its many stubs
// never look at their context: a fact about a method is handed on through all
// packages from which the method can be reached.
func (e *engine) export() {
	for _, fn := range e.fns {
		obj, _ := fn.Object().(*types.Func)
		if obj == nil || !obj.Exported() || e.isTestFile(obj.Pos()) || len(e.api.Rows(obj)) > 0 {
			continue
		}
		s := e.summary(fn)
		if s != nil && e.isGenerated(obj.Pos()) {
			stub := *s
			stub.Params = nil
			if stub.empty() {
				continue
			}
		}
		if s == nil || s.empty() {
			continue
		}
		if r := obj.Signature().Recv(); r != nil && named(r.Type()) == nil {
			continue
		}
		e.pass.ExportObjectFact(obj, s)
	}
}

// isGenerated reports whether the position is in a file that says it is generated.
func (e *engine) isGenerated(pos token.Pos) bool {
	f := e.file(pos)
	return f != nil && ast.IsGenerated(f)
}

func (e *engine) isTestFile(pos token.Pos) bool {
	return strings.HasSuffix(e.pass.Fset.Position(pos).Filename, "_test.go")
}
