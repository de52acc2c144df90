package textout

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
)

// summary writes how many findings there are, by category.
func (p *printer) summary() {
	text := Summary(p.report)
	head, rest, _ := strings.Cut(text, ": ")
	if rest == "" {
		fmt.Fprintln(p.w, p.paint.bold(head))
		return
	}
	fixable := 0
	for _, f := range p.report.Counted() {
		if len(f.Fixes) > 0 {
			fixable++
		}
	}
	if fixable > 0 && p.style.Fixer {
		rest += fmt.Sprintf("; ctxchain fix repairs %d", fixable)
	}
	lines := wrap(strings.Fields(head+": "+rest), p.width, " ")
	fmt.Fprintln(p.w, strings.Replace(strings.Join(lines, "\n"), head, p.paint.bold(head), 1))
}

// Summary says in a line how many findings there are, by category, the most
// frequent first.
func Summary(r *present.Report) string {
	counts := make(map[string]int)
	files := make(map[string]bool)
	counted := r.Counted()
	for _, f := range counted {
		counts[f.Category]++
		files[f.Start.File] = true
	}
	suppressed := ""
	if n := len(r.Findings) - len(counted); n > 0 {
		suppressed = fmt.Sprintf(" (and %d suppressed)", n)
	}
	if len(counted) == 0 {
		return "no findings in " + plural(r.Packages, "package") + suppressed
	}
	byCount := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(-cmp.Compare(counts[a], counts[b]), cmp.Compare(a, b))
	})
	var parts []string
	for _, c := range byCount {
		parts = append(parts, fmt.Sprintf("%d %s", counts[c], c))
	}
	return fmt.Sprintf("%s in %s%s: %s", plural(len(counted), "finding"), plural(len(files), "file"), suppressed, strings.Join(parts, ", "))
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
