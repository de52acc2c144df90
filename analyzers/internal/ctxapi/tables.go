package ctxapi

import (
	"go/types"
	"slices"
	"strings"
)

// Tables are the rows that an engine looks things up in: the user's own, if any,
// and then those of the data files. A nil *Tables and the zero value know the
// data files alone. Once it is set, it may be used by several goroutines.
//
// Tables is a flag.Value, whose text is that of [ParseOwn].
type Tables struct {
	text string
	rows []*Row // the user's own
	own  *table // of these, nil if there are none
	from []source
}

// dataFiles is where Tables look without rows of the user's own. It is constant.
var dataFiles = [...]source{{}}

// A source is one place where rows come from: the user's own, or the data files
// for the zero source.
type source struct{ own *table }

// sources returns the places to look, the most important first.
func (t *Tables) sources() []source {
	if t == nil || t.own == nil {
		return dataFiles[:]
	}
	return t.from
}

// of returns what the source has about a package.
func (s source) of(path string) []*pkgTable {
	if s.own == nil {
		return tablesOf(path)
	}
	if pt := s.own.pkgs[unvendored(path)]; pt != nil {
		return []*pkgTable{pt}
	}
	return nil
}

// ofType returns what the source has about a named type's package, and the
// type's name; nothing for the receiver of an unnamed interface's method.
func (s source) ofType(n *types.Named) ([]*pkgTable, string) {
	if n == nil {
		return nil, ""
	}
	return s.of(pkgPath(n.Obj())), n.Obj().Name()
}

// anywhere returns the source's patterns for generated clients.
func (s source) anywhere(sig *types.Signature) []*pkgTable {
	if s.own == nil {
		return anyTables(sig)
	}
	return nil
}

// tablesOf returns what all sources have about a package.
func (t *Tables) tablesOf(path string) []*pkgTable {
	var all []*pkgTable
	for _, s := range t.sources() {
		if of := s.of(path); all == nil {
			all = of
		} else {
			all = slices.Concat(all, of)
		}
	}
	return all
}

// String returns the user's own rows as they were set.
func (t *Tables) String() string {
	if t == nil {
		return "" // as package flag asks for the zero value
	}
	return t.text
}

// Set replaces the user's own rows. It is not for use beside lookups.
func (t *Tables) Set(text string) error {
	rows, err := ParseOwn(text)
	if err != nil {
		return err
	}
	*t = Tables{text: text, rows: rows}
	if len(rows) == 0 {
		return nil
	}
	if t.own, err = ownTable(rows); err != nil {
		return err
	}
	t.from = []source{{t.own}, {}}
	return nil
}

// Own returns the user's own rows in their order. The result must not be changed.
func (t *Tables) Own() []*Row {
	if t == nil {
		return nil
	}
	return t.rows
}

// IsDeadlineHeader reports whether an HTTP header or metadata key, in whatever
// case, carries how much time is left: gRPC's and connect's do by their
// specifications, some by custom, and the user's own by configuration.
func (t *Tables) IsDeadlineHeader(name string) bool {
	same := func(s string) bool { return strings.EqualFold(s, name) }
	if t != nil && slices.ContainsFunc(t.rows, func(r *Row) bool { return r.Role == Header && same(r.Name) }) {
		return true
	}
	for _, pt := range tablesOf("net/http") {
		for _, r := range pt.rows[objKey{"Header", "Set"}] {
			if slices.ContainsFunc(splitList(r.Attr("names")), same) {
				return true
			}
		}
	}
	return false
}
