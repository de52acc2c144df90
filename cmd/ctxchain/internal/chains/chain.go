package chains

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// Annotate gives each finding its chain: the shortest way from an entry to the
// function that it is in, and from there to an outgoing call. A finding has
// none if neither is known.
func (g *Graph) Annotate(findings []present.Finding) {
	for i := range findings {
		f := &findings[i]
		if n := g.at(f.Start.File, f.Start.Line); n != nil {
			f.Chain = g.chain(n, f)
		}
	}
}

// chain returns the chain of a finding in a node.
func (g *Graph) chain(n *node, f *present.Finding) []present.Hop {
	var chain []present.Hop
	for m := n; m.depth >= 0; m = m.from {
		if m != n {
			chain = append(chain, hop(m, present.Through))
		}
		if m.depth == 0 {
			if route := m.route(); route != "" {
				chain = append(chain, present.Hop{Name: route, At: m.position(), Role: present.Entry})
			} else if m != n {
				chain[len(chain)-1].Role = present.Entry
			}
			break
		}
	}
	slices.Reverse(chain)
	chain = append(chain, present.Hop{Name: label(n.name), At: f.Start, Role: present.Cut})
	for c := n.exit(f); c != nil; c = c.to.next {
		if c.leaves() {
			at := vetdrive.Position{} // outside of what was analyzed
			chain = append(chain, present.Hop{Name: label(c.to.name), At: at, Role: present.Outgoing})
			break
		}
		chain = append(chain, hop(c.to, present.Behind))
	}
	if len(chain) == 1 {
		return nil
	}
	return chain
}

func hop(n *node, role present.Role) present.Hop {
	return present.Hop{Name: label(n.name), At: n.position(), Role: role}
}

func (n *node) position() vetdrive.Position {
	return vetdrive.Position{File: n.file, Line: n.line}
}

// exit returns the call by which what the finding is about leaves the process:
// one on its lines, or else the nearest one after. It is nil if there's none.
func (n *node) exit(f *present.Finding) *call {
	var best *call
	distance := func(c *call) int {
		if c.leaves() {
			return 0
		}
		return c.to.toExit + 1
	}
	for i := range n.calls {
		c := &n.calls[i]
		if c.line < f.Start.Line || !c.leaves() && c.to.toExit < 0 || c.returns(n) {
			continue
		}
		here := c.line <= max(f.Start.Line, f.End.Line)
		switch {
		case best == nil:
			best = c
		case here && distance(c) < distance(best):
			best = c
		}
	}
	return best
}

// returns reports whether the way from a call leads back to a node.
func (c *call) returns(n *node) bool {
	for ; c != nil && !c.leaves(); c = c.to.next {
		if c.to == n {
			return true
		}
	}
	return false
}

// A risk is what makes a finding worth to be looked at first.
type risk struct {
	entry string // by which requests reach it, "" if none do
	exit  string // the kind of outgoing call that it makes, "" if none is known
	loop  bool
}

// SortByRisk orders findings by how much they can hurt, and gives each the
// reason for its place: what requests reach comes before the rest, outgoing
// calls before what stays in the process, and loops before straight code; then
// the severity decides, and the position.
func (g *Graph) SortByRisk(findings []present.Finding) {
	risks := make(map[string]risk)
	for i := range findings {
		f := &findings[i]
		r := g.risk(f)
		risks[f.Key] = r
		f.Reason = r.String()
	}
	slices.SortStableFunc(findings, func(a, b present.Finding) int {
		x, y := risks[a.Key], risks[b.Key]
		return cmp.Or(
			first(x.entry != "", y.entry != ""),
			first(x.exit != "", y.exit != ""),
			first(x.loop, y.loop),
			cmp.Compare(weight(a.Severity), weight(b.Severity)),
		)
	})
}

// first orders what holds before what doesn't.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

func weight(severity string) int {
	return slices.Index([]string{"error", "warning", "note"}, severity)
}

func (g *Graph) risk(f *present.Finding) risk {
	var r risk
	n := g.at(f.Start.File, f.Start.Line)
	if n == nil {
		return r
	}
	r.loop = n.inLoop(f.Start.Line)
	for m := n; m.depth >= 0; m = m.from {
		if m.depth == 0 {
			r.entry = m.route()
			if r.entry == "" {
				r.entry = label(m.name)
			}
			break
		}
		r.loop = r.loop || m.from.inLoop(m.via.line)
	}
	for c := n.exit(f); c != nil; c = c.to.next {
		if c.leaves() {
			r.exit = c.out
			break
		}
	}
	return r
}

// String says what the risk is, in a few words.
func (r risk) String() string {
	var parts []string
	if r.entry != "" {
		parts = append(parts, "reached from "+r.entry)
	}
	if r.exit != "" {
		parts = append(parts, fmt.Sprintf("outgoing call (%s)", r.exit))
	}
	if r.loop {
		parts = append(parts, "in a loop")
	}
	return strings.Join(parts, ", ")
}
