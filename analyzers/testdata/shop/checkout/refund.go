package checkout

import (
	"context"
	"errors"
	"sync"
)

// RefundAll gives the money for several orders back.
func (s *Service) RefundAll(ctx context.Context, orders []Order) error {
	errs := make([]error, len(orders))
	var wg sync.WaitGroup
	for i, order := range orders {
		// When the bank is closed, this is tried once for each order all the same.
		wg.Go(func() { errs[i] = s.Bank.Call(ctx, "refund", order.Customer, order.Cents) }) // REPORT ctxgoroutine/waitgroup
	}
	wg.Wait()
	return errors.Join(errs...)
}
