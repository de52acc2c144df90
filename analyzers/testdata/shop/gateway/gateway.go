// Package gateway is where requests come in. It gives each of them 800 ms.
package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"example.com/shop/audit"
	"example.com/shop/checkout"
	"example.com/shop/inventory"
	"example.com/shop/pricing"
	"example.com/shop/session"
	"example.com/tokens"
)

// budget is how long a request may take, with all that it sets off.
const budget = 800 * time.Millisecond

// A Gateway answers requests with the help of the rest of the shop.
type Gateway struct {
	Checkout *checkout.Service
	Stock    *inventory.Watcher
	Rates    *pricing.Rates
	Sessions *session.Store
	Visitors *session.Visitors
	Limit    *Limiter
	Issuer   *tokens.Issuer
	Audit    *audit.Log
}

// Handler returns the gateway's routes.
func (g *Gateway) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", g.front)
	mux.HandleFunc("GET /items", g.items)
	mux.HandleFunc("GET /rates", g.rates)
	mux.HandleFunc("POST /orders", g.order)
	mux.HandleFunc("DELETE /orders/{id}", g.cancel)
	return limit(mux)
}

// limit gives each request its deadline: here the chain starts.
func limit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), budget)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// items shows what is in stock.
func (g *Gateway) items(w http.ResponseWriter, r *http.Request) {
	g.Audit.Seen(r.Context(), r.RemoteAddr, r.URL.Path)
	answer(w, g.Stock.Items(), nil)
}

// rates shows exchange rates.
func (g *Gateway) rates(w http.ResponseWriter, r *http.Request) {
	// r.Context() has the deadline that limit set. This has none.
	rates, err := g.Rates.Rates(context.Background(), "USD", "GBP") // REPORT ctxroot/inscope
	go func() {
		// Right to outlive the request, and with a limit. But who asked is gone,
		// with all else that the request's context carries, such as its trace.
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second) // REPORT ctxroot/detachbounded
		defer cancel()
		if err := g.Audit.Append(ctx, r.RemoteAddr, "asked for rates"); err != nil {
			slog.WarnContext(ctx, "audit log incomplete", "error", err)
		}
	}()
	answer(w, rates, err)
}

// order sells something.
func (g *Gateway) order(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	who, err := g.customer(ctx, r.Header.Get("Authorization"))
	if err != nil {
		answer(w, nil, err)
		return
	}
	order := checkout.Order{Customer: who.Customer, Currency: who.Currency}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&order); err != nil {
		answer(w, nil, err)
		return
	}
	receipt, err := g.Checkout.Place(ctx, order)
	answer(w, receipt, err)
}

// cancel takes an order back.
func (g *Gateway) cancel(w http.ResponseWriter, r *http.Request) {
	answer(w, nil, g.Checkout.Cancel(r.Context(), r.PathValue("id")))
}

// customer returns the session of whoever has the token.
func (g *Gateway) customer(ctx context.Context, token string) (*session.Session, error) {
	// A library's function that takes no context, and starts one that never ends.
	if err := g.Issuer.Verify(token); err != nil { // REPORT ctxroot/call
		return nil, err
	}
	return g.Sessions.Lookup(ctx, token)
}

// answer sends what was found, or says what went wrong.
func answer(w http.ResponseWriter, found any, err error) {
	switch {
	case errors.Is(err, session.ErrUnknown):
		http.Error(w, err.Error(), http.StatusUnauthorized)
	case errors.Is(err, context.DeadlineExceeded):
		http.Error(w, err.Error(), http.StatusGatewayTimeout)
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(found)
	}
}
