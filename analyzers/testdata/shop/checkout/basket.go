package checkout

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// PlaceAll sells what is in a basket. It reserves all of it at once, and then
// has it paid.
func (s *Service) PlaceAll(ctx context.Context, orders []Order) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, order := range orders {
		g.Go(func() error {
			_, err := s.Stock.Reserve(ctx, order.SKU, order.Count)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return fmt.Errorf("not reserved: %w", err)
	}
	for _, order := range orders {
		// Since two lines above, ctx is the group's, which Wait has ended. All is
		// reserved, and nothing can be paid.
		if err := s.charge(ctx, order); err != nil { // REPORT ctxgoroutine/groupafter
			return err
		}
	}
	return nil
}

// charge has the customer's bank pay what was reserved.
func (s *Service) charge(ctx context.Context, order Order) error {
	return s.Bank.Call(ctx, "pay", order.Customer, order.Cents*order.Count)
}
