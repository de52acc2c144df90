package ctxroot

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
	"github.com/ctxchain/ctxchain/analyzers/internal/report"
	"golang.org/x/tools/go/analysis"
)

// The categories of findings.
const (
	shadow        = "shadow"
	inscope       = "inscope"
	detach        = "detach"
	detachBounded = "detachbounded"
	helper        = "helper"
	call          = "call"
	stored        = "stored"
)

// Name is the analyzer's name.
const Name = "ctxroot"

// Analyzer is the check with flags of its own, for drivers that want a variable.
var Analyzer = New()

// New returns a fresh analyzer, whose flags nobody else can set.
func New() *analysis.Analyzer {
	check := report.NewCheck(Name,
		report.Category{Name: shadow, Default: true, Severity: report.Error, Summary: "the caller's context is overwritten or hidden by one with a fresh root", Fix: "derives from the caller's context"},
		report.Category{Name: inscope, Default: true, Severity: report.Error, Summary: "a fresh root is used though the caller's context is in scope", Fix: "uses the caller's context"},
		report.Category{Name: detach, Default: true, Severity: report.Warning, Summary: "work that outlives the caller runs on a fresh root with no timeout", Fix: "detaches the caller's context"},
		report.Category{Name: detachBounded, Severity: report.Note, Summary: "work that outlives the caller runs on a fresh root with a timeout, and loses the caller's values", Fix: "detaches the caller's context"},
		report.Category{Name: helper, Default: true, Severity: report.Warning, Summary: "a function without a context starts a root, so that no caller can pass a deadline"},
		report.Category{Name: call, Severity: report.Note, Summary: "a function of another module that starts its own root is called with the caller's context in scope"},
		report.Category{Name: stored, Default: true, Severity: report.Warning, Summary: "a context from a field or package variable is used though the caller's is in scope"},
	)
	return check.Analyzer(doc(), func(pass *analysis.Pass) []report.Finding {
		r := &run{
			pass:  pass,
			flow:  ctxflow.Of(pass),
			marks: pass.ResultOf[directives.Analyzer].(*directives.Set),
		}
		return r.findings()
	}, ctxflow.Analyzer)
}

// A run looks at one package.
type run struct {
	pass  *analysis.Pass
	flow  *ctxflow.Result
	marks *directives.Set
}

// findings asks the engine for the roots, stored contexts and calls of the
// package, and says which of them break a chain.
func (r *run) findings() []report.Finding {
	var fs []report.Finding
	for _, root := range r.flow.Roots() {
		if f, ok := r.root(root); ok {
			fs = append(fs, f)
		}
	}
	for _, s := range r.flow.Stored() {
		if f, ok := r.stored(s); ok {
			fs = append(fs, f)
		}
	}
	for _, c := range r.flow.RootedCalls() {
		if c.Func.AtHome(c.Source) || r.flow.SameModule(c.Callee) {
			continue // told at the root itself
		}
		fs = append(fs, report.Finding{
			Category: call,
			Range:    c.Call,
			Message:  report.ExprString(c.Call.Fun) + " starts its own root and drops the deadline of " + c.Source.Label,
			Excused:  r.marks.Excuse(c.Func.Syntax(), c.Call.Pos()),
		})
	}
	return fs
}

// root judges a fresh root. Detached contexts are no finding here: they were
// made on purpose. Nor are requests made without a context, which have a
// context-taking variant.
func (r *run) root(x *ctxflow.Root) (report.Finding, bool) {
	if x.Prov != ctxflow.Fresh || x.Carrier || x.Func.AtHome(x.Source) {
		return report.Finding{}, false
	}
	handsOut := x.Reason == ctxflow.ReasonUnused || x.Reason == ctxflow.ReasonLifecycle
	returned := handsOut && x.Escapes && x.Source != nil && x.Source.FromCaller() && !x.Source.Outer
	if x.Read {
		return r.read(x)
	}
	if x.Reason != ctxflow.ReasonNone && !returned {
		return report.Finding{}, false
	}
	if x.Source == nil {
		return r.helper(x)
	}
	if x.Place.Kept && x.Todo && len(x.Func.Literals) > 0 && x.Source.FromCaller() {
		return r.callback(x), true
	}
	if apart(x) {
		return report.Finding{}, false
	}
	f := report.Finding{Range: x.First.Expr, Claims: claims(x)}
	name := report.ExprString(x.Call.Fun)
	src := x.Source.Label
	fix := true
	switch {
	case aside(x):
		f.Category = detach
		f.Message = name + " drops the values of " + src + " and has no deadline; use context.WithoutCancel and a timeout"
		if x.Bounded {
			f.Category = detachBounded
			f.Message = name + " drops the values of " + src + "; derive from context.WithoutCancel"
		}
	case hides(x) && x.Assign == token.ASSIGN:
		f.Range = at(x)
		f.Category, f.Message = shadow, name+" overwrites "+src+" and drops its deadline; derive from "+src
	case hides(x):
		f.Range = at(x)
		f.Category, f.Message = shadow, name+" hides "+src+" and drops its deadline; derive from "+src
	case x.Source.Obj == nil:
		f.Category, f.Message = inscope, name+" drops the deadline of "+src+"; name it and use it"
	case returned:
		f.Range = at(x)
		f.Category, f.Message = inscope, name+" drops the deadline of "+src+"; derive from "+src
	default:
		f.Category, f.Message = inscope, name+" drops the deadline of "+src+"; use "+src
		fix = x.Source.FromCaller() || x.InGroup
	}
	if fix {
		f.Fix = r.fix(x, f.Category)
	}
	f.Excused = r.excuseRoot(x)
	return f, true
}

