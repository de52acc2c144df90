// Package retries tries again what fails.
package retries

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"k8s.io/apimachinery/pkg/util/wait"
)

func call(ctx context.Context) error { return ctx.Err() }

func withBackoff(ctx context.Context) error {
	return backoff.Retry(func() error { return call(ctx) }, backoff.NewExponentialBackOff()) // want `backoff\.Retry goes on waiting when ctx is done; use backoff\.WithContext`
}

func limited(ctx context.Context) error {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = time.Minute
	op := func() error { return call(ctx) }
	return backoff.RetryNotify(op, backoff.WithMaxRetries(b, 3), func(error) {}) // want `backoff\.RetryNotify goes on waiting when ctx is done`
}

func policy() backoff.BackOff { return backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3) }

func throughHelper(ctx context.Context) error {
	return backoff.Retry(func() error { return call(ctx) }, policy()) // want `backoff\.Retry goes on waiting when ctx is done`
}

func withContext(ctx context.Context) error {
	b := backoff.WithContext(backoff.NewExponentialBackOff(), ctx)
	return backoff.Retry(func() error { return call(ctx) }, backoff.WithMaxRetries(b, 3))
}

func givenPolicy(ctx context.Context, b backoff.BackOff) error {
	return backoff.Retry(func() error { return call(ctx) }, b)
}

func ownPolicy(ctx context.Context) error {
	return backoff.Retry(func() error { return call(ctx) }, &contextual{ctx: ctx})
}

type contextual struct {
	backoff.ExponentialBackOff
	ctx context.Context
}

func stopsItself(ctx context.Context) error {
	return backoff.Retry(func() error {
		if ctx.Err() != nil {
			return nil
		}
		return call(context.Background())
	}, backoff.NewExponentialBackOff())
}

func noContext() error {
	return backoff.Retry(func() error { return errors.New("no") }, backoff.NewExponentialBackOff())
}

func options(ctx context.Context, more []retry.Option) error {
	retry.Do(func() error { return call(ctx) })                    // want `retry\.Do goes on waiting when ctx is done; use retry\.Context`
	retry.Do(func() error { return call(ctx) }, retry.Attempts(3)) // want `retry\.Do goes on waiting when ctx is done`
	retry.Do(func() error { return call(ctx) }, more...)
	return retry.Do(func() error { return call(ctx) }, retry.Attempts(3), retry.Context(ctx))
}

func polls(ctx context.Context) {
	done := func() (bool, error) { return true, call(ctx) }
	wait.Poll(time.Second, time.Minute, done) // want `wait\.Poll goes on waiting when ctx is done; use wait\.PollUntilContextTimeout`
	wait.PollInfinite(time.Second, done)      // want `wait\.PollInfinite goes on waiting when ctx is done; use wait\.PollUntilContextCancel`
	wait.PollUntil(time.Second, done, ctx.Done())
	wait.PollUntilContextCancel(ctx, time.Second, true, func(context.Context) (bool, error) { return true, nil })
}

// Connect is called by whoever wants a connection.
func Connect(addr string) (net.Conn, error) {
	for {
		c, err := net.DialTimeout("tcp", addr, time.Second)
		if err == nil {
			return c, nil
		}
		time.Sleep(5 * time.Second) // want `time\.Sleep delays a retry that no caller of Connect can cut short; take ctx as a parameter`
	}
}

func ping(db *sql.DB) (err error) {
	for range 30 {
		if err = db.Ping(); err == nil {
			return nil
		}
		<-time.After(time.Second) // want `a pause delays a retry that no caller of ping can cut short`
	}
	return err
}

func pingSoon(db *sql.DB) (err error) {
	for i := 0; i < 3; i++ {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

func report(ctx context.Context, db *sql.DB) error { return ping(db) }

// Watch never ends, and isn't meant to.
func Watch(db *sql.DB) {
	for {
		db.Ping()
		time.Sleep(time.Minute)
	}
}

type prober struct {
	db   *sql.DB
	quit chan struct{}
}

// Run can be stopped.
func (p *prober) Run() {
	for {
		select {
		case <-p.quit:
			return
		default:
		}
		p.db.Ping()
		time.Sleep(time.Second)
	}
}

func local() int {
	for n := 0; ; n++ {
		if n > 10 {
			return n
		}
		time.Sleep(time.Second) // calls nobody outside
	}
}

func job(db *sql.DB) {
	for db.Ping() != nil {
		time.Sleep(time.Second)
	}
}

func start(db *sql.DB) { go job(db) }

// Retry tries what it is given, and makes all who use it wait.
func Retry(attempts int, pause time.Duration, try func() error) error {
	var err error
	for i := 0; i < attempts; i++ {
		if err = try(); err == nil {
			return nil
		}
		time.Sleep(pause) // want `time\.Sleep delays a retry that no caller of Retry can cut short; take ctx as a parameter`
		pause *= 2
	}
	return err
}

// Right: what it is given gets a context.
func retryOn(attempts int, pause time.Duration, try func(ctx context.Context) error) error {
	var err error
	for i := 0; i < attempts; i++ {
		if err = try(context.Background()); err == nil {
			return nil
		}
		time.Sleep(pause)
	}
	return err
}

// Right: it does the same each minute, and retries nothing.
func each(minutes int, do func()) {
	for i := 0; i < minutes; i++ {
		do()
		time.Sleep(time.Minute)
	}
}
