// Package dead uses contexts that are over, and some that aren't.
package dead

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"time"
)

type store struct{ db *sql.DB }

type lock interface {
	Lock(ctx context.Context) error
	Unlock(ctx context.Context) error
	Name(ctx context.Context) string
}

func (s *store) save(ctx context.Context, status string) error {
	_, err := s.db.ExecContext(ctx, "update jobs set status = ?", status)
	return err
}

func (s *store) load(ctx context.Context) error {
	return s.db.PingContext(ctx)
}

// peek looks at its context, and nothing comes of it.
func peek(ctx context.Context) error { return ctx.Err() }

// In the branch that a done context takes.
func (s *store) selected(ctx context.Context, work <-chan string) error {
	for {
		select {
		case <-ctx.Done():
			return s.save(ctx, "stopped") // want `ctx is done here, so that s\.save comes to nothing; use context\.WithoutCancel and a timeout`
		case w := <-work:
			if err := s.save(ctx, w); err != nil {
				return err
			}
		}
	}
}

// Its error says that it is done.
func (s *store) failed(ctx context.Context, l lock) error {
	if err := s.load(ctx); err != nil {
		return err
	}
	if ctx.Err() != nil {
		l.Unlock(ctx) // want `ctx is done here, so that l\.Unlock comes to nothing`
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return l.Unlock(ctx) // want `ctx is done here, so that l\.Unlock comes to nothing`
	}
	return nil
}

// What is made of it is dead as well, and told once.
func (s *store) derived(ctx context.Context, l lock) error {
	<-ctx.Done()
	stop, cancel := context.WithTimeout(ctx, time.Second) // want `ctx is done here, so that context\.WithTimeout comes to nothing`
	defer cancel()
	if err := s.save(stop, "stopping"); err != nil {
		return err
	}
	return l.Unlock(stop)
}

// A literal that runs there, and one that is started there.
func (s *store) literals(ctx context.Context) {
	<-ctx.Done()
	func() {
		s.save(ctx, "stopping") // want `ctx is done here, so that s\.save comes to nothing`
	}()
	go func() {
		s.save(ctx, "stopped") // want `ctx is done here, so that s\.save comes to nothing`
	}()
}

// Its cancel function was called, by itself or in a deferred literal.
func (s *store) cancelled(ctx context.Context, l lock) error {
	ctx2, cancel := context.WithCancel(ctx)
	defer func() {
		cancel()
		l.Unlock(ctx2) // want `ctx2 is cancelled here, so that l\.Unlock comes to nothing; use the context that it was made of`
	}()
	inner, stop := context.WithTimeout(ctx, time.Second)
	if err := s.load(inner); err != nil {
		stop()
		return s.save(inner, "failed") // want `inner is cancelled here, so that s\.save comes to nothing`
	}
	stop()
	return s.save(inner, "loaded") // want `inner is cancelled here, so that s\.save comes to nothing`
}

// Deferred calls run last first.
func (s *store) deferred(ctx context.Context, l lock) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer l.Unlock(ctx) // want `ctx is cancelled before l\.Unlock, which is deferred, runs; use context\.WithoutCancel and a timeout`
	defer cancel()
	return s.load(ctx)
}

// The literal sees the variable as it is in the end.
func (s *store) rebound(ctx context.Context) error {
	defer func() {
		s.save(ctx, "done") // want `ctx is cancelled before s\.save, which is deferred, runs`
	}()
	if err := s.load(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	_ = ctx
	cancel()
	return nil
}

func (s *store) reassigned(ctx context.Context) (err error) {
	defer func() {
		s.save(ctx, "done") // want `ctx is cancelled before s\.save, which is deferred, runs`
	}()
	if err := s.load(ctx); err != nil {
		return err
	}
	var cancel context.CancelFunc
	ctx, cancel = context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.load(ctx)
}

// Right: the deferred calls run before the cancel function, or there is a way
// around it.
func (s *store) order(ctx context.Context, l lock, keep bool) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	defer l.Unlock(ctx)
	other, stop := context.WithCancel(ctx)
	defer l.Unlock(other)
	if !keep {
		stop()
	}
	return s.load(other)
}

// Right: values, logs, looks at the error, a context of another life.
func (s *store) right(ctx context.Context, l lock) error {
	inner, cancel := context.WithTimeout(ctx, time.Second)
	err := s.load(inner)
	cancel()
	if err != nil {
		log.Print(inner.Err(), inner.Value("id"), peek(inner), l.Name(inner))
		return s.save(ctx, "failed")
	}
	select {
	case <-inner.Done():
		return s.save(ctx, "late")
	case <-ctx.Done():
		ctx = context.WithoutCancel(ctx)
		return s.save(ctx, "stopped")
	default:
	}
	inner, cancel = context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.save(inner, "done")
}

// Right: only one of the ways here is over.
func (s *store) either(ctx context.Context, wait <-chan time.Time) error {
	select {
	case <-ctx.Done():
	case <-wait:
	}
	return s.save(ctx, "done")
}

// Right: it is made to be dead.
func (s *store) atOnce(l lock) error {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return l.Unlock(ctx)
}

// Right: each turn has one of its own.
func (s *store) turns(ctx context.Context, jobs []string) error {
	var (
		job  context.Context
		stop context.CancelFunc = func() {}
	)
	for _, j := range jobs {
		stop()
		job, stop = context.WithTimeout(ctx, time.Second)
		if err := s.save(job, j); err != nil {
			return err
		}
	}
	stop()
	return nil
}

// It may be only the limit of one step that is over.
func (s *store) killed(ctx context.Context, l lock, limit time.Duration, exit <-chan struct{}) error {
	step := ctx
	if limit > 0 {
		var cancel context.CancelFunc
		step, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	select {
	case <-step.Done():
		return l.Unlock(ctx)
	case <-exit:
		return nil
	}
}
