package pricing

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Quote returns what a price in cents is in several currencies. It asks for all
// rates at once.
func (r *Rates) Quote(ctx context.Context, cents int, currencies ...string) (map[string]int, error) {
	var mu sync.Mutex
	prices := make(map[string]int)
	// The group makes a context that ends with the first failure, and nobody looks
	// at it: a page that can't be shown any more still waits for all the rates.
	g, _ := errgroup.WithContext(ctx) // REPORT ctxgoroutine/errgroup
	for _, currency := range currencies {
		g.Go(func() error {
			rate, err := r.rate(ctx, currency)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			prices[currency] = int(float64(cents) * rate)
			return nil
		})
	}
	return prices, g.Wait()
}

// Compare returns the rate of each currency that can be had now. That one can't
// doesn't matter to the others, so the group needs no context: that is right.
func (r *Rates) Compare(ctx context.Context, currencies ...string) map[string]float64 {
	var mu sync.Mutex
	rates := make(map[string]float64)
	var g errgroup.Group
	for _, currency := range currencies {
		g.Go(func() error {
			if rate, err := r.rate(ctx, currency); err == nil {
				mu.Lock()
				defer mu.Unlock()
				rates[currency] = rate
			}
			return nil
		})
	}
	g.Wait()
	return rates
}