// read judges a root that goes into a call which reads its values at most: they are
// the caller's that it is to read, and nothing speaks for others.
func (r *run) read(x *ctxflow.Root) (report.Finding, bool) {
	if x.Source == nil || x.Source.Obj == nil || !x.Source.FromCaller() || x.Place != (ctxflow.Place{}) {
		return report.Finding{}, false
	}
	return report.Finding{
		Category: inscope,
		Range:    x.First.Expr,
		Message:  report.ExprString(x.Call.Fun) + " drops the values of " + x.Source.Label + "; use " + x.Source.Label,
		Fix:      r.fix(x, inscope),
		Excused:  r.excuseRoot(x),
	}, true
}

// apart reports whether a root has a life that isn't the caller's, for all that the
// caller's context is in scope.
func apart(x *ctxflow.Root) bool {
	p := x.Place
	switch {
	case !x.Source.FromCaller() && (p.Goroutine && !x.InGroup || p.Deferred || p.CleanUp || p.ErrorPath):
		return true // a second root for a good reason
	case p.Job, p.Kept, x.Given:
		return true // its life is not the caller's, or it is the request's new one
	case p.Goroutine && !p.Joined && (x.Func.Builds || p.Listens):
		return true // what is made works on when the call is over; others have a way to stop what waits for events
	}
	return x.Choice && !hides(x) // the program decides whether the caller's is the one
}

// callback tells of a context.TODO in a literal that is put away for somebody else to
// call: the context of who puts it there would be the wrong one, and its author has
// doubts as well.
func (r *run) callback(x *ctxflow.Root) report.Finding {
	return report.Finding{
		Category: helper,
		Range:    at(x),
		Message:  report.ExprString(x.Call.Fun) + " starts a chain that no caller of this function can bound; take ctx as a parameter",
		Claims:   claims(x),
		Excused:  r.excuseRoot(x),
	}
}

// aside reports whether the root is for work that outlives the caller on purpose.
func aside(x *ctxflow.Root) bool {
	p := x.Place
	return p.Goroutine && !p.Joined || p.Deferred || p.Undoes || p.CleanUp && (p.ErrorPath || x.Bounded) || p.ErrorPath && x.Bounded
}

// hides reports whether what is made of the root takes the name of the caller's context.
func hides(x *ctxflow.Root) bool {
	return x.Name != nil && x.Source.Obj != nil && x.Source.FromCaller() && x.Name.Name() == x.Source.Obj.Name()
}

// at returns the root itself, which is where a finding about a variable or a
// whole function can be mended.
func at(x *ctxflow.Root) analysis.Range { return x.Call }

func claims(x *ctxflow.Root) []ast.Node {
	if x.Sink.Call != nil {
		return []ast.Node{x.Sink.Call}
	}
	return nil
}

// helper judges a root in a function that has no context at all.
func (r *run) helper(x *ctxflow.Root) (report.Finding, bool) {
	d := x.Func
	switch {
	case d.Decl == nil, d.Wraps != "", x.Mixed:
		return report.Finding{}, false
	case x.Place.Goroutine && !x.Place.Joined, x.Place.Deferred:
		return report.Finding{}, false // a job of its own, or its end
	case d.CallerName == "" && (d.PkgMain || d.Job || x.Bounded):
		return report.Finding{}, false
	case d.CallerName == "" && (x.StartUp || d.SetUp && !x.GoesOut && !x.Todo):
		return report.Finding{}, false // sets things up, before any request
	case d.CallerName == "" && x.Carries && !x.GoesOut && !x.Todo:
		return report.Finding{}, false // made to carry values
	case x.Bounded && (d.Interface != "" || x.Place.CleanUp), d.Interface != "" && !x.GoesOut && !x.Todo:
		return report.Finding{}, false
	}
	f := report.Finding{Category: helper, Range: at(x), Claims: claims(x)}
	name := report.ExprString(x.Call.Fun)
	f.Message = name + " starts a chain that no caller of " + d.Name + " can bound; take ctx as a parameter"
	if d.CallerName != "" {
		f.Message = name + " cuts " + d.Name + " off from " + d.Callee + " of its caller " + d.CallerName + "; take ctx as a parameter"
		f.Related = []analysis.RelatedInformation{{Pos: d.CallerPos, Message: d.CallerName + " has " + d.Callee + " here"}}
	}
	f.Excused = r.excuseRoot(x)
	return f, true
}

// stored judges a context from a field or package variable.
func (r *run) stored(s *ctxflow.StoredUse) (report.Finding, bool) {
	_, global := s.Obj.(*types.Var)
	global = global && s.Obj.Parent() == s.Obj.Pkg().Scope()
	if !s.Receiver && !global || s.Func.AtHome(s.Source) || s.Reason != ctxflow.ReasonNone || s.Source.Obj == nil {
		return report.Finding{}, false
	}
	if s.Place.Goroutine || s.Place.Deferred || s.Place.CleanUp {
		return report.Finding{}, false
	}
	return report.Finding{
		Category: stored,
		Range:    s.Expr,
		Message:  report.ExprString(s.Expr) + " goes into the call in place of " + s.Source.Label + "; use " + s.Source.Label,
		Excused:  r.marks.Excuse(s.Func.Syntax(), s.Expr.Pos()),
	}, true
}

// excuseRoot returns the directive that says the root is meant, or nil.
func (r *run) excuseRoot(x *ctxflow.Root) *directives.Directive {
	at := []token.Pos{x.First.Expr.Pos(), x.Call.Pos()}
	if x.First.Call != nil {
		at = append(at, x.First.Call.Pos())
	}
	if x.Sink.Call != nil {
		at = append(at, x.Sink.Call.Pos())
	}
	if x.Place.Start.IsValid() {
		at = append(at, x.Place.Start)
	}
	return r.marks.Excuse(x.Func.Syntax(), at...)
}
