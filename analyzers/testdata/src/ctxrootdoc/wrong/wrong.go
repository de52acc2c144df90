// Package wrong has the wrong forms of ctxroot's documentation.
package wrong

import (
	"context"
	"time"

	"tokens.example/tokens"
)

func (s *Shop) Pay(ctx context.Context, o Order) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second) // want `context\.Background overwrites ctx and drops its deadline; derive from ctx`
	defer cancel()
	return s.bank.Charge(ctx, o)
}

func (s *Shop) Stock(ctx context.Context, sku string) (int, error) {
	return s.inventory.Count(context.TODO(), sku) // want `context\.TODO drops the deadline of ctx; use ctx`
}

func (s *Shop) Confirm(ctx context.Context, o Order) {
	go s.mail.Send(context.Background(), o.Customer) // want `context\.Background drops the values of ctx and has no deadline; use context\.WithoutCancel and a timeout`
}

func (s *Shop) Record(ctx context.Context, line string) {
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // want `context\.Background drops the values of ctx; derive from context\.WithoutCancel`
		defer cancel()
		s.log.Write(ctx, line)
	}()
}

func (s *Shop) Price(sku string) (int, error) {
	return s.prices.Lookup(context.Background(), sku) // want `context\.Background starts a chain that no caller of Shop\.Price can bound; take ctx as a parameter`
}

func (s *Shop) SignIn(ctx context.Context, token string) error {
	return tokens.Verify(token) // want `tokens\.Verify starts its own root and drops the deadline of ctx`
}

func (s *Shop) Visit(ctx context.Context, customer string) (int, error) {
	return s.sessions.Lookup(s.ctx, customer) // want `s\.ctx goes into the call in place of ctx; use ctx`
}
