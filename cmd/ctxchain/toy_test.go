package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers"
)

// The toy check stands in for the real ones, whose findings change as they
// learn. It reports each call of a function, outside the
// standard library, by the function's name:
//
//	find    toy/find, with related information and a fix, unless a row of the
//	        user's has the caller as a job
//	hint    toy/hint, which is opt-in
//	carry   toy/carry if the callee is of another package and calls find itself
//	fail    makes the check return an error
//	crash   makes it panic
//	hang    makes it take a minute
func toyCategories() []analyzers.Category {
	return []analyzers.Category{
		{Check: "toy", Name: "find", Default: true, Severity: "error", Summary: "a call of find", Fix: "call lost"},
		{Check: "toy", Name: "carry", Default: true, Severity: "warning", Summary: "a call of what calls find"},
		{Check: "toy", Name: "hint", Severity: "note", Summary: "a call of hint"},
	}
}

// finds is the fact that a function calls find.
type finds struct{}

func (*finds) AFact() {}

// runToy is ctxchain with the toy check. A unit also writes a line into the
// file named by UNIT_LOG.
func runToy() {
	args := os.Args[1:]
	if name := os.Getenv("UNIT_LOG"); name != "" && len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".cfg") {
		logUnit(name)
	}
	run(args, func() []*analysis.Analyzer { return []*analysis.Analyzer{newToy()} }, toyCategories)
}

// logUnit notes that this process analyzes the package in its directory.
func logUnit(name string) {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err == nil {
		dir, _ := os.Getwd()
		_, err = fmt.Fprintf(f, "%s\n", dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func newToy() *analysis.Analyzer {
	toy := &toy{on: map[string]*bool{}}
	a := &analysis.Analyzer{
		Name:      "toy",
		Doc:       "report calls by the name of the function",
		FactTypes: []analysis.Fact{new(finds)},
		Run:       toy.run,
	}
	a.Flags.Func("api", "rows, of which those for jobs count", func(rows string) error {
		toy.rows = rows
		return analyzers.CheckRow(rows, nil)
	})
	for _, c := range toyCategories() {
		toy.on[c.Name] = a.Flags.Bool(c.Name, c.Default, "report toy/"+c.Name)
	}
	a.Flags.Func("preset", "default or strict", func(name string) error {
		if name != "default" && name != "strict" {
			return errors.New("want default or strict")
		}
		for _, c := range toyCategories() {
			*toy.on[c.Name] = c.Default || name == "strict"
		}
		return nil
	})
	return a
}

// toy is the check with its switches.
type toy struct {
	on   map[string]*bool
	rows string
}

func (t *toy) run(pass *analysis.Pass) (any, error) {
	if path := pass.Pkg.Path(); !strings.HasPrefix(path, "example.com/") && path != "command-line-arguments" {
		return nil, nil // the standard library has functions of these names, too
	}
	var failure error
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			ast.Inspect(decl, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					failure = errors.Join(failure, t.call(pass, decl, call))
				}
				return true
			})
		}
	}
	return nil, failure
}

// call looks at a call in a declaration.
func (t *toy) call(pass *analysis.Pass, decl ast.Decl, call *ast.CallExpr) error {
	var id *ast.Ident
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return nil
	}
	callee, ok := pass.TypesInfo.Uses[id].(*types.Func)
	if !ok {
		return nil
	}
	if callee.Pkg() != pass.Pkg && pass.ImportObjectFact(callee, new(finds)) {
		t.report(pass, call, "carry", fmt.Sprintf("call of %s carries a find", callee.Name()))
	}
	switch callee.Name() {
	case "find":
		fn, ok := decl.(*ast.FuncDecl)
		if ok && strings.Contains(t.rows, "job "+pass.Pkg.Path()+"."+fn.Name.Name) {
			return nil
		}
		if ok {
			pass.ExportObjectFact(pass.TypesInfo.Defs[fn.Name], new(finds))
		}
		t.report(pass, call, "find", "found")
	case "hint":
		t.report(pass, call, "hint", "a hint")
	case "fail":
		return errors.New("told to fail")
	case "crash":
		panic("told to crash")
	case "hang":
		time.Sleep(time.Minute)
	}
	return nil
}

func (t *toy) report(pass *analysis.Pass, call *ast.CallExpr, category, message string) {
	if !*t.on[category] {
		return
	}
	d := analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Category: "toy/" + category, Message: message}
	if category == "find" {
		d.Related = []analysis.RelatedInformation{{Pos: call.Lparen, Message: "called here"}}
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "call lost",
			TextEdits: []analysis.TextEdit{{Pos: call.Pos(), End: call.Lparen, NewText: []byte("lost")}},
		}}
	}
	pass.Report(d)
}
