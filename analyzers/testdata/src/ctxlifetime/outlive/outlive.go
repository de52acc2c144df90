// Package outlive cancels contexts that somebody still needs.
package outlive

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"ctxlifetime/lib"
)

type store struct {
	db   *sql.DB
	log  lock
	life context.Context
}

type lock interface {
	Write(ctx context.Context, what string) error
}

// What was asked for needs its context until it is read.
func (s *store) row(ctx context.Context) *sql.Row {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.db.QueryRowContext(ctx, "select 1") // want `ctx is cancelled on return, and what s\.db\.QueryRowContext gave is returned; let its user cancel it`
}

func (s *store) rows(ctx context.Context) (rows *sql.Rows, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer func() { cancel() }()
	rows, err = s.db.QueryContext(ctx, "select 1") // want `ctx is cancelled on return, and what s\.db\.QueryContext gave is returned`
	if err != nil {
		return nil, err
	}
	return rows, nil
}

type result struct {
	rows *sql.Rows
	n    int
}

func (s *store) inStruct(ctx context.Context) (*result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	rows, err := s.db.QueryContext(ctx, "select 1") // want `ctx is cancelled on return, and what s\.db\.QueryContext gave is returned`
	if err != nil {
		return nil, err
	}
	return &result{rows: rows}, nil
}

// So does an object of ours, or another package's.
func (s *store) reader(ctx context.Context) (*lib.Reader, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return lib.NewReader(ctx, s.db) // want `ctx is cancelled on return, and what lib\.NewReader gave is returned`
}

func (s *store) buffer(ctx context.Context) *lib.Buffer {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return lib.NewBuffer(ctx, s.db) // want `ctx is cancelled on return, and what lib\.NewBuffer gave is returned`
}

type session struct {
	ctx context.Context
	db  *sql.DB
}

func (s *store) session() *session {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel() // want `ctx is cancelled on return, and is part of what is returned; let its user cancel it`
	return &session{ctx: ctx, db: s.db}
}

func (s *store) sessions() (ss session) {
	dbCtx, cancel := context.WithCancel(context.Background())
	defer cancel() // want `dbCtx is cancelled on return, and is part of what is returned`
	ss.ctx = dbCtx
	return ss
}

func limited(ctx context.Context) context.Context {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel() // want `ctx is cancelled on return, and is returned; return its cancel function too`
	return ctx
}

func (s *store) saver(ctx context.Context) func() error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel() // want `ctx is cancelled on return, and the function that is returned uses it; make one in there`
	return func() error { return s.db.PingContext(ctx) }
}

// A helper makes it, and gives the function that ends it as well.
func (s *store) limit(d time.Duration) (context.Context, func()) {
	if d == 0 {
		return s.life, func() {}
	}
	return context.WithTimeout(s.life, d)
}

func fresh() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), time.Second)
}

func span(ctx context.Context) (context.Context, func()) {
	return context.WithValue(ctx, "span", 1), func() {}
}

func (s *store) byHelper() *sql.Row {
	ctx, cancel := s.limit(time.Second)
	defer cancel()
	return s.db.QueryRowContext(ctx, "select 1") // want `ctx is cancelled on return, and what s\.db\.QueryRowContext gave is returned`
}

func (s *store) byFresh() *sql.Row {
	ctx, cancel := fresh()
	defer cancel()
	return s.db.QueryRowContext(ctx, "select 1") // want `ctx is cancelled on return, and what s\.db\.QueryRowContext gave is returned`
}

// Right: it ends something else.
func (s *store) bySpan(ctx context.Context) *sql.Row {
	ctx, end := span(ctx)
	defer end()
	return s.db.QueryRowContext(ctx, "select 1")
}

// Nobody waits for what is started.
func (s *store) started(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	go s.db.PingContext(ctx) // want `ctx is cancelled on return, but this goroutine goes on; cancel it when that has ended`
}

func (s *store) startedLiteral(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := s.db.PingContext(ctx); err != nil {
		return err
	}
	go func() {
		if err := s.log.Write(ctx, "pinged"); err != nil { // want `ctx is cancelled on return, but this goroutine goes on`
			panic(err)
		}
	}()
	return nil
}

// Right: the rows are read here, what is returned is a copy.
func (s *store) read(ctx context.Context) (*result, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	rows, err := s.db.QueryContext(ctx, "select 1")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	r := &result{rows: rows}
	for rows.Next() {
		if err := rows.Scan(&r.n); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (s *store) scanned(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	row := s.db.QueryRowContext(ctx, "select 1")
	var n int
	err := row.Scan(&n)
	return n, err
}

// Right: the cancel function goes with it, or is called only if something fails.
func (s *store) handed(ctx context.Context) (*sql.Rows, context.CancelFunc, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	rows, err := s.db.QueryContext(ctx, "select 1")
	return rows, cancel, err
}

func (s *store) failing(ctx context.Context) (rows *sql.Rows, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		if err != nil {
			cancel()
		}
	}()
	return s.db.QueryContext(ctx, "select 1")
}

// Right: what is returned has the caller's context, or only came by.
func (s *store) other(ctx context.Context) (*sql.Rows, error) {
	ping, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := s.db.PingContext(ping); err != nil {
		return nil, err
	}
	if _, err := lib.Read(ping, s.db); err != nil {
		return nil, err
	}
	r, err := lib.NewReader(ping, s.db)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return s.db.QueryContext(ctx, "select 1")
}

// Right: they are waited for, or help until the function returns.
func (s *store) joined(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		s.db.PingContext(ctx)
	}()
	wg.Wait()
	done := make(chan error, 1)
	go func() { done <- s.db.PingContext(ctx) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *store) helped(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go s.watch(ctx)
	go func() {
		<-ctx.Done()
		s.db.Close()
	}()
	return s.db.PingContext(ctx)
}

func (s *store) watch(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
			s.db.PingContext(ctx)
		}
	}
}

// Right: it has a context of its own, or only reads values.
func (s *store) own(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		s.db.PingContext(ctx)
	}()
	go func() { println(ctx.Value("id")) }()
}
