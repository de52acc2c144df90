// Package lib stands for another package that the cases call.
package lib

import (
	"context"
	"time"
)

func query(ctx context.Context) error { return ctx.Err() }

// Load starts a root of its own.
func Load() error {
	return query(context.Background()) // want `context\.Background starts a chain that no caller of Load can bound; take ctx as a parameter`
}

// Query passes its context on.
func Query(ctx context.Context) error { return query(ctx) }

// Fresh hides a root.
func Fresh() context.Context { return context.Background() }

// Bounded hides a root with a timeout.
func Bounded() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), time.Second)
}

// Derived derives.
func Derived(ctx context.Context, k any) context.Context { return context.WithValue(ctx, k, 1) }

// Unread takes a context and never looks at it.
func Unread(_ context.Context) {}

// Retry calls f until it succeeds.
func Retry(f func() error) error { return f() }

// A Client keeps the context it was made with.
type Client struct{ ctx context.Context }

// NewClient retains its context.
func NewClient(ctx context.Context) *Client { return &Client{ctx: ctx} }

// A Prober probes.
type Prober interface{ Probe(ctx context.Context) error }

// OnExit calls f when the program ends.
func OnExit(f func()) { exits <- f }

var exits = make(chan func(), 1)
