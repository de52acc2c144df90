// Package right has the right forms of the documentation.
package right

import (
	"context"
	"errors"
	"net"
	"time"

	"github.com/cenkalti/backoff/v4"
)

type Order struct{}

type stock interface {
	Take(ctx context.Context, sku string) error
}

type bank interface {
	Charge(ctx context.Context, o Order) error
}

type mail interface {
	Send(ctx context.Context, o Order) error
}

type Shop struct {
	stock  stock
	bank   bank
	mail   mail
	orders chan Order
}

func (s *Shop) refresh(ctx context.Context) {}

func (s *Shop) ask(sku string) int { return len(sku) }

func (s *Shop) load() {}

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

func (s *Shop) Quote(ctx context.Context, sku string) (int, error) {
	quotes := make(chan int, 1)
	go func() {
		quotes <- s.ask(sku)
	}()
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case q := <-quotes:
		return q, nil
	}
}

func (s *Shop) Connect(ctx context.Context, addr string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: time.Second}
	for {
		if conn, err := dialer.DialContext(ctx, "tcp", addr); err == nil {
			return conn, nil
		}
		timer := time.NewTimer(5 * time.Second)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		case <-timer.C:
		}
	}
}

func (s *Shop) Charge(ctx context.Context, o Order) error {
	policy := backoff.WithContext(backoff.NewExponentialBackOff(), ctx)
	return backoff.Retry(func() error { return s.bank.Charge(ctx, o) }, policy)
}

func (s *Shop) Notify(ctx context.Context, o Order) error {
	for pause := time.Second; ; pause *= 2 {
		if s.mail.Send(ctx, o) == nil {
			return nil
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) < pause {
			return context.DeadlineExceeded
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func (s *Shop) Refresh(ctx context.Context) {
	go func() {
		ticker := time.NewTicker(time.Minute)
		defer ticker.Stop()
		for {
			s.load()
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
		}
	}()
}

type Basket struct {
	ctx   context.Context
	shop  *Shop
	order Order
	pause time.Duration
}

func (b *Basket) Settle() error {
	if err := b.shop.bank.Charge(b.ctx, b.order); err != nil {
		return err
	}
	select {
	case <-b.ctx.Done():
		return b.ctx.Err()
	case <-time.After(b.pause):
		return nil
	}
}
