// Package own calls functions of this module that have a context-taking form.
package own

import (
	"context"

	"ctxignored/lib"
)

func method(ctx context.Context, c *lib.Client) (string, error) {
	return c.Fetch("a") // want `call of c\.Fetch ignores ctx; use c\.FetchContext`
}

func variadic(ctx context.Context, c *lib.Client, keys []string) error {
	if err := c.Push(); err != nil { // want `call of c\.Push ignores ctx; use c\.PushCtx`
		return err
	}
	return c.Push(keys...) // want `call of c\.Push ignores ctx; use c\.PushCtx`
}

func named(ctx context.Context, c *lib.Client) error {
	if err := c.Sync(); err != nil { // want `call of c\.Sync ignores ctx; use c\.SyncWithContext`
		return err
	}
	return c.Drop("a") // want `call of c\.Drop ignores ctx; use c\.ContextDrop`
}

// The sibling gives an error more, so there is no fix.
func moreResults(ctx context.Context, c *lib.Client) int {
	return c.Count() // want `call of c\.Count ignores ctx; use c\.CountContext`
}

func function(ctx context.Context) error {
	return lib.Load("a") // want `call of lib\.Load ignores ctx; use lib\.LoadContext`
}

// Not siblings: other parameters, other results, and what takes a context already.
func others(ctx context.Context, c *lib.Client) *lib.Client {
	c.Pull("a")
	c.Send(ctx, "a")
	c.With("a").Key()
	return lib.New()
}

func deprecated(ctx context.Context, c *lib.Client) error { return c.Poke() }

func request(ctx context.Context, r *lib.Request) error { return r.Encode() }

func generic[T any](ctx context.Context, c *lib.Cache[T]) (T, error) {
	if _, err := lib.Map[string, T]("a"); err != nil { // want `call of lib\.Map\[\.\.\.\] ignores ctx; use lib\.MapContext`
		panic(err)
	}
	return c.Get("a") // want `call of c\.Get ignores ctx; use c\.GetContext`
}

func instance(ctx context.Context, c *lib.Cache[int]) (int, error) {
	return c.Get("a") // want `call of c\.Get ignores ctx; use c\.GetContext`
}

// An interface may have its two forms from others.
func embedded(ctx context.Context, s lib.Store) error {
	return s.Read("a") // want `call of s\.Read ignores ctx; use s\.ReadContext`
}

// asked looks for the sibling, and does without only where there is none.
func asked(ctx context.Context, r lib.Reader) error {
	if c, ok := r.(lib.ContextReader); ok {
		return c.ReadContext(ctx, "a")
	}
	return r.Read("a")
}

// A service keeps a client, that is given a context with WithContext.
type service struct {
	client *lib.Client
	ready  *lib.Client
}

func newService(ctx context.Context) *service {
	s := &service{client: lib.New()}
	s.ready = s.client.WithContext(ctx)
	return s
}

func (s *service) scan(ctx context.Context) error {
	if err := s.client.Scan("a"); err != nil { // want `call of s\.client\.Scan ignores ctx; use s\.client\.WithContext`
		return err
	}
	if err := s.client.With("a").Scan("b"); err != nil { // want `call of s\.client\.With\(\.\.\.\)\.Scan ignores ctx; use s\.client\.WithContext`
		return err
	}
	if err := s.client.WithContext(ctx).With("a").Scan("b"); err != nil {
		return err
	}
	c := s.client.WithContext(ctx)
	if err := c.Scan("a"); err != nil {
		return err
	}
	return s.ready.Scan("a")
}

// Whoever gave it may have given it a context.
func given(ctx context.Context, c *lib.Client) error { return c.Scan("a") }

// A counter adds to what it embeds. Its own form of Fetch would be passed by.
type counter struct {
	*lib.Client
	n int
}

func (c *counter) Fetch(key string) (string, error) {
	c.n++
	return c.Client.Fetch(key) // want `call of c\.Client\.Fetch ignores ctx of the caller counted; take ctx and use c\.Client\.FetchContext`
}

func counted(ctx context.Context, c *counter) (string, error) {
	return c.Fetch("a")
}

func promoted(ctx context.Context, c *counter) error {
	return c.Sync() // want `call of c\.Sync ignores ctx; use c\.SyncWithContext`
}

type queue struct{ items chan string }

func (q *queue) pop() string { return <-q.items }

// popContext is built upon the other form.
func (q *queue) popContext(ctx context.Context) string {
	got := make(chan string)
	go func() { got <- q.pop() }()
	select {
	case s := <-got:
		return s
	case <-ctx.Done():
		return ""
	}
}

func take(ctx context.Context, q *queue) string {
	return q.pop() // want `call of q\.pop ignores ctx; use q\.popContext`
}

func load(key string) error { return loadContext(context.Background(), key) }

func loadContext(ctx context.Context, key string) error { return ctx.Err() }

func reload(ctx context.Context) error {
	if err := load("a"); err != nil { // want `call of load ignores ctx; use loadContext`
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return load("b") // want `call of load ignores ctx; use loadContext`
}
