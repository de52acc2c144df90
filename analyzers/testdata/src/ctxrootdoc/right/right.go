// Package right has the right forms of ctxroot's documentation.
package right

import (
	"context"
	"time"

	"tokens.example/tokens"
)

func (s *Shop) Pay(ctx context.Context, o Order) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return s.bank.Charge(ctx, o)
}

func (s *Shop) Stock(ctx context.Context, sku string) (int, error) {
	return s.inventory.Count(ctx, sku)
}

func (s *Shop) Confirm(ctx context.Context, o Order) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	go func() {
		defer cancel()
		s.mail.Send(ctx, o.Customer)
	}()
}

func (s *Shop) Record(ctx context.Context, line string) {
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
		defer cancel()
		s.log.Write(ctx, line)
	}()
}

func (s *Shop) Price(ctx context.Context, sku string) (int, error) {
	return s.prices.Lookup(ctx, sku)
}

func (s *Shop) SignIn(ctx context.Context, token string) error {
	return tokens.Check(ctx, token)
}

func (s *Shop) Visit(ctx context.Context, customer string) (int, error) {
	return s.sessions.Lookup(ctx, customer)
}
