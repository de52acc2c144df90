package gateway

import (
	"net/http"

	"example.com/shop/inventory"
	"golang.org/x/sync/errgroup"
)

// A frontPage is what customers see first.
type frontPage struct {
	Items    []inventory.Item   `json:"items"`
	Rates    map[string]float64 `json:"rates"`
	Prices   map[string]int     `json:"prices"` // of a gift card
	Visitors int                `json:"visitors"`
}

// front shows the front page, for which it asks for two things at once.
func (g *Gateway) front(w http.ResponseWriter, r *http.Request) {
	if !g.Limit.Allow() {
		http.Error(w, "come back in a second", http.StatusTooManyRequests)
		return
	}
	ctx := r.Context()
	page := frontPage{Items: g.Stock.Items(), Visitors: g.Visitors.See(r.RemoteAddr)}
	group, gctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		page.Prices, err = g.Rates.Quote(gctx, 5000, "USD", "GBP")
		return err
	})
	group.Go(func() (err error) {
		// This runs on the request's context, not on the group's: when there are no
		// prices, the page waits for the rates all the same.
		page.Rates, err = g.Rates.Rates(ctx, "USD", "GBP") // REPORT ctxgoroutine/outerctx
		return err
	})
	err := group.Wait()
	answer(w, page, err)
}
