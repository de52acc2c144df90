package verify

import (
	"go/types"
	"strconv"
	"strings"
)

// pattern checks that a pattern row matches as many functions as it says.
func (c *checker) pattern() {
	seen := c.row.Attr("seen")
	if seen == "" {
		// Clients that users generate: there is no package to count in.
		if c.row.Package != "**" {
			c.errorf("no seen=")
		}
		return
	}
	for _, s := range strings.Fields(seen) {
		path, num := c.row.Package, s
		if i := strings.LastIndexByte(s, ':'); i >= 0 {
			path, num = s[:i], s[i+1:]
		}
		want, err := strconv.Atoi(num)
		if err != nil || want == 0 {
			c.errorf("seen=%s: no number", s)
			continue
		}
		pkg, err := c.load(path)
		if err != nil {
			c.errorf("%v", err)
			continue
		}
		if got := c.count(pkg); got != want {
			c.errorf("%d matches in %s, the row says %d", got, path, want)
		}
	}
}

// count counts the exported functions of a package that the pattern matches.
func (c *checker) count(pkg *types.Package) int {
	n := 0
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			if c.row.Recv == "" && obj.Exported() && c.row.Matches("", obj) {
				n++
			}
		case *types.TypeName:
			if c.row.Recv != "" && obj.Exported() && !obj.IsAlias() {
				n += c.countMethods(obj)
			}
		}
	}
	return n
}

// countMethods counts in the method set of the type, or of a pointer to it: a
// call may take the address, so that patterns are for both.
func (c *checker) countMethods(tn *types.TypeName) int {
	t := tn.Type()
	if !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	n := 0
	for sel := range types.NewMethodSet(t).Methods() {
		if fn := sel.Obj().(*types.Func); fn.Exported() && c.row.Matches(tn.Name(), fn) {
			n++
		}
	}
	return n
}
