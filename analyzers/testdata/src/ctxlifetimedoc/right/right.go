// Package right has the right forms of ctxlifetime's documentation.
package right

import (
	"context"
	"time"
)

type server interface {
	Shutdown(ctx context.Context) error
}

type rates interface {
	Load(ctx context.Context, sku string) error
}

type skuKey struct{}

type Shop struct {
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
