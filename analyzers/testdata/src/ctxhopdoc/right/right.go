// Package right has the right forms of the documentation.
package right

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"time"
)

type Shop struct {
	next     http.Handler
	stamping http.RoundTripper
}

type Signer struct {
	next http.RoundTripper
	key  string
}

func (s *Shop) Stamp(req *http.Request, end time.Time) {
	left := time.Until(end)
	if left > 0 {
		req.Header.Set("X-Timeout-Ms", strconv.FormatInt(max(1, left.Milliseconds()), 10))
	}
}

func (s *Shop) StampEnd(req *http.Request, end time.Time) {
	req.Header.Set("X-Deadline", max(time.Millisecond, time.Until(end)).String())
}

func (s *Signer) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("X-Key", s.key)
	return s.next.RoundTrip(req)
}

func (s *Shop) Limited(w http.ResponseWriter, r *http.Request) {
	asked, err := time.ParseDuration(r.Header.Get("X-Timeout"))
	if err != nil {
		asked = time.Second
	}
	ctx, cancel := context.WithTimeout(r.Context(), asked)
	defer cancel()
	s.next.ServeHTTP(w, r.WithContext(ctx))
}

type Counted struct {
	net.Conn
	bytes int
}

func (c *Counted) SetDeadline(t time.Time) error { return c.Conn.SetDeadline(t) }

func (s *Shop) Client() *http.Client {
	return &http.Client{Timeout: time.Second, Transport: s.stamping}
}
