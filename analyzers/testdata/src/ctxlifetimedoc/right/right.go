// Package right has the right forms of ctxlifetime's documentation.
package right

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
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return s.server.Shutdown(ctx)
}

func (s *Shop) Prices(ctx context.Context, skus []string) error {
	for _, sku := range skus {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		err := s.rates.Load(ctx, sku)
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) Load(ctx context.Context, skus []string) error {
	for _, sku := range skus {
		ctx := context.WithValue(ctx, skuKey{}, sku)
		if err := s.rates.Load(ctx, sku); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) Orders(ctx context.Context) (*sql.Rows, context.CancelFunc, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	rows, err := s.db.QueryContext(ctx, "select * from orders")
	return rows, cancel, err
}

func (s *Shop) Order(ctx context.Context, in *OrderRequest) (*OrderResponse, error) {
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
		defer cancel()
		s.mail.Send(ctx, in.Customer)
	}()
	return s.place(ctx, in)
}
