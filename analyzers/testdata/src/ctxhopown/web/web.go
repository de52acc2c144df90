// Package web has clients of a company that sends what is left in X-Left-Ms.
package web

import "net/http"

type stamping struct{ next http.RoundTripper }

func (s stamping) RoundTrip(req *http.Request) (*http.Response, error) { return s.next.RoundTrip(req) }

var (
	bare    = &http.Client{}                                                 // want `http\.Client\{\} sends no X-Left-Ms; use a transport that sets it`
	pooled  = &http.Client{Transport: &http.Transport{MaxIdleConns: 10}}     // want `http\.Client\{\.\.\.\} sends no X-Left-Ms`
	stamped = &http.Client{Transport: stamping{next: http.DefaultTransport}} // who knows
)

func ask(url string) (*http.Response, error) {
	return http.Get(url) // want `http\.Get sends no X-Left-Ms; use a transport that sets it`
}

func send(req *http.Request) (*http.Response, error) {
	return http.DefaultClient.Do(req) // want `http\.DefaultClient\.Do sends no X-Left-Ms; use a transport that sets it`
}

var _ = []any{bare, pooled, stamped, ask, send}
