// Package lib makes clients for others.
package lib

import (
	"context"
	"net/http"
	"time"
)

// Plain returns a client without a timeout.
func Plain() *http.Client { return &http.Client{} }

// Limited returns one with a timeout.
func Limited() *http.Client { return &http.Client{Timeout: time.Second} }

// Either returns one of them.
func Either(limit bool) *http.Client {
	c := &http.Client{}
	if limit {
		c.Timeout = time.Second
	}
	return c
}

// API has a client that others may set.
type API struct{ HTTP *http.Client }

// NewAPI returns one whose client has no timeout yet.
func NewAPI() *API { return &API{HTTP: &http.Client{}} }

// Server returns a server without a timeout.
func Server(addr string) *http.Server { return &http.Server{Addr: addr} }

// Slow sends a request that only its context bounds.
func Slow(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = Plain().Do(req)
	return err
}

// Quick sends one with a client that has a timeout.
func Quick(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = Limited().Do(req)
	return err
}

// Forever sends one again and again, until its context is done.
func Forever(ctx context.Context, url string) {
	for {
		if Slow(ctx, url) != nil {
			return
		}
	}
}
