// Package ctxlifetimestrict has what is off by default.
package ctxlifetimestrict

import (
	"context"
	"database/sql"
	"time"
)

type printer interface {
	Print(ctx context.Context) error
	Release(ctx context.Context) error
}

type store struct{ db *sql.DB }

func (s *store) deleteLock(ctx context.Context) {
	s.db.ExecContext(ctx, "delete from locks")
}

func (s *store) forget(ctx context.Context) {}

func (s *store) named(ctx context.Context, p printer) (err error) {
	defer p.Release(ctx) // want `p\.Release comes to nothing when ctx is done; use context\.WithoutCancel and a timeout`
	defer func() {
		if err != nil {
			s.deleteLock(ctx) // want `s\.deleteLock comes to nothing when ctx is done`
		}
	}()
	return p.Print(ctx)
}

// Right: not by its name, nothing that can fail, and a context of its own.
func (s *store) right(ctx context.Context, p printer) error {
	defer s.forget(ctx)
	defer p.Print(ctx)
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		p.Release(ctx)
	}()
	return p.Release(ctx)
}

// The job's own end is a function in a field.
type job struct {
	End  func(ctx context.Context) error
	Stop func(ctx context.Context) error
}

func (s *store) inField(ctx context.Context, j job, p printer) error {
	defer j.End(ctx)
	defer j.Stop(ctx) // want `j\.Stop comes to nothing when ctx is done; use context\.WithoutCancel and a timeout`
	return p.Print(ctx)
}

// One way out has a context for the clean-up, the others have the caller's.
func (s *store) onFailure(ctx context.Context, p printer, ready chan error) error {
	abort := func(ctx context.Context) {
		if _, err := s.db.ExecContext(ctx, "delete from jobs"); err != nil {
			println(err)
		}
	}
	select {
	case <-ctx.Done():
		abort(context.Background())
		return ctx.Err()
	case err := <-ready:
		if err != nil {
			abort(ctx) // want `abort comes to nothing when ctx is done; use context\.WithoutCancel and a timeout`
			return err
		}
	}
	if err := p.Print(ctx); err != nil {
		s.deleteLock(ctx) // right as far as is seen: it is always done so
		return err
	}
	abort(ctx) // right: nothing has failed
	return nil
}

// Right as far as is seen: the other call is another object's, or of another function.
func (s *store) onFailureOther(ctx context.Context, p, q printer) error {
	p.Release(context.Background())
	if err := p.Print(ctx); err != nil {
		q.Release(ctx)
		s.deleteLock(ctx)
		return err
	}
	return nil
}

// Nobody can end these before their time.
func (s *store) lost(ctx context.Context, p printer) error {
	timed, _ := context.WithTimeout(ctx, time.Second) // want `timed has its timer until that fires, as its cancel function is thrown away; call it`
	if err := p.Print(timed); err != nil {
		return err
	}
	plain, _ := context.WithCancel(ctx) // want `nobody can end plain, as its cancel function is thrown away; call it`
	return p.Print(plain)
}

// Right: who is given both can.
func (s *store) pair(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Second)
}
