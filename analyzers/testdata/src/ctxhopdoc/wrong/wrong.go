// Package wrong has the wrong forms of the documentation.
package wrong

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
		req.Header.Set("X-Timeout-Ms", strconv.FormatInt(left.Milliseconds(), 10)) // want `left\.Milliseconds\(\) is 0 for what`
	}
}

func (s *Shop) StampEnd(req *http.Request, end time.Time) {
	req.Header.Set("X-Deadline", end.Format(time.RFC3339Nano)) // want `X-Deadline has a time by the clock`
}

func (s *Signer) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Header.Set("X-Key", s.key) // want `req\.Header\.Set changes the request`
	return s.next.RoundTrip(req)
}

func (s *Shop) Limited(w http.ResponseWriter, r *http.Request) {
	asked, err := time.ParseDuration(r.Header.Get("X-Timeout"))
	if err != nil {
		asked = time.Second
	}
	ctx, cancel := context.WithTimeout(context.Background(), asked) // want `a header may set a later deadline`
	defer cancel()
	s.next.ServeHTTP(w, r.WithContext(ctx))
}

type Counted struct {
	net.Conn
	bytes int
}

func (c *Counted) SetDeadline(t time.Time) error { return nil } // want `Counted\.SetDeadline does nothing`

func (s *Shop) Client() *http.Client {
	return &http.Client{Timeout: time.Second} // want `http\.Client\{\.\.\.\} sends no X-Left-Ms`
}
