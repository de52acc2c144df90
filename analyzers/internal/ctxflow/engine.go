package ctxflow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"runtime/debug"
	"slices"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Analyzer is the engine of the checks' Analyzer variables. A set of checks gets
// one of its own: see [Equip].
var Analyzer = New()

// New returns a fresh engine, whose flags nobody else can set. It computes the
// flow of contexts in a package. Its result is a *Result, and it exports a
// [Summary] for each function of which there is something to say.
//
// The flag api holds rows of the user's own, in the form of ctxapi.ParseOwn.
func New() *analysis.Analyzer {
	api := new(ctxapi.Tables)
	a := &analysis.Analyzer{
		Name:       "ctxflow",
		Doc:        "compute how contexts flow, for the checks of ctxchain",
		URL:        "https://github.com/ctxchain/ctxchain/blob/main/docs/developing.md",
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, api) },
		ResultType: resultType,
		FactTypes:  []analysis.Fact{new(Summary), new(LimitsCalls)},
	}
	a.Flags.Var(api, "api", "what functions of your own libraries do, a row each: see docs/configuration.md")
	return a
}

// Of returns the engine's result, for an analyzer that requires an engine,
// whichever it is.
func Of(pass *analysis.Pass) *Result {
	for _, a := range pass.Analyzer.Requires {
		if r, ok := pass.ResultOf[a].(*Result); ok {
			return r
		}
	}
	panic(pass.Analyzer.Name + " doesn't require the engine")
}

// Equip gives the checks of a set one fresh engine in place of what they
// require now, so that no other set has to do with its flags. It is for who
// makes the set, before anything runs. What the checks require and what requires
// an engine itself has to be theirs alone.
func Equip(checks ...*analysis.Analyzer) {
	engine := New()
	seen := make(map[*analysis.Analyzer]bool)
	var visit func([]*analysis.Analyzer)
	visit = func(analyzers []*analysis.Analyzer) {
		for i, a := range analyzers {
			if a.ResultType == resultType {
				analyzers[i] = engine
			} else if !seen[a] {
				seen[a] = true
				visit(a.Requires)
			}
		}
	}
	visit(checks)
}

// An engine analyzes one package.
type engine struct {
	pass  *analysis.Pass
	api   *ctxapi.Tables
	types typeCache
	pkg   *ssa.Package

	fns      []*ssa.Function // with bodies, in source order, literals after their function
	closures map[*ssa.Function][]*ssa.MakeClosure
	sites    map[*ssa.Function][]Site // who calls, starts or mentions a function of the package
	exprs    map[token.Pos]*ast.CallExpr

	values    map[ssa.Value]Value
	callees   map[*ssa.CallCommon]callee
	siblings  map[*ast.CallExpr]*Sibling
	summaries map[*ssa.Function]*Summary
	busy      map[*ssa.Function]bool
	switching map[*ssa.Function]bool
	uses      map[*ssa.Function][]*use
	dones     map[*ssa.Function][]doneMark
	roots     map[*ssa.Function][]*root
	globals   map[*ssa.Global][]*ssa.Store
	imported  map[*types.Func]*Summary
	paramVars map[*types.Var]*ssa.Parameter
	defs      map[*types.Var]definition
	callAt    map[token.Pos]ssa.CallInstruction
	assigns   map[*ast.CallExpr]*ast.AssignStmt
	loops     []ast.Node
	index     *syntaxIndex
	heard     map[types.Object]bool // channels of fields and package variables

	// What is asked for again and again, from many places.
	loads   map[load]reached
	impls   map[*types.Func][]*ssa.Function
	fixed   map[*ssa.Function]string
	callers map[*ssa.Function]*callerWalk
	ends    map[end]bool

	started    []*task                // what the package starts
	never      map[*ssa.Function]bool // whether a function never ends
	declared   map[*types.Var]*ast.Ident
	unlimiteds map[ssa.Value][]ssa.Value
	fieldsAt   map[*types.Var][]*ssa.FieldAddr
	globalsAt  map[*ssa.Global][]ssa.Instruction
	stays      *bool
	intercepts *bool // whether calls of gRPC's clients may be given a deadline on their way
	literals   map[token.Pos]*ast.CompositeLit
}

