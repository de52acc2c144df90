package fix

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/moby/sys/atomicwriter"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// A patch is a set of edits to files that aren't in each other's way.
type patch struct {
	content map[string][]byte
	edits   map[string][]countedEdit // by file, sorted
}

// A countedEdit is an edit that several fixes want: two may need the same import.
type countedEdit struct {
	vetdrive.Edit
	count int
}

func newPatch() *patch {
	return &patch{make(map[string][]byte), make(map[string][]countedEdit)}
}

// read returns the content of a file as it is on disk.
func (p *patch) read(name string) ([]byte, error) {
	data, ok := p.content[name]
	if !ok {
		var err error
		if data, err = os.ReadFile(name); err != nil {
			return nil, err
		}
		p.content[name] = data
	}
	return data, nil
}

// take adds the edits of a fix, unless one is in the way of those taken before;
// ok is false then, and nothing is added. The error is about a file.
func (p *patch) take(c candidate) (ok bool, err error) {
	for i, e := range c.edits {
		data, err := p.read(e.File)
		if err != nil {
			return false, err
		}
		if e.Start < 0 || e.Start > e.End || e.End > len(data) {
			return false, fmt.Errorf("%s: changed while it was analyzed", e.File)
		}
		for _, own := range c.edits[:i] {
			if own != e && inTheWay(own, e) {
				return false, nil
			}
		}
		for _, other := range p.edits[e.File] {
			if other.Edit != e && inTheWay(other.Edit, e) {
				return false, nil
			}
		}
	}
	for _, e := range c.edits {
		p.add(e)
	}
	return true, nil
}

// inTheWay reports whether two edits can't both be made: they touch the same
// bytes, or insert at the same place, where it isn't known who comes first.
func inTheWay(a, b vetdrive.Edit) bool {
	if a.File != b.File {
		return false
	}
	if a.Start > b.Start {
		a, b = b, a
	}
	return b.Start < a.End || a.Start == b.Start && (a.Start == a.End) == (b.Start == b.End)
}

func (p *patch) add(e vetdrive.Edit) {
	list := p.edits[e.File]
	at, found := slices.BinarySearchFunc(list, e, compareEdits)
	if found {
		list[at].count++
		return
	}
	p.edits[e.File] = slices.Insert(list, at, countedEdit{e, 1})
}

// compareEdits orders edits of a file by place; an insertion comes before what
// replaces the text that follows.
func compareEdits(a countedEdit, b vetdrive.Edit) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.New, b.New))
}

// drop takes the edits of a fix back.
func (p *patch) drop(c candidate) {
	for _, e := range c.edits {
		list := p.edits[e.File]
		at, found := slices.BinarySearchFunc(list, e, compareEdits)
		if !found {
			continue
		}
		if list[at].count--; list[at].count == 0 {
			p.edits[e.File] = slices.Delete(list, at, at+1)
		}
	}
}

// apply returns the files that the edits change, by name.
func (p *patch) apply() ([]File, error) {
	var files []File
	for _, name := range slices.Sorted(maps.Keys(p.edits)) {
		edits := p.edits[name]
		if len(edits) == 0 {
			continue
		}
		f := File{Name: name, Old: p.content[name]}
		f.New = formatted(f.Old, edited(f.Old, edits))
		if !bytes.Equal(f.Old, f.New) {
			files = append(files, f)
		}
	}
	return files, nil
}

// alone returns the files of a fix that was taken, as they are without it and
// with it.
func (p *patch) alone(c candidate) ([]File, error) {
	names := make(map[string]bool)
	for _, e := range c.edits {
		names[e.File] = true
	}
	var files []File
	for _, name := range slices.Sorted(maps.Keys(names)) {
		with := formatted(p.content[name], edited(p.content[name], p.edits[name]))
		p.drop(c)
		without := formatted(p.content[name], edited(p.content[name], p.edits[name]))
		for _, e := range c.edits {
			p.add(e)
		}
		files = append(files, File{name, without, with})
	}
	return files, nil
}

// edited returns data with the edits made.
func edited(data []byte, edits []countedEdit) []byte {
	var out []byte
	last := 0
	for _, e := range edits {
		out = append(out, data[last:e.Start]...)
		out = append(out, e.New...)
		last = e.End
	}
	return append(out, data[last:]...)
}

// formatted returns data as gofmt writes it, with the line ends that the file
// had; unchanged if it can't be parsed, which the type checker will tell.
func formatted(old, data []byte) []byte {
	out, err := format.Source(data)
	if err != nil {
		return data
	}
	if crlf := []byte("\r\n"); bytes.Contains(old, crlf) {
		out = bytes.ReplaceAll(bytes.ReplaceAll(out, crlf, []byte("\n")), []byte("\n"), crlf)
	}
	return out
}

// replace gives a file another content, at once.
func replace(name string, data []byte) error {
	file, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	return atomicwriter.WriteFile(file, data, info.Mode().Perm())
}
