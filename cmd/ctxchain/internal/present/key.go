package present

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/source"
)

// Keys gives each finding its function and its key. The key is made of the
// category, the package, the function, and the line of code without its
// spacing; where that is the same for several findings, they are counted. So
// it survives what is inserted, moved or renamed elsewhere, and gofmt.
func Keys(findings []Finding, files *source.Files) {
	seen := make(map[string]int)
	for i := range findings {
		f := &findings[i]
		f.Func = files.Func(f.Start.File, f.Start.Line)
		text, ok := files.Line(f.Start.File, f.Start.Line)
		if !ok {
			// Of a file that isn't there any more, nothing else is known.
			text = filepath.Base(f.Start.File) + " " + f.Message
		}
		parts := []string{f.Category, plainPackage(f.Package), f.Func, strings.Join(strings.Fields(text), " ")}
		same := strings.Join(parts, "\x00")
		seen[same]++
		f.Key = fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", same, seen[same])))[:32]
	}
}

// plainPackage returns the path of a package that the go command calls
// "path [path.test]" when it is compiled with its tests.
func plainPackage(pkg string) string {
	path, _, _ := strings.Cut(pkg, " ")
	return path
}
