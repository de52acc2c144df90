package fix

import (
	"slices"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// A Content is what a file holds, on disk or elsewhere.
type Content struct {
	Name string // as edits have it
	Data []byte
}

// With returns the content with edits made, which have to lie in it and be
// Compatible. What edits of other files say is passed over.
func (c Content) With(edits []vetdrive.Edit) []byte {
	p := newPatch()
	for _, e := range edits {
		if e.File == c.Name {
			p.add(e)
		}
	}
	return edited(c.Data, p.edits[c.Name])
}

// Compatible reports whether all of the fixes can be made: no two of their edits
// are in each other's way, unless they are the same.
func Compatible(fixes [][]vetdrive.Edit) bool {
	all := slices.Concat(fixes...)
	for i, e := range all {
		for _, other := range all[:i] {
			if other != e && inTheWay(other, e) {
				return false
			}
		}
	}
	return true
}
