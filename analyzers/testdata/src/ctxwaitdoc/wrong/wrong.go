// Package wrong has the wrong forms of the documentation.
package wrong

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

func (s *Shop) Quote(ctx context.Context, sku string) (int, error) {
	quotes := make(chan int)
	go func() {
		quotes <- s.ask(sku) // want `sending to quotes may block`
	}()
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case q := <-quotes:
		return q, nil
	}
}

func (s *Shop) Connect(addr string) net.Conn {
	for {
		if conn, err := net.DialTimeout("tcp", addr, time.Second); err == nil {
			return conn
		}
		time.Sleep(5 * time.Second) // want `time\.Sleep delays a retry`
	}
}

func (s *Shop) Charge(ctx context.Context, o Order) error {
	policy := backoff.NewExponentialBackOff()
	return backoff.Retry(func() error { return s.bank.Charge(ctx, o) }, policy) // want `backoff\.Retry goes on`
}

func (s *Shop) Notify(ctx context.Context, o Order) error {
	for pause := time.Second; ; pause *= 2 {
		if s.mail.Send(ctx, o) == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause): // want `the pause may outlast`
		}
	}
}

func (s *Shop) Refresh() {
	go func() {
		for {
			s.load()
			time.Sleep(time.Minute) // want `time\.Sleep goes on for ever in this goroutine`
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
	time.Sleep(b.pause) // want `time\.Sleep may block past the deadline of b\.ctx; wait for a timer or b\.ctx\.Done\(\)`
	return nil
}
