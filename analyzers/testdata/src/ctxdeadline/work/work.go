// Package work leaves the process on contexts of all kinds.
package work

import (
	"context"
	"database/sql"
	"net"
	"os/exec"
	"time"
)

func fresh(db *sql.DB) {
	db.QueryContext(context.Background(), "select 1") // want `db\.QueryContext may never end, as its context has no deadline; use context\.WithTimeout`
}

func detached(ctx context.Context, db *sql.DB) {
	db.PingContext(context.WithoutCancel(ctx)) // want `db\.PingContext may never end`
}

func background(ctx context.Context, db *sql.DB) {
	go func() {
		db.PingContext(context.WithoutCancel(ctx)) // want `db\.PingContext may never end`
	}()
}

// A store has a method for those who want no deadline.
type store struct{ db *sql.DB }

func (s *store) Ping() error { return s.PingContext(context.Background()) }

func (s *store) PingContext(ctx context.Context) error { return s.db.PingContext(ctx) }

func callers(ctx context.Context, db *sql.DB) { db.PingContext(ctx) }

func bounded(ctx context.Context, db *sql.DB) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	db.PingContext(ctx)
}

func cancelled(db *sql.DB, stop <-chan struct{}) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-stop
		cancel()
	}()
	db.PingContext(ctx)
}

func orNil(ctx context.Context, db *sql.DB) {
	if ctx == nil {
		ctx = context.Background()
	}
	db.PingContext(ctx)
}

// A poller, whose context ends when it is closed.
type poller struct {
	ctx    context.Context
	cancel context.CancelFunc
	db     *sql.DB
}

func newPoller(db *sql.DB) *poller {
	ctx, cancel := context.WithCancel(context.Background())
	p := &poller{ctx: ctx, cancel: cancel, db: db}
	go p.run()
	return p
}

// Close ends it.
func (p *poller) Close() { p.cancel() }

func (p *poller) run() {
	tick := time.NewTicker(time.Second)
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-tick.C:
			p.poll()
		}
	}
}

func (p *poller) poll() {
	p.db.PingContext(p.ctx) // want `p\.db\.PingContext may never end`
	ctx, cancel := context.WithTimeout(p.ctx, time.Second)
	defer cancel()
	p.db.PingContext(ctx)
}

// once isn't called in a loop: who keeps the poller ends it.
func (p *poller) once() { p.db.PingContext(p.ctx) }

// A consumer gets its context from who starts it.
type consumer struct{ db *sql.DB }

func start(db *sql.DB) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	c := &consumer{db}
	go c.loop(ctx)
	return cancel
}

func (c *consumer) loop(ctx context.Context) {
	for ctx.Err() == nil {
	}
	for {
		c.db.PingContext(ctx) // want `c\.db\.PingContext may never end`
	}
}

// Loop may be given a deadline by others.
func (c *consumer) Loop(ctx context.Context) {
	for {
		c.db.PingContext(ctx)
	}
}

// Helpers hand their context on.

func save(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "insert")
	return err
}

func saves(db *sql.DB) {
	save(context.Background(), db) // want `save may never end, as its context has no deadline`
}

func saveBounded(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return save(ctx, db)
}

func savesBounded(db *sql.DB) { saveBounded(context.Background(), db) }

// Programs.

func programs(dir string) {
	exec.Command("systemctl", "is-active", "x").Run() // want `systemctl may never end, and nothing ends it; use exec\.CommandContext and a timeout`
	exec.Command("git", "fetch").Output()             // want `git may never end, and nothing ends it`
	exec.Command("git", "status").Output()
	exec.Command("ls", dir).Run()
	exec.CommandContext(context.Background(), "curl", "http://x").Run() // want `curl may never end, and nothing ends it`
	cmd := exec.Command("/usr/bin/ssh", "x")                            // want `ssh may never end, and nothing ends it`
	cmd.Dir = dir
	cmd.CombinedOutput()
}

func programBounded(ctx context.Context) {
	exec.CommandContext(ctx, "curl", "http://x").Run()
}

func programKilled() {
	cmd := exec.Command("curl", "http://x")
	time.AfterFunc(time.Second, func() { cmd.Process.Kill() })
	cmd.Run()
}

// What stands for a type of the standard library, by the name and the signature of
// its method.

type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

type resolver interface {
	LookupHost(ctx context.Context, host string) ([]string, error)
}

var _ resolver = (*net.Resolver)(nil)

type lister interface {
	LookupHost(ctx context.Context, host string) (string, error)
}

type nowhere interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
}

type memory struct{}

func (memory) LookupTXT(ctx context.Context, name string) ([]string, error) { return nil, nil }

func stands(s execer, r resolver, l lister, n nowhere) {
	s.ExecContext(context.Background(), "") // want `s\.ExecContext may never end`
	r.LookupHost(context.Background(), "x") // want `r\.LookupHost may never end`
	l.LookupHost(context.Background(), "x")
	n.LookupTXT(context.Background(), "x")
}

// A context that is only used where a flag says so.

func ack(ctx context.Context, db *sql.DB, sync bool) error {
	if !sync {
		return nil
	}
	return db.PingContext(ctx)
}

func acks(db *sql.DB) {
	ack(context.Background(), db, false)
	ack(context.Background(), db, true) // want `ack may never end, as its context has no deadline`
}
