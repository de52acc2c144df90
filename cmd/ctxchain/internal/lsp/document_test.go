package lsp

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

const mixed = "aé𝄞z\r\nb\rc\n\n𝄞"

func TestPositions(t *testing.T) {
	text := newText([]byte(mixed))
	for _, test := range []struct {
		enc    encoding
		offset int
		want   position
	}{
		{utf16Encoding, 0, position{0, 0}},
		{utf16Encoding, 3, position{0, 2}}, // behind é
		{utf16Encoding, 7, position{0, 4}}, // behind 𝄞
		{utf8Encoding, 7, position{0, 7}},
		{utf32Encoding, 7, position{0, 3}},
		{utf16Encoding, 10, position{1, 0}}, // b
		{utf16Encoding, 12, position{2, 0}}, // c, behind a lone \r
		{utf16Encoding, 14, position{3, 0}},
		{utf16Encoding, 15, position{4, 0}},
		{utf16Encoding, 19, position{4, 2}},
		{utf16Encoding, 99, position{4, 2}},
		{utf16Encoding, -1, position{0, 0}},
	} {
		if got := text.position(test.offset, test.enc); got != test.want {
			t.Errorf("%s: position of %d is %v, want %v", test.enc, test.offset, got, test.want)
		}
	}
	for _, test := range []struct {
		enc  encoding
		p    position
		want int
	}{
		{utf16Encoding, position{0, 4}, 7},
		{utf16Encoding, position{0, 3}, 3},  // in the middle of 𝄞
		{utf16Encoding, position{0, 99}, 8}, // the end of the line, before \r\n
		{utf16Encoding, position{1, 99}, 11},
		{utf16Encoding, position{3, 5}, 14},
		{utf16Encoding, position{9, 0}, 19},
		{utf16Encoding, position{-1, 3}, 0},
		{utf16Encoding, position{0, -3}, 0},
		{utf8Encoding, position{0, 7}, 7},
	} {
		if got := text.offset(test.p, test.enc); got != test.want {
			t.Errorf("%s: offset of %v is %d, want %d", test.enc, test.p, got, test.want)
		}
	}
}

func TestGoPositions(t *testing.T) {
	text := newText([]byte(mixed))
	for _, test := range []struct {
		line, col, want int
	}{{1, 1, 0}, {2, 1, 10}, {2, 3, 12}, {3, 1, 14}, {4, 5, 19}, {9, 9, 19}, {0, 0, 0}, {2, 0, 10}} {
		if got := text.goOffset(vetdrive.Position{Line: test.line, Col: test.col}); got != test.want {
			t.Errorf("%d:%d: offset %d, want %d", test.line, test.col, got, test.want)
		}
	}
	indented := newText([]byte("a\n\t b c \n"))
	if got, want := indented.line(2, utf16Encoding), (textRange{position{1, 2}, position{1, 5}}); got != want {
		t.Errorf("line: %v, want %v", got, want)
	}
}

// TestChanges makes random edits in the way of an editor that holds lines of
// UTF-16, and compares.
func TestChanges(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "é", "𝄞", "\n", "bc\nd", "", "\t"}
	units := utf16.Encode([]rune("one\ntwo é𝄞\n"))
	d := &document{text: newText([]byte(string(utf16.Decode(units))))}
	place := func(at int) position {
		before := string(utf16.Decode(units[:at]))
		i := strings.LastIndexByte(before, '\n') + 1
		return position{strings.Count(before, "\n"), len(utf16.Encode([]rune(before[i:])))}
	}
	valid := func(at int) int { // not between the halves of a character
		if at < len(units) && utf16.IsSurrogate(rune(units[at])) && units[at] >= 0xDC00 {
			return at - 1
		}
		return at
	}
	for range 2000 {
		from := valid(random.IntN(len(units) + 1))
		to := valid(min(len(units), from+random.IntN(4)))
		piece := pieces[random.IntN(len(pieces))]
		change := contentChange{Range: &textRange{place(from), place(to)}, Text: piece}
		units = append(units[:from:from], append(utf16.Encode([]rune(piece)), units[to:]...)...)
		d.change([]contentChange{change}, utf16Encoding)
		if want := string(utf16.Decode(units)); string(d.data) != want {
			t.Fatalf("after %+v: %q, want %q", change, d.data, want)
		}
	}
	d.change([]contentChange{{Text: "all"}}, utf16Encoding)
	if string(d.data) != "all" {
		t.Errorf("after a change of everything: %q", d.data)
	}
}

func FuzzOffset(f *testing.F) {
	f.Add(mixed, 1, 2)
	f.Fuzz(func(t *testing.T, data string, line, character int) {
		text := newText([]byte(data))
		for _, enc := range []encoding{utf8Encoding, utf16Encoding, utf32Encoding} {
			at := text.offset(position{line, character}, enc)
			if at < 0 || at > len(data) {
				t.Fatalf("offset %d of %d", at, len(data))
			}
			if utf8.ValidString(data) && text.offset(text.position(at, enc), enc) != at {
				t.Errorf("%s: %d doesn't come back from %v", enc, at, text.position(at, enc))
			}
		}
	})
}

func TestURIs(t *testing.T) {
	for _, file := range []string{"/a/b.go", "/a b/c#d?e%20.go", "/ä/é.go"} {
		file := filepath.FromSlash(file)
		if got, err := fileOf(uriOf(file)); err != nil || got != file {
			t.Errorf("%s: %s stands for %s, %v", file, uriOf(file), got, err)
		}
	}
	for _, uri := range []string{"untitled:Untitled-1", "git:/a/b.go", "file://", "%zz"} {
		if file, err := fileOf(uri); err == nil {
			t.Errorf("%s stands for %s", uri, file)
		}
	}
}
