// Package wrong has the wrong forms of ctxgoroutine's documentation.
package wrong

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/sync/errgroup"
)

func (s *Shop) Watch(ctx context.Context) {
	go func() { // want `this goroutine never ends, and ctx can't end it; look at ctx\.Done\(\) in its loop`
		for {
			s.check()
		}
	}()
}

func (c *Cache) Start() {
	go func() {
		for range c.ticker.C { // want `nothing ends this loop, and Cache\.Close leaves its goroutine behind; end it there`
			c.evict()
		}
	}()
}

func (s *Shop) Open(ctx context.Context) error {
	g, _ := errgroup.WithContext(ctx) // want `the context of g is thrown away, so that a failure doesn't stop the other tasks; use it in them`
	g.Go(func() error { return s.prices.Load(ctx) })
	g.Go(func() error { return s.stock.Load(ctx) })
	return g.Wait()
}

func (s *Shop) Refresh(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.prices.Load(gctx) })
	g.Go(func() error { return s.stock.Load(ctx) }) // want `ctx goes on when another task of g fails; use gctx`
	return g.Wait()
}

func (s *Shop) Start(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.prices.Load(ctx) })
	if err := g.Wait(); err != nil {
		return err
	}
	return s.stock.Load(ctx) // want `ctx is done when g\.Wait returns; use the context that the group was made with`
}

func (s *Shop) Fill(ctx context.Context, all []service) error {
	errs := make([]error, len(all))
	var wg sync.WaitGroup
	for i, x := range all {
		wg.Go(func() { errs[i] = x.Load(ctx) }) // want `a failure here doesn't stop the other goroutines that are waited for; use errgroup\.WithContext`
	}
	wg.Wait()
	return errors.Join(errs...)
}
