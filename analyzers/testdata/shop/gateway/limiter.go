package gateway

import "time"

// A Limiter lets so many requests through in a second, and no more.
type Limiter struct {
	ticker *time.Ticker
	free   chan struct{}
}

// NewLimiter returns a limiter, to be closed by who needs it no longer.
func NewLimiter(perSecond int) *Limiter {
	l := &Limiter{
		ticker: time.NewTicker(time.Second / time.Duration(perSecond)),
		free:   make(chan struct{}, perSecond),
	}
	go l.fill()
	return l
}

// Allow reports whether another request may come through.
func (l *Limiter) Allow() bool {
	select {
	case <-l.free:
		return true
	default:
		return false
	}
}

// Close stops the limiter, or so it looks.
func (l *Limiter) Close() { l.ticker.Stop() }

func (l *Limiter) fill() {
	// A stopped ticker's channel isn't closed. It falls silent, and fill waits.
	for range l.ticker.C { // REPORT ctxgoroutine/unstopped
		select {
		case l.free <- struct{}{}:
		default:
		}
	}
}
