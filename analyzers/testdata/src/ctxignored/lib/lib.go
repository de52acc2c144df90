// Package lib has functions in two forms, one of which takes a context.
package lib

import (
	"context"
	"database/sql"
)

type Client struct{ ctx context.Context }

func (c *Client) Fetch(key string) (string, error) {
	return c.FetchContext(context.Background(), key)
}
func (c *Client) FetchContext(ctx context.Context, key string) (string, error) {
	return key, ctx.Err()
}

func (c *Client) Push(keys ...string) error                            { return c.PushCtx(context.Background(), keys...) }
func (c *Client) PushCtx(ctx context.Context, keys ...string) error    { return ctx.Err() }
func (c *Client) Sync() error                                          { return c.SyncWithContext(context.Background()) }
func (c *Client) SyncWithContext(ctx context.Context) error            { return ctx.Err() }
func (c *Client) Count() int                                           { return 0 }
func (c *Client) CountContext(ctx context.Context) (int, error)        { return 0, ctx.Err() }
func (c *Client) Drop(key string) error                                { return nil }
func (c *Client) ContextDrop(key string, ctx context.Context) error    { return ctx.Err() }
func (c *Client) Pull(key string) error                                { return nil }
func (c *Client) PullContext(ctx context.Context, n int) error         { return ctx.Err() }
func (c *Client) With(key string) *Client                              { return c }
func (c *Client) WithContext(ctx context.Context) *Client              { return &Client{ctx} }
func (c *Client) Scan(key string) error                                { return c.ctx.Err() }
func (c *Client) Key() string                                          { return "" }
func (c *Client) Send(ctx context.Context, key string) error           { return ctx.Err() }
func (c *Client) SendContext(ctx, _ context.Context, key string) error { return ctx.Err() }

func (c *Client) Poke() error { return nil }

// PokeContext pokes.
//
// Deprecated: nobody waits for a poke.
func (c *Client) PokeContext(ctx context.Context) error { return ctx.Err() }

func Load(key string) error                             { return LoadContext(context.Background(), key) }
func LoadContext(ctx context.Context, key string) error { return ctx.Err() }
func New() *Client                                      { return &Client{} }
func NewContext(ctx context.Context) context.Context    { return ctx }

func Map[K comparable, V any](k K) (V, error) {
	return MapContext[K, V](context.Background(), k)
}
func MapContext[K comparable, V any](ctx context.Context, k K) (v V, err error) { return v, ctx.Err() }

type Cache[T any] struct{ v T }

func (c *Cache[T]) Get(k string) (T, error)                             { return c.v, nil }
func (c *Cache[T]) GetContext(ctx context.Context, k string) (T, error) { return c.v, ctx.Err() }

// Reader and ContextReader are two sides of a store.
type Reader interface{ Read(key string) error }
type ContextReader interface {
	ReadContext(ctx context.Context, key string) error
}
type Store interface {
	Reader
	ContextReader
}

// A Request is sent by somebody else.
type Request struct{}

func (r *Request) WithContext(ctx context.Context) *Request { return r }
func (r *Request) Encode() error                            { return nil }

// Save makes an outgoing call, and takes no context though it could.
func Save(db *sql.DB, key string) error {
	_, err := db.Exec("INSERT INTO t VALUES (?)", key)
	return err
}

// Refill does so in a function of its own.
func Refill(db *sql.DB) error { return Save(db, "a") }

// Check makes no calls.
func Check(key string) error { return nil }
