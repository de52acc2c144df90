package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/moby/sys/atomicwriter"
	urfave "github.com/urfave/cli/v3"
	"golang.org/x/term"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/formats"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/textout"
)

// Formats that textout writes. Text is full on a terminal, and lines elsewhere.
const (
	formatText  = "text"
	formatFull  = "full"
	formatLines = "lines"
)

// Values of -color.
const (
	colorAuto   = "auto"
	colorAlways = "always"
	colorNever  = "never"
)

// Values of -sort.
const (
	sortPosition = "position"
	sortRisk     = "risk"
)

// usualWidth is that of a terminal that doesn't tell.
const usualWidth = 100

// formatNames lists all formats.
func formatNames() []string {
	return append([]string{formatText, formatFull, formatLines}, formats.Names()...)
}

// outputFlags say how findings are reported, and where.
func (o *options) outputFlags() []urfave.Flag {
	return []urfave.Flag{
		argFlag("format", "`FORMAT`: text, json, sarif, github, junit, html, ...", setOneOf(&o.format, formatNames()...)),
		argFlag("o", "`FILE`: write there, all or nothing", func(name string) error {
			if name == "" {
				return errors.New("want a file")
			}
			o.output = name
			return nil
		}),
		argFlag("sort", "`position|risk`: by risk: what hurts most comes first", setOneOf(&o.sort, sortPosition, sortRisk)),
		argFlag("color", "`auto|always|never`: colour; auto: on a terminal", setOneOf(&o.color, colorAuto, colorAlways, colorNever)),
		boolFlag("q", "no summary, no progress", setBool(&o.quiet)),
		boolFlag("v", "say more about the run on stderr", setBool(&o.verbose)),
	}
}

// show writes a report in the format that was asked for.
func (c *Command) show(o *options, r *present.Report) error {
	write := func(w io.Writer) error { return c.format(o, w, r) }
	if o.output == "" || o.output == "-" {
		return write(c.Stdout)
	}
	return writeFile(o.output, write)
}

// format writes a report to w.
func (c *Command) format(o *options, w io.Writer, r *present.Report) error {
	format := o.format
	terminal, width := isTerminal(w)
	color := o.color == colorAlways || o.color == colorAuto && terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	if format == formatText {
		format = formatLines
		if terminal || o.color == colorAlways {
			format = formatFull
		}
	}
	switch format {
	case formatLines:
		return textout.Lines(w, r)
	case formatFull:
		return textout.Full(w, r, textout.Style{Color: color, ASCII: !unicode(), Width: width, Quiet: o.quiet, Fixer: true})
	}
	return formats.Lookup(format)(w, r)
}

// isTerminal reports whether w is one, and how wide it is.
func isTerminal(w io.Writer) (terminal bool, width int) {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return false, usualWidth
	}
	if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		return true, width
	}
	return true, usualWidth
}

// unicode reports whether the user's locale has more characters than ASCII. The
// first of these variables that is set decides; without any, terminals of today
// are trusted.
func unicode() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := os.Getenv(name); value != "" {
			value = strings.ToLower(strings.ReplaceAll(value, "-", ""))
			return strings.Contains(value, "utf8")
		}
	}
	return true
}

// writeFile makes a file hold what write writes, or leaves it as it was if that
// fails. What isn't a regular file, such as a pipe, is just written to.
func writeFile(name string, write func(io.Writer) error) error {
	var content bytes.Buffer
	if err := write(&content); err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return os.WriteFile(name, content.Bytes(), 0) // it tells the name itself
	}
	mode := os.FileMode(0o644)
	if err == nil {
		mode = info.Mode().Perm()
		// A link stays one: the file that it leads to is replaced.
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	}
	if err := atomicwriter.WriteFile(name, content.Bytes(), mode); err != nil {
		return fmt.Errorf("-o %s: %v", name, plainError(err))
	}
	return nil
}

// plainError leaves out the name of the temporary file.
func plainError(err error) error {
	if path := new(os.PathError); errors.As(err, &path) {
		return path.Err
	}
	return err
}
