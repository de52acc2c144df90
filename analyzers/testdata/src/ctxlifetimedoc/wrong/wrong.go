// Package wrong has the wrong forms of ctxlifetime's documentation.
package wrong

import (
	"context"
	"database/sql"
	"time"
)

type server interface {
	Shutdown(ctx context.Context) error
}

type rates interface {
	Load(ctx context.Context, sku string) error
}

type skuKey struct{}

type mail interface {
	Send(ctx context.Context, to string) error
}

type OrderRequest struct{ Customer string }

type OrderResponse struct{}

func (s *Shop) place(ctx context.Context, in *OrderRequest) (*OrderResponse, error) { return nil, nil }

type Shop struct {
	db     *sql.DB
	mail   mail
	server server
	rates  rates
}

func (s *Shop) Serve(ctx context.Context) error {
	<-ctx.Done()
	return s.server.Shutdown(ctx) // want `ctx is done here`
}

func (s *Shop) Prices(ctx context.Context, skus []string) error {
	for _, sku := range skus {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel() // want `cancel is deferred in a loop`
		if err := s.rates.Load(ctx, sku); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) Load(ctx context.Context, skus []string) error {
	for _, sku := range skus {
		ctx = context.WithValue(ctx, skuKey{}, sku) // want `ctx is derived from itself`
		if err := s.rates.Load(ctx, sku); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) Orders(ctx context.Context) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.db.QueryContext(ctx, "select * from orders") // want `ctx is cancelled on return`
}

func (s *Shop) Order(ctx context.Context, in *OrderRequest) (*OrderResponse, error) {
	go s.mail.Send(ctx, in.Customer) // want `ctx ends with the request`
	return s.place(ctx, in)
}