// run is the analyzer's entry: gate, build, summarize, export. A panic in here
// (of ssa on code it can't build, or our own) becomes an error that names the package.
func run(pass *analysis.Pass, api *ctxapi.Tables) (res any, err error) {
	defer func() {
		if p := recover(); p != nil {
			res, err = nil, fmt.Errorf("ctxflow: internal error in package %s: %v\n%s", pass.Pkg.Path(), p, debug.Stack())
		}
	}()
	if !openGate && Described(pass.Pkg.Path(), modulePath(pass)) {
		return &Result{}, nil
	}
	e := &engine{
		pass:      pass,
		api:       api,
		types:     typeCache{api: api, impl: map[types.Type]bool{}, carry: map[types.Type]bool{}, limit: map[types.Type]bool{}},
		closures:  map[*ssa.Function][]*ssa.MakeClosure{},
		sites:     map[*ssa.Function][]Site{},
		values:    map[ssa.Value]Value{},
		callees:   map[*ssa.CallCommon]callee{},
		siblings:  map[*ast.CallExpr]*Sibling{},
		summaries: map[*ssa.Function]*Summary{},
		busy:      map[*ssa.Function]bool{},
		switching: map[*ssa.Function]bool{},
		uses:      map[*ssa.Function][]*use{},
		dones:     map[*ssa.Function][]doneMark{},
		roots:     map[*ssa.Function][]*root{},
		imported:  map[*types.Func]*Summary{},
		loads:     map[load]reached{},
		impls:     map[*types.Func][]*ssa.Function{},
		fixed:     map[*ssa.Function]string{},
		callers:   map[*ssa.Function]*callerWalk{},
		ends:      map[end]bool{},
		never:     map[*ssa.Function]bool{},
	}
	if !openGate && !e.matters() {
		return &Result{}, nil
	}
	e.build()
	e.export()
	e.exportLimits()
	return e.result(), nil
}

// openGate lets the robustness tests analyze the standard library as well.
var openGate = false

// modulePath returns the path of the module that a pass's package is in, if any.
func modulePath(pass *analysis.Pass) string {
	if pass.Module == nil {
		return ""
	}
	return pass.Module.Path
}

// Described reports whether a package, given its path and that of its module,
// is one of the standard library's, of which the tables tell: it is neither
// analyzed nor has it facts. The standard library has no module, or one of
// these names; a user's package named like one of its has another.
func Described(pkg, module string) bool {
	return (module == "" || module == "std" || module == "cmd") && ctxapi.IsStd(pkg)
}

// matters is the gate: it reports whether the package uses a context or a
// carrier, or calls something that the tables or imported facts know. The order
// in which the map is visited doesn't matter to the answer.
func (e *engine) matters() bool {
	for _, obj := range e.pass.TypesInfo.Uses {
		f, ok := obj.(*types.Func)
		if !ok || f.Pkg() == nil || f.Pkg() == e.pass.Pkg {
			continue // error's own method has no package
		}
		if e.api.Knows(f.Pkg().Path()) && slices.ContainsFunc(e.api.Rows(f), mattersAlone) || e.fact(f) != nil {
			return true
		}
		sig := f.Signature()
		for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
			for i := range tuple.Len() {
				if e.types.carrier(tuple.At(i).Type()) {
					return true
				}
			}
		}
	}
	for _, obj := range e.pass.TypesInfo.Defs {
		if v, ok := obj.(*types.Var); ok && e.types.carrier(v.Type()) {
			return true
		}
	}
	return false
}

// mattersAlone reports whether a row can lead to a fact or a finding by itself.
func mattersAlone(row *ctxapi.Row) bool {
	return row.Role != ctxapi.Wait || row.Has("ctx-aware") || waitsForOthers(row)
}

// build makes SSA for the package and the indexes over it.
func (e *engine) build() {
	prog := ssa.NewProgram(e.pass.Fset, ssa.BuilderMode(0))
	for _, p := range e.pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	e.pkg = prog.CreatePackage(e.pass.Pkg, e.pass.Files, e.pass.TypesInfo, false)
	e.pkg.Build()
	for _, f := range e.pass.Files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				if obj, ok := e.pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
					e.addFunc(prog.FuncValue(obj))
				}
			}
		}
	}
	e.addFunc(e.pkg.Func("init")) // literals of package variables live here
	for _, fn := range e.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if mk, ok := in.(*ssa.MakeClosure); ok {
					c := mk.Fn.(*ssa.Function)
					e.closures[c] = append(e.closures[c], mk)
				}
			}
		}
	}
	e.indexSites()
}

func (e *engine) addFunc(fn *ssa.Function) {
	if fn == nil || fn.Blocks == nil {
		return
	}
	e.fns = append(e.fns, fn)
	for _, a := range fn.AnonFuncs {
		e.addFunc(a)
	}
}

// callExpr returns the syntax of a call instruction, nil for synthetic ones.
func (e *engine) callExpr(c ssa.CallInstruction) *ast.CallExpr {
	if e.exprs == nil {
		e.exprs = map[token.Pos]*ast.CallExpr{}
		for _, f := range e.pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					e.exprs[n.Go] = n.Call
				case *ast.DeferStmt:
					e.exprs[n.Defer] = n.Call
				case *ast.CallExpr:
					e.exprs[n.Lparen] = n
				}
				return true
			})
		}
	}
	return e.exprs[c.Pos()]
}

// isReceiver reports whether p is its method's receiver.
func (e *engine) isReceiver(p *ssa.Parameter) bool {
	fn := p.Parent()
	return fn.Signature.Recv() != nil && len(fn.Params) > 0 && fn.Params[0] == p
}

// paramIndex returns p's index in its function's signature, -1 for the receiver.
func paramIndex(p *ssa.Parameter) int {
	fn := p.Parent()
	for i, q := range fn.Params {
		if q == p {
			if fn.Signature.Recv() != nil {
				return i - 1
			}
			return i
		}
	}
	return -1
}
