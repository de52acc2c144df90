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
