package lsp

import (
	"fmt"
	"sync"
	"time"
)

// unnoticed is how long something may take without the user being told.
const unnoticed = 300 * time.Millisecond

// A progress tells the user that something takes longer.
type progress struct {
	s     *server
	title string
	start sync.Once
	ended chan struct{}
}

// progress returns one that isn't shown yet.
func (s *server) progress(title string) *progress {
	return &progress{s: s, title: title, ended: make(chan struct{})}
}

// begin shows the progress, unless it ends soon or the client can't.
func (p *progress) begin() {
	p.s.mu.Lock()
	can := p.s.client.Window.WorkDoneProgress
	p.s.mu.Unlock()
	if can {
		p.start.Do(func() { go p.run() })
	}
}

func (p *progress) end() { close(p.ended) }

func (p *progress) run() {
	select {
	case <-time.After(unnoticed):
	case <-p.ended:
		return
	}
	p.s.mu.Lock()
	p.s.tokens++ // no two may be the same
	token := fmt.Sprintf("ctxchain-%d", p.s.tokens)
	p.s.mu.Unlock()
	if _, err := p.s.rpc.Callback(p.s.ctx, "window/workDoneProgress/create", progressCreateParams{token}); err != nil {
		return
	}
	say := func(v progressValue) { p.s.notify("$/progress", progressParams{token, v}) }
	say(progressValue{Kind: "begin", Title: "ctxchain", Message: p.title})
	select {
	case <-p.ended:
		say(progressValue{Kind: "end"})
	case <-p.s.ctx.Done():
	}
}
