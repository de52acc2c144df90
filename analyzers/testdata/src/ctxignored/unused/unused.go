// Package unused has functions that take a context and never read it.
package unused

import (
	"context"
	"database/sql"
	"os"
	"sync"

	"ctxignored/lib"
)

func save(ctx context.Context, db *sql.DB) error { // want `ctx is never read though lib\.Save makes outgoing calls; pass it on`
	return lib.Save(db, "a")
}

func blank(_ context.Context, db *sql.DB) error { // want `its context is never read though lib\.Refill makes outgoing calls; pass it on`
	return lib.Refill(db)
}

func literal(db *sql.DB) func(context.Context) error {
	return func(ctx context.Context) error { // want `ctx is never read though lib\.Save makes outgoing calls; pass it on`
		return lib.Save(db, "a")
	}
}

// Who is at the other end isn't known.
func receive(ctx context.Context, c chan int) int { return <-c }

func choose(ctx context.Context, a, b chan int) int { // want `ctx is never read, and a select may block past its deadline`
	select {
	case n := <-a:
		return n
	case n := <-b:
		return n
	}
}

func process(ctx context.Context, p *os.Process) error { // want `ctx is never read, and p\.Wait may block past its deadline`
	_, err := p.Wait()
	return err
}

// What it waits for is told where that is started.
func wait(ctx context.Context, g *sync.WaitGroup) { g.Wait() }

// Told at the call that has a form with a context.
func ping(ctx context.Context, db *sql.DB) error {
	if err := db.Ping(); err != nil { // want `call of db\.Ping ignores ctx; use db\.PingContext`
		return err
	}
	return lib.Save(db, "a")
}

// Nothing in it could use a context.
func inMemory(ctx context.Context, m map[string]int, key string) int { return m[key] }

func check(ctx context.Context, key string) error { return lib.Check(key) }

// It is read, if only to look at it.
func looks(ctx context.Context, db *sql.DB) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return lib.Save(db, "a")
}

func locks(ctx context.Context, mu *sync.Mutex) {
	mu.Lock()
	mu.Unlock()
}

// started waits beside the function, and not in it.
func started(ctx context.Context, c chan int) {
	go func() { <-c }()
}

// A fakeStore stands in for a store.
type fakeStore struct{ c chan int }

func (s *fakeStore) get(ctx context.Context) int { return <-s.c }

// A worker has its signature from an interface, whose others may use the context.
type worker interface {
	stop(ctx context.Context)
}

type pool struct{ idle chan int }

func (p *pool) stop(ctx context.Context) { <-p.idle }

var _ worker = (*pool)(nil)

var byValue = func(ctx context.Context, c chan int) { <-c }
