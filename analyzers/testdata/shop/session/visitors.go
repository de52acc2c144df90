package session

import (
	"context"
	"sync"
	"time"
)

// Visitors knows who was here in the last minutes.
type Visitors struct {
	mu   sync.Mutex
	seen map[string]time.Time
}

// Watch starts to keep the visitors up to date, as long as ctx allows.
func (v *Visitors) Watch(ctx context.Context) {
	// Nothing tells forget that ctx is done: it has a life of its own.
	go v.forget(time.Minute) // REPORT ctxgoroutine/unshared
}

func (v *Visitors) forget(every time.Duration) {
	for range time.Tick(every) {
		v.mu.Lock()
		for who, at := range v.seen {
			if time.Since(at) > 10*time.Minute {
				delete(v.seen, who)
			}
		}
		v.mu.Unlock()
	}
}

// See notes that somebody is here, and returns how many are.
func (v *Visitors) See(who string) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.seen == nil {
		v.seen = make(map[string]time.Time)
	}
	v.seen[who] = time.Now()
	return len(v.seen)
}
