package htmlout

import (
	"fmt"
	"html/template"
	"path/filepath"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
)

// Measures of the picture, in pixels. The font is one whose characters all
// have the same width.
const (
	boxHeight = 40
	gap       = 22
	padding   = 12
	charWidth = 8 // of the names, at the style's 13 px
)

// picture draws a chain from top to bottom. Where the finding cuts it the line
// is broken; what lies behind it has another colour.
func picture(r *present.Report, chain []present.Hop) template.HTML {
	if len(chain) == 0 {
		return ""
	}
	width := 0
	for _, h := range chain {
		width = max(width, displaywidth.String(h.Name), displaywidth.String(where(r, h)))
	}
	width = width*charWidth + 2*padding
	height := len(chain)*(boxHeight+gap) - gap
	cutLast := chain[len(chain)-1].Role == present.Cut
	if cutLast {
		height += gap
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="chain" width="%d" height="%d" viewBox="-1 -1 %d %d" role="img" aria-label="%s">`,
		width+2, height+2, width+2, height+2, template.HTMLEscapeString(spoken(chain)))
	for i, h := range chain {
		y := i * (boxHeight + gap)
		fmt.Fprintf(&b, `<g class="hop %s"><rect x="0" y="%d" width="%d" height="%d" rx="6"/>`, h.Role, y, width, boxHeight)
		name, at := template.HTMLEscapeString(h.Name), template.HTMLEscapeString(where(r, h))
		if at == "" {
			fmt.Fprintf(&b, `<text class="name" x="%d" y="%d">%s</text></g>`, padding, y+25, name)
		} else {
			fmt.Fprintf(&b, `<text class="name" x="%d" y="%d">%s</text><text class="at" x="%d" y="%d">%s</text></g>`, padding, y+18, name, padding, y+33, at)
		}
		if h.Role == present.Cut {
			cut(&b, width/2, y+boxHeight)
		} else if i+1 < len(chain) {
			arrow(&b, width/2, y+boxHeight, h.Role == present.Behind)
		}
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// arrow draws the line to the next hop.
func arrow(b *strings.Builder, x, y int, behind bool) {
	class := "line"
	if behind {
		class += " behind"
	}
	fmt.Fprintf(b, `<path class="%s" d="M%d %dv%d m-4 -6l4 6l4 -6"/>`, class, x, y, gap)
}

// cut draws a line that is broken off.
func cut(b *strings.Builder, x, y int) {
	fmt.Fprintf(b, `<g class="cutline"><path class="line behind" d="M%d %dv4 m0 14v4"/><path class="scissors" d="M%d %dl16 10 m0 -10l-16 10"/><text class="cutword" x="%d" y="%d">cut here</text></g>`,
		x, y, x-8, y+6, x+18, y+gap/2+4)
}

// where says where a hop is written.
func where(r *present.Report, h present.Hop) string {
	if h.At.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", filepath.ToSlash(r.Name(h.At.File)), h.At.Line)
}

// spoken is the chain for those who can't see it.
func spoken(chain []present.Hop) string {
	var names []string
	for _, h := range chain {
		name := h.Name
		if h.Role == present.Cut {
			name += " (cut here)"
		}
		names = append(names, name)
	}
	return "The chain: " + strings.Join(names, ", then ")
}
