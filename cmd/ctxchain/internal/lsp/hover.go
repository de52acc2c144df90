package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/ctxchain/ctxchain/analyzers/ctxhover"
)

// hover tells about the context at a position.
func (s *server) hover(ctx context.Context, p *positionParams) (*hover, error) {
	file, err := fileOf(p.TextDocument.URI)
	if err != nil {
		return nil, nil
	}
	_, a, err := s.current(ctx, file)
	if err != nil || a == nil {
		return nil, err
	}
	t, enc := a.text(file), s.enc()
	at := t.offset(p.Position, enc)
	var best *ctxhover.Context
	told := a.told(file).Contexts
	for i := range told {
		c := &told[i]
		// The innermost: of f(g(ctx)), what the pointer is at.
		if c.Start <= at && at <= c.End && (best == nil || c.End-c.Start < best.End-best.Start) {
			best = c
		}
	}
	if best == nil {
		return nil, nil
	}
	return &hover{
		Contents: markupContent{"plaintext", best.Text},
		Range:    &textRange{t.position(best.Start, enc), t.position(best.End, enc)},
	}, nil
}

// inlayHint shows the deadline at calls that leave the process, if the user
// wants that.
func (s *server) inlayHint(ctx context.Context, p *inlayHintParams) ([]inlayHint, error) {
	hints := []inlayHint{}
	s.mu.Lock()
	on, enc := s.settings.InlayHints, s.encoding
	s.mu.Unlock()
	file, err := fileOf(p.TextDocument.URI)
	if err != nil || !on {
		return hints, nil
	}
	_, a, err := s.current(ctx, file)
	if err != nil || a == nil {
		return hints, err
	}
	t := a.text(file)
	from, to := t.offset(p.Range.Start, enc), t.offset(p.Range.End, enc)
	for _, c := range a.told(file).Calls {
		if c.End < from || c.End > to {
			continue
		}
		hints = append(hints, inlayHint{
			Position:    t.position(c.End, enc),
			Label:       label(c.Limit),
			Tooltip:     fmt.Sprintf("what the context bounds this call by (%s)", c.Kind),
			PaddingLeft: true,
		})
	}
	return hints, nil
}

// label says what bounds a call, in a few letters.
func label(limit string) string {
	if limit == "none" {
		return "no deadline"
	}
	return "deadline: " + limit
}

// told returns what is known of the contexts in a file.
func (a *analysis) told(file string) ctxhover.File {
	var f ctxhover.File
	for _, v := range a.Values {
		if v.File == file {
			_ = json.Unmarshal([]byte(v.Text), &f) // our own words
		}
	}
	return f
}
