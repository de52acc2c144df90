// Package progress shows on a terminal that a long run goes on.
package progress

import (
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	// patience is how long a run may take before it has to show that it lives.
	patience = 2 * time.Second
	// interval is the time between two states of the line.
	interval = 250 * time.Millisecond

	clearLine = "\r\x1b[K"
)

// A Line is a line at the bottom of a terminal that counts packages and
// seconds. What else goes there in the meantime has to be written through it.
type Line struct {
	mu       sync.Mutex
	w        io.Writer
	start    time.Time
	packages int
	shown    bool
	stop     chan struct{}
	done     chan struct{}
}

// Start shows a line on w, a terminal, until Stop; nothing, if that comes soon.
func Start(w io.Writer) *Line {
	l := &Line{w: w, start: time.Now(), stop: make(chan struct{}), done: make(chan struct{})}
	go l.run()
	return l
}

func (l *Line) run() {
	defer close(l.done)
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case <-l.stop:
			return
		case <-timer.C:
			l.show()
			timer.Reset(interval)
		}
	}
}

func (l *Line) show() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shown = true
	fmt.Fprintf(l.w, "%sanalyzing: %s, %d s", clearLine, count(l.packages), int(time.Since(l.start).Seconds()))
}

func count(packages int) string {
	if packages == 1 {
		return "1 package done"
	}
	return fmt.Sprintf("%d packages done", packages)
}

// Package counts a package that has been analyzed.
func (l *Line) Package() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.packages++
}

// Write writes whole lines to the terminal, above the line.
func (l *Line) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clear()
	return l.w.Write(p)
}

// Stop takes the line away. It may be called more than once.
func (l *Line) Stop() {
	l.mu.Lock()
	select {
	case <-l.stop:
		l.mu.Unlock()
		return
	default:
	}
	close(l.stop)
	l.mu.Unlock()
	<-l.done
	l.clear()
}

func (l *Line) clear() {
	if l.shown {
		io.WriteString(l.w, clearLine)
		l.shown = false
	}
}
