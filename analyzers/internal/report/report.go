package report

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/internal/directives"
)

// maxRelated is how many related places a diagnostic shows: where the chain was
// cut and where it ends.
const maxRelated = 2

// A Finding is what a check has to say about one fault.
type Finding struct {
	Category string         // its name, without the check's
	Range    analysis.Range // the offending expression
	Message  string
	Related  []analysis.RelatedInformation // only the first two are kept
	Fix      *analysis.SuggestedFix        // or nil; dropped where it can't be applied safely

	// Claims are calls, loops and go statements that the finding is about
	// besides its own line. Findings that yield to one of them are silent if
	// this one comes before them in the order of categories.
	Claims []ast.Node
	// Yields are nodes about which one finding is enough.
	Yields []ast.Node

	// Excused is the //ctxchain:root or //ctxchain:detached directive by which
	// the code is right as it is, or nil. The finding is then as good as
	// ignored, and the directive has been of use.
	Excused *directives.Directive
}

// A Result is what a check found in a package, as far as the directive pass
// and the checks that give way to it need to know. Every check's analyzer has
// *Result as its ResultType.
type Result struct {
	Check *Check

	candidates []candidate
	used       map[*directives.Directive]bool
	told       []analysis.Diagnostic
}

// A candidate is a finding that is reported unless one about the same fault
// comes before it.
type candidate struct {
	rank    int
	line    place // where it stands
	claims  []place
	yields  []place
	silent  bool // a directive answers it; it still speaks for its fault
	file    int  // index into the package's files
	message analysis.Diagnostic
}

// A place is a line of a file, as a stretch from its start to its start, or a
// node of the syntax.
type place struct{ from, to token.Pos }

// Report tells the findings of a check in a package, and returns the result
// for the check's analyzer to return. Not told are
//
//   - those of categories that are off;
//   - those in generated files;
//   - those that a directive answers, which the result then counts as used;
//   - all but one about the same fault: on one line, or about a node that one
//     claims and the other yields to. The first category in the order speaks,
//     and the first position among findings of one category. Those that a
//     directive answers have spoken. Findings of the checks that the pass's
//     analyzer requires take part.
//
// The findings may come in any order. Set is the result of directives.Analyzer.
func (c *Check) Report(pass *analysis.Pass, set *directives.Set, findings []Finding) *Result {
	return c.Collect(pass, set, findings).Emit(pass)
}

// Collect is the first half of Report: it returns what would be told if there
// were no other findings, and reports nothing.
func (c *Check) Collect(pass *analysis.Pass, set *directives.Set, findings []Finding) *Result {
	r := &Result{Check: c, used: make(map[*directives.Directive]bool)}
	if len(findings) == 0 {
		return r
	}
	files := filesOf(pass)
	for _, f := range findings {
		cat, ok := c.Category(f.Category)
		file, inPass := files.at(f.Range.Pos())
		if !ok || !inPass || files.generated(file) {
			continue
		}
		answered := r.answered(set, f)
		// Use is recorded first: a directive for a category that is off now
		// is of use when it is on.
		if !c.Enabled(f.Category) {
			continue
		}
		r.candidates = append(r.candidates, candidate{
			rank:    rank(cat),
			line:    files.line(f.Range.Pos()),
			claims:  places(f.Claims),
			yields:  places(f.Yields),
			silent:  answered,
			file:    file,
			message: files.diagnostic(cat, f),
		})
	}
	return r
}

// answered reports whether a directive answers the finding, and marks it used.
func (r *Result) answered(set *directives.Set, f Finding) bool {
	if f.Excused != nil {
		r.Use(f.Excused)
		return true
	}
	silent := false
	for _, d := range set.Matches(f.Range.Pos(), r.Check.name, f.Category) {
		if d.Kind == directives.Nolint && !r.Check.nolint {
			r.Use(d) // the driver will drop the finding by it
			continue
		}
		if !silent {
			r.Use(d)
		}
		silent = true
	}
	return silent
}

// Use records that a directive has been of use to the check. It is for the
// check to call, before its pass ends.
func (r *Result) Use(d *directives.Directive) { r.used[d] = true }

// Used reports whether the directive has been of use to the check.
func (r *Result) Used(d *directives.Directive) bool { return r.used[d] }

// Results returns the results of the checks that the pass's analyzer requires,
// in the order in which it requires them.
func Results(pass *analysis.Pass) []*Result {
	var all []*Result
	for _, a := range pass.Analyzer.Requires {
		if r, ok := pass.ResultOf[a].(*Result); ok {
			all = append(all, r)
		}
	}
	return all
}

// Emit is the second half of Report: it reports those of the collected
// findings that are first about their fault, also among the results of the
// checks that the pass's analyzer requires. It returns the result with what was
// told.
func (r *Result) Emit(pass *analysis.Pass) *Result {
	all := slices.Clone(r.candidates)
	mine := len(all)
	for _, other := range Results(pass) {
		if other != r {
			all = append(all, other.candidates...)
		}
	}
	told := first(all)
	var out []candidate
	for i, c := range all[:mine] {
		if told[i] && !c.silent {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, inSource)
	emitted := *r // others may be reading r
	for _, c := range out {
		pass.Report(c.message)
		emitted.told = append(emitted.told, c.message)
	}
	return &emitted
}

// Told returns the diagnostics that the check reported, for an analyzer that
// speaks for it where nobody listens to the check itself.
func (r *Result) Told() []analysis.Diagnostic { return slices.Clone(r.told) }

// first tells which of the candidates are the first about their fault.
func first(all []candidate) []bool {
	byRank := make([]int, len(all))
	for i := range byRank {
		byRank[i] = i
	}
	slices.SortStableFunc(byRank, func(i, j int) int {
		return cmp.Or(cmp.Compare(all[i].rank, all[j].rank), inSource(all[i], all[j]))
	})
	told := make([]bool, len(all))
	claimed := make(map[place]int) // to the rank of who claimed it
	for _, i := range byRank {
		c := all[i]
		if _, ok := claimed[c.line]; ok {
			continue
		}
		if slices.ContainsFunc(c.yields, func(p place) bool {
			rank, ok := claimed[p]
			return ok && rank < c.rank
		}) {
			continue
		}
		told[i] = true
		claimed[c.line] = c.rank
		for _, p := range c.claims {
			if _, ok := claimed[p]; !ok {
				claimed[p] = c.rank
			}
		}
	}
	return told
}

// inSource orders candidates by file, position, and, to leave nothing to
// chance, by what they say.
func inSource(a, b candidate) int {
	return cmp.Or(
		cmp.Compare(a.file, b.file),
		cmp.Compare(a.message.Pos, b.message.Pos),
		cmp.Compare(a.message.End, b.message.End),
		cmp.Compare(a.rank, b.rank),
		cmp.Compare(a.message.Message, b.message.Message),
	)
}

func places(nodes []ast.Node) []place {
	var all []place
	for _, n := range nodes {
		all = append(all, place{n.Pos(), n.End()})
	}
	return all
}
