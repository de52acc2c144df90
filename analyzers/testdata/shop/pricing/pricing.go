// Package pricing says what things cost.
package pricing

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

// background is handed to whoever asks for a context.
var background = context.Background()

// Rates is the client of the service that knows the exchange rates.
type Rates struct {
	base string
	http *http.Client
}

// New returns a client of the service at base.
func New(base string) *Rates {
	return &Rates{base: base, http: &http.Client{Timeout: 30 * time.Second}}
}

// Convert returns what a price in cents is in another currency.
func (r *Rates) Convert(ctx context.Context, cents int, currency string) (int, error) {
	if currency == "EUR" {
		return cents, nil
	}
	// The caller's context is at hand, but the package's own is used, which never ends.
	rate, err := r.rate(background, currency) // REPORT ctxroot/stored
	if err != nil {
		// Right: what goes to a logger can't wait, so its context doesn't matter.
		slog.WarnContext(context.Background(), "no exchange rate", "currency", currency, "error", err)
		return 0, err
	}
	return int(float64(cents) * rate), nil
}

// Warm asks for the currencies that customers want most, so that the service has
// them at hand.
func (r *Rates) Warm(ctx context.Context) error {
	// Somebody meant to come back to this. The shop can't be stopped meanwhile.
	_, err := r.Rates(context.TODO(), "USD", "GBP") // REPORT ctxroot/inscope
	return err
}

// Rates returns the rates of several currencies.
func (r *Rates) Rates(ctx context.Context, currencies ...string) (map[string]float64, error) {
	rates := make(map[string]float64)
	for _, currency := range currencies {
		rate, err := r.rate(ctx, currency)
		if err != nil {
			return nil, err
		}
		rates[currency] = rate
	}
	return rates, nil
}

func (r *Rates) rate(ctx context.Context, currency string) (float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/rates/"+url.PathEscape(currency), nil)
	if err != nil {
		return 0, err
	}
	resp, err := r.http.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("rates: %s: %s", currency, resp.Status)
	}
	var rate float64
	err = json.NewDecoder(resp.Body).Decode(&rate)
	return rate, err
}
