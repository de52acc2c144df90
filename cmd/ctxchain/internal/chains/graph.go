// Package chains joins what the analysis tells of each package's calls, and
// finds the way of a request: from where it comes in, through the function that
// a finding is in, to where it leaves the process.
package chains

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/analyzers/ctxmap"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// A Graph is who calls whom in a program, as far as it was analyzed.
type Graph struct {
	nodes  []*node
	byName map[string]*node
	byFile map[string][]*node // absolute
}

// A node is a function, or a literal that handles requests.
type node struct {
	name    string // as types.Func.FullName writes it
	file    string // absolute; "" for functions that no map describes
	line    int
	end     int
	entries []string // by which requests come in, sorted
	calls   []call   // sorted by line
	loops   [][2]int

	// The way from the nearest entry.
	from  *node
	via   call // in from
	depth int  // hops from the entry, -1 if there is no way

	// The way to the nearest outgoing call.
	next   *call
	toExit int // hops, -1 if there is none
}

// A call is one that a node makes.
type call struct {
	to   *node
	line int
	out  string // the kind of outgoing call, "" if it is none
}

// Join makes a graph of the maps of packages. The error is about a map that
// doesn't have the form that it ought to have.
func Join(maps []vetdrive.Map) (*Graph, error) {
	g := &Graph{byName: make(map[string]*node), byFile: make(map[string][]*node)}
	impls := make(map[*node][]*node)
	for _, m := range maps {
		var content ctxmap.Map
		if err := json.Unmarshal([]byte(m.Text), &content); err != nil {
			return nil, fmt.Errorf("description of the calls in %s: %v", m.Package, err)
		}
		if err := g.add(m.Dir, &content, impls); err != nil {
			return nil, fmt.Errorf("description of the calls in %s: %v", m.Package, err)
		}
	}
	g.resolve(impls)
	slices.SortFunc(g.nodes, func(a, b *node) int { return strings.Compare(a.name, b.name) })
	g.fromEntries()
	g.toExits()
	return g, nil
}

func (g *Graph) node(name string) *node {
	n, ok := g.byName[name]
	if !ok {
		n = &node{name: name, depth: -1, toExit: -1}
		g.byName[name] = n
		g.nodes = append(g.nodes, n)
	}
	return n
}

// add takes in the map of a package.
func (g *Graph) add(dir string, m *ctxmap.Map, impls map[*node][]*node) error {
	index := make([]*node, len(m.Names))
	for i, name := range m.Names {
		index[i] = g.node(name)
	}
	at := func(i int) (*node, error) {
		if i < 0 || i >= len(index) {
			return nil, fmt.Errorf("no name %d", i)
		}
		return index[i], nil
	}
	for _, f := range m.Funcs {
		n, err := at(f.Name)
		if err != nil {
			return err
		}
		if n.file != "" {
			continue // a package may come as itself and as a dependency
		}
		if f.File != "" {
			n.file, n.line, n.end, n.loops = filepath.Join(dir, f.File), f.Line, f.End, f.Loops
			g.byFile[n.file] = append(g.byFile[n.file], n)
		}
		for _, c := range f.Calls {
			to, err := at(c.To)
			if err != nil {
				return err
			}
			n.calls = append(n.calls, call{to, c.Line, c.Out})
		}
	}
	for _, e := range m.Entries {
		n, err := at(e.Func)
		if err != nil {
			return err
		}
		if !slices.Contains(n.entries, e.Name) {
			n.entries = append(n.entries, e.Name)
		}
	}
	for _, pair := range m.Impls {
		abstract, err := at(pair[0])
		if err != nil {
			return err
		}
		concrete, err := at(pair[1])
		if err != nil {
			return err
		}
		impls[abstract] = append(impls[abstract], concrete)
	}
	return nil
}

