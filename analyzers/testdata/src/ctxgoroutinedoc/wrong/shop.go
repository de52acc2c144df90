package wrong

import (
	"context"
	"time"
)

type Shop struct {
	prices, stock service
}

func (s *Shop) check() {}

type service interface {
	Load(ctx context.Context) error
}

type Cache struct {
	ticker *time.Ticker
	closed chan struct{}
}

func (c *Cache) evict() {}

func (c *Cache) Close() {
	c.ticker.Stop()
	close(c.closed)
}
