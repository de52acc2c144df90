// Package ctxhover has contexts of all kinds, and calls that go out.
package ctxhover

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type key struct{}

func use(ctx context.Context) error { return ctx.Err() } // want `^ctx: from ctx; with the caller's deadline$` `^ctx: from ctx; with the caller's deadline$`

func handle(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second) // want `^ctx: from r.Context\(\); bounded by 2 s at line 16; cancelled at return$` `^r.Context\(\): from r.Context\(\); with the caller's deadline$`
	defer cancel()
	use(ctx) // want `^ctx: from r.Context\(\); bounded by 2 s at line 16; cancelled at return$`
	go func() {
		use(context.WithoutCancel(ctx)) // want `^ctx: from r.Context\(\); bounded by 2 s at line 16$` `^context.WithoutCancel\(ctx\): detached from the caller's by context.WithoutCancel, line 20; no deadline$`
	}()
}

func fresh(early bool) {
	ctx := context.WithValue(context.Background(), key{}, 1) // want `^ctx: starts at context.Background, line 25; no deadline$` `^context.Background\(\): starts at context.Background, line 25; no deadline$`
	short, cancel := context.WithTimeout(ctx, time.Minute)   // want `^short: starts at context.Background, line 25; bounded by 1 min at line 26$` `^ctx: starts at context.Background, line 25; no deadline$`
	use(short)                                               // want `^short: starts at context.Background, line 25; bounded by 1 min at line 26$`
	cancel()
	use(short) // want `^short: starts at context.Background, line 25; bounded by 1 min at line 26; done by now$`
	use(nil)  
}

type server struct {
	base context.Context
	db   *sql.DB
}

var global context.Context

func (s *server) branches(ctx context.Context, n int, until time.Time) { // want `^ctx: from ctx; with the caller's deadline$`
	c := ctx
	if n > 1 {
		c = s.base
	}
	use(c)                                        // want `^c: from ctx or from the field base; with the caller's deadline or what bounds it isn't known$`
	use(global)                                   // want `^global: from the variable global; what bounds it isn't known$`
	c, cancel := context.WithDeadline(ctx, until) // want `^c: from ctx; bounded at line 47; cancelled at return$` `^ctx: from ctx; with the caller's deadline$`
	defer cancel()
	s.query(c) // want `^c: from ctx; bounded at line 47; cancelled at return$` `^deadline: some$`
}

func (s *server) query(ctx context.Context) { // want `^ctx: from ctx; with the caller's deadline$`
	s.db.ExecContext(ctx, "a")                         // want `^ctx: from ctx; with the caller's deadline$` `^deadline: the caller's$`
	s.db.ExecContext(context.Background(), "b")        // want `^context.Background\(\): starts at context.Background, line 54; no deadline$` `^deadline: none$`
	c, cancel := context.WithTimeout(ctx, time.Second) // want `^c: from ctx; bounded by 1 s at line 55; cancelled at return$` `^ctx: from ctx; with the caller's deadline$`
	defer cancel()
	s.db.ExecContext(c, "c") // want `^c: from ctx; bounded by 1 s at line 55; cancelled at return$` `^deadline: 1 s$`
	s.db.Exec("d")
}