// resolve replaces calls of interface methods by calls of what may stand behind
// them. One about which nothing is known stays.
func (g *Graph) resolve(impls map[*node][]*node) {
	var concrete func(n *node, seen map[*node]bool) []*node
	concrete = func(n *node, seen map[*node]bool) []*node {
		if seen[n] {
			return nil
		}
		seen[n] = true
		if len(impls[n]) == 0 {
			return []*node{n}
		}
		var all []*node
		for _, m := range impls[n] {
			all = append(all, concrete(m, seen)...)
		}
		return all
	}
	for _, n := range g.nodes {
		slices.Sort(n.entries)
		var calls []call
		for _, c := range n.calls {
			for _, to := range concrete(c.to, make(map[*node]bool)) {
				calls = append(calls, call{to, c.line, c.out})
			}
		}
		slices.SortStableFunc(calls, func(a, b call) int {
			if a.line != b.line {
				return a.line - b.line
			}
			return strings.Compare(a.to.name, b.to.name)
		})
		n.calls = calls
	}
}

// fromEntries finds the shortest way from an entry to each function. Known
// routes come before handlers of which no more is known, and the order of names
// decides between ways of one length.
func (g *Graph) fromEntries() {
	var queue []*node
	for _, known := range []bool{true, false} {
		for _, n := range g.nodes {
			if len(n.entries) > 0 && n.depth < 0 && known == (n.route() != "") {
				n.depth = 0
				queue = append(queue, n)
			}
		}
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, c := range n.calls {
			if c.to.depth < 0 {
				c.to.depth, c.to.from, c.to.via = n.depth+1, n, c
				queue = append(queue, c.to)
			}
		}
	}
}

// route returns the first entry of a node that has a name, "" if none does.
func (n *node) route() string {
	for _, e := range n.entries {
		if e != "" {
			return e
		}
	}
	return ""
}

// toExits finds the shortest way from each function to an outgoing call.
func (g *Graph) toExits() {
	callers := make(map[*node][]*node)
	var queue []*node
	for _, n := range g.nodes {
		for i := range n.calls {
			c := &n.calls[i]
			callers[c.to] = append(callers[c.to], n)
			if c.leaves() && n.toExit < 0 {
				n.toExit, n.next = 0, c
				queue = append(queue, n)
			}
		}
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, caller := range callers[n] {
			if caller.toExit >= 0 {
				continue
			}
			i := slices.IndexFunc(caller.calls, func(c call) bool { return c.to == n })
			caller.toExit, caller.next = n.toExit+1, &caller.calls[i]
			queue = append(queue, caller)
		}
	}
}

// leaves reports whether the chain ends with the call: it leaves the process,
// and the callee isn't one whose own calls are known.
func (c *call) leaves() bool { return c.out != "" && c.to.file == "" }

// at returns the innermost node that holds a line of a file, nil if none does.
func (g *Graph) at(file string, line int) *node {
	var best *node
	for _, n := range g.byFile[file] {
		if n.line <= line && line <= n.end && (best == nil || n.end-n.line < best.end-best.line) {
			best = n
		}
	}
	return best
}

// inLoop reports whether a line of the node is in a loop.
func (n *node) inLoop(line int) bool {
	return slices.ContainsFunc(n.loops, func(l [2]int) bool { return l[0] <= line && line <= l[1] })
}

var (
	pointer = regexp.MustCompile(`^\(\*?(.*)\)\.`)
	literal = regexp.MustCompile(`(\$\d+)+$`)
	major   = regexp.MustCompile(`^v\d+$`)
)

// label returns the name of a function as people say it: with the last element
// of its package's path, "inventory.Client.Reserve" for
// "(*example.com/shop/inventory.Client).Reserve".
func label(name string) string {
	suffix := ""
	if literal.MatchString(name) {
		name, suffix = literal.ReplaceAllString(name, ""), " (literal)"
	}
	name = pointer.ReplaceAllString(name, "$1.")
	dir, base := path.Split(name)
	if first, rest, ok := strings.Cut(base, "."); ok && major.MatchString(first) && dir != "" {
		base = path.Base(dir) + "." + rest
	}
	return base + suffix
}
