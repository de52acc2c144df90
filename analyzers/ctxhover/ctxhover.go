// Package ctxhover defines an analyzer that tells an editor about contexts:
// where each comes from, what bounds it, and when it ends. It finds nothing wrong,
// and is silent unless its flag emit is set: then it reports, for each file with
// contexts, one diagnostic whose message is a [File] in JSON. It stands at the
// file's package clause.
package ctxhover

import (
	"encoding/json"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxflow"
)

const (
	// Name is the analyzer's name.
	Name = "ctxhover"
	// Category is that of its diagnostics.
	Category = Name + "/contexts"
	// EmitFlag is the name of its flag.
	EmitFlag = "emit"
)

// A File tells what is known in one file, in source order. Offsets count bytes
// from the start of the file.
type File struct {
	Contexts []Context `json:"contexts,omitempty"`
	Calls    []Call    `json:"calls,omitempty"`
}

// A Context is an expression.
type Context struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"` // "from ctx; bounded by 2 s at line 40; cancelled at return"
}

// A Call is one that leaves the process.
type Call struct {
	End   int    `json:"end"`
	Kind  string `json:"kind"`  // such as "http"
	Limit string `json:"limit"` // "2 s", "some", "the caller's", "none"
}

// New returns a fresh analyzer.
func New() *analysis.Analyzer {
	emit := false
	a := &analysis.Analyzer{
		Name:     Name,
		Doc:      "describe contexts for an editor",
		URL:      "https://github.com/ctxchain/ctxchain/blob/main/docs/editors.md",
		Requires: []*analysis.Analyzer{ctxflow.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			if !emit {
				return nil, nil
			}
			return nil, report(pass)
		},
	}
	a.Flags.BoolVar(&emit, EmitFlag, false, "report a description of the package's contexts")
	return a
}

// report reports what is known, file by file.
func report(pass *analysis.Pass) error {
	flow := ctxflow.Of(pass)
	told, calls := ask(flow)
	files := make(map[*ast.File]*File)
	at := func(pos token.Pos) (*File, func(token.Pos) int) {
		f := flow.File(pos)
		if f == nil {
			return nil, nil // of what the compiler adds
		}
		if files[f] == nil {
			files[f] = new(File)
		}
		return files[f], pass.Fset.File(pos).Offset
	}
	for _, t := range told {
		if file, offset := at(t.Expr.Pos()); file != nil {
			file.Contexts = append(file.Contexts, Context{offset(t.Expr.Pos()), offset(t.Expr.End()), t.Text})
		}
	}
	for _, c := range calls {
		if file, offset := at(c.Call.Pos()); file != nil {
			file.Calls = append(file.Calls, Call{offset(c.Call.End()), c.Kind, c.Limit})
		}
	}
	for _, f := range pass.Files {
		if files[f] == nil {
			continue
		}
		text, err := json.Marshal(files[f])
		if err != nil {
			return err
		}
		pass.Report(analysis.Diagnostic{Pos: f.Package, Category: Category, Message: string(text)})
	}
	return nil
}

// ask asks the engine while no check does.
func ask(flow *ctxflow.Result) ([]ctxflow.Told, []ctxflow.LimitedCall) {
	flow.Lock()
	defer flow.Unlock()
	return flow.Tell(), flow.LimitedCalls()
}
