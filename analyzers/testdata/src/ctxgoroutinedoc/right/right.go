// Package right has the right forms of ctxgoroutine's documentation.
package right

import (
	"context"

	"golang.org/x/sync/errgroup"
)

func (s *Shop) Watch(ctx context.Context) {
	go func() {
		for ctx.Err() == nil {
			s.check()
		}
	}()
}

func (c *Cache) Start() {
	go func() {
		for {
			select {
			case <-c.ticker.C:
				c.evict()
			case <-c.closed:
				return
			}
		}
	}()
}

func (s *Shop) Open(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.prices.Load(gctx) })
	g.Go(func() error { return s.stock.Load(gctx) })
	return g.Wait()
}

func (s *Shop) Refresh(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.prices.Load(gctx) })
	g.Go(func() error { return s.stock.Load(gctx) })
	return g.Wait()
}

func (s *Shop) Start(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.prices.Load(gctx) })
	if err := g.Wait(); err != nil {
		return err
	}
	return s.stock.Load(ctx)
}

func (s *Shop) Fill(ctx context.Context, all []service) error {
	g, gctx := errgroup.WithContext(ctx)
	for _, x := range all {
		g.Go(func() error { return x.Load(gctx) })
	}
	return g.Wait()
}
