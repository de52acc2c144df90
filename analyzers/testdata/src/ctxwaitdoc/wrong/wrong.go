// Package wrong has the wrong forms of the documentation.
package wrong

import (
	"context"
	"errors"
	"time"
)

type Order struct{}

type stock interface {
	Take(ctx context.Context, sku string) error
}

type Shop struct {
	stock  stock
	orders chan Order
}

func (s *Shop) refresh(ctx context.Context) {}

func (s *Shop) Reserve(ctx context.Context, sku string) error {
	for s.stock.Take(ctx, sku) != nil {
		time.Sleep(time.Second) // want `time\.Sleep may block`
	}
	return nil
}

func (s *Shop) Watch(ctx context.Context) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for range ticker.C { // want `waiting for ticker\.C may block`
		s.refresh(ctx)
	}
}

func (s *Shop) Next(ctx context.Context) (Order, error) {
	select {
	case o := <-s.orders:
		return o, nil
	case <-time.After(time.Minute): // want `select has no case`
		return Order{}, errors.New("no order")
	}
}
