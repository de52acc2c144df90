// Package right has the right forms of the documentation.
package right

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
		timer := time.NewTimer(time.Second)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
	return nil
}

func (s *Shop) Watch(ctx context.Context) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			s.refresh(ctx)
		}
	}
}

func (s *Shop) Next(ctx context.Context) (Order, error) {
	select {
	case <-ctx.Done():
		return Order{}, ctx.Err()
	case o := <-s.orders:
		return o, nil
	case <-time.After(time.Minute):
		return Order{}, errors.New("no order")
	}
}
