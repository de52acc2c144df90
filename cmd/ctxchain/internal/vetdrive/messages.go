package vetdrive

import (
	"bytes"
	"io"
	"slices"
	"strings"
)

// messages takes in what the go command writes to stderr. Progress goes on to
// live at once; the rest is kept, since what is an error and what isn't shows
// only at the end.
type messages struct {
	live io.Writer // nil to drop progress
	all  bool      // everything is progress: the user asked to see commands
	line []byte    // not complete yet
	kept []string
}

func (m *messages) Write(p []byte) (int, error) {
	m.line = append(m.line, p...)
	for {
		i := bytes.IndexByte(m.line, '\n')
		if i < 0 {
			return len(p), nil
		}
		m.add(string(m.line[:i]))
		m.line = m.line[i+1:]
	}
}

func (m *messages) add(line string) {
	if !m.all && !strings.HasPrefix(line, "go: downloading ") {
		m.kept = append(m.kept, line)
	} else if m.live != nil {
		io.WriteString(m.live, line+"\n")
	}
}

// text returns what was kept, in an order that doesn't depend on which package
// the go command got to first. It reports each package's errors as a block
// under "# package" lines; what comes before the first is about the whole run,
// line by line, where an indented line belongs to the one before.
func (m *messages) text() []string {
	if len(m.line) > 0 {
		m.add(string(m.line))
		m.line = nil
	}
	var run, blocks []string
	inHead := false
	for _, line := range m.kept {
		if strings.HasPrefix(line, "usage: go ") {
			break // how to use go vet is no help to users of ctxchain
		}
		isHead := strings.HasPrefix(line, "# ")
		switch {
		case isHead && !inHead:
			blocks = append(blocks, line)
		case len(blocks) == 0 && len(run) > 0 && strings.HasPrefix(line, "\t"):
			run[len(run)-1] += "\n" + line
		case len(blocks) == 0:
			run = append(run, line)
		default:
			blocks[len(blocks)-1] += "\n" + line
		}
		inHead = isHead
	}
	slices.Sort(blocks)
	return append(run, slices.Compact(blocks)...)
}
