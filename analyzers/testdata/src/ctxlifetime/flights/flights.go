// Package flights does for several callers at once what one of them asked for, and
// tidies up on the caller's context.
package flights

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"go.etcd.io/etcd/client/v3/concurrency"
	"golang.org/x/sync/singleflight"
)

type cache struct {
	mu      sync.Mutex
	db      *sql.DB
	group   singleflight.Group
	once    sync.Once
	entries map[string]*entry
	err     error
}

type entry struct {
	done chan struct{}
	val  string
	err  error
}

func (c *cache) load(ctx context.Context, key string) (string, error) {
	var s string
	err := c.db.QueryRowContext(ctx, "select v from t where k = ?", key).Scan(&s)
	return s, err
}

// The others depend on the first caller.
func (c *cache) get(ctx context.Context, key string) (any, error) {
	v, err, _ := c.group.Do(key, func() (any, error) {
		return c.load(ctx, key) // want `ctx is the first caller's, and the others share the result; use context\.WithoutCancel and a timeout`
	})
	return v, err
}

func (c *cache) getLater(ctx context.Context, key string) (any, error) {
	ch := c.group.DoChan(key, func() (any, error) {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return c.load(ctx, key) // want `ctx is the first caller's`
	})
	select {
	case r := <-ch:
		return r.Val, r.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *cache) open(ctx context.Context) error {
	c.once.Do(func() {
		c.err = c.db.PingContext(ctx) // want `ctx is the first caller's`
	})
	return c.err
}

func (c *cache) Start(ctx context.Context) {
	c.once.Do(func() {
		go c.db.PingContext(ctx)
		c.err = c.db.PingContext(ctx)
	})
}

// Runtime isn't the name of a start.
func (c *cache) Runtime(ctx context.Context) error {
	c.once.Do(func() {
		c.err = c.db.PingContext(ctx) // want `ctx is the first caller's`
	})
	return c.err
}

// By hand: the entry is known before it is filled.
func (c *cache) promise(ctx context.Context, key string) (string, error) {
	c.mu.Lock()
	e, ok := c.entries[key]
	if ok {
		c.mu.Unlock()
		<-e.done
		return e.val, e.err
	}
	e = &entry{done: make(chan struct{})}
	c.entries[key] = e
	c.mu.Unlock()
	e.val, e.err = c.load(ctx, key) // want `ctx is the first caller's`
	close(e.done)
	return e.val, e.err
}

func (c *cache) aside(ctx context.Context, key string) *entry {
	e := &entry{done: make(chan struct{})}
	c.entries[key] = e
	go func() {
		defer close(e.done)
		e.val, e.err = c.load(ctx, key) // want `ctx is the first caller's`
	}()
	return e
}

// Right: detached, retried, one call's own, or filled before it is known.
func (c *cache) right(ctx context.Context, key string) (any, error) {
	var once sync.Once
	once.Do(func() { c.db.PingContext(ctx) })
	v, err, _ := c.group.Do(key, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		return c.load(ctx, key)
	})
	return v, err
}

func (c *cache) retried(ctx context.Context, key string) (any, error) {
	v, err, shared := c.group.Do(key, func() (any, error) { return c.load(ctx, key) })
	if shared && errors.Is(err, context.Canceled) && ctx.Err() == nil {
		return c.load(ctx, key)
	}
	return v, err
}

func (c *cache) filled(ctx context.Context, key string) (*entry, error) {
	e := &entry{done: make(chan struct{})}
	var err error
	if e.val, err = c.load(ctx, key); err != nil {
		return nil, err
	}
	return e, nil
}

// A lock that stays when the caller has left.
func (c *cache) locked(ctx context.Context, m *concurrency.Mutex) error {
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(ctx) // want `m\.Unlock comes to nothing when ctx is done; use context\.WithoutCancel and a timeout`
	return c.db.PingContext(ctx)
}

func (c *cache) lockedShort(ctx context.Context, m *concurrency.Mutex) error {
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		m.Unlock(ctx) // want `m\.Unlock comes to nothing when ctx is done`
	}()
	return c.db.PingContext(ctx)
}

// Right: it has a life of its own, or isn't deferred.
func (c *cache) unlocked(ctx context.Context, m *concurrency.Mutex) error {
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		m.Unlock(ctx)
	}()
	return c.db.PingContext(ctx)
}

func (c *cache) unlockedAtOnce(ctx context.Context, m *concurrency.Mutex) error {
	return m.Unlock(ctx)
}
