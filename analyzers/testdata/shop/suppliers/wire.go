package suppliers

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"time"
)

// A Signer signs requests to suppliers with the shop's key, and tells them how long the
// shop waits.
type Signer struct {
	Next http.RoundTripper
	Key  string
}

// RoundTrip signs a request. When it is sent once more, it is signed twice.
func (s *Signer) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Header.Add("X-Shop-Key", s.Key) // REPORT ctxhop/mutate
	return s.Next.RoundTrip(req)
}

// A Stamper tells suppliers how long the shop waits.
type Stamper struct{ Next http.RoundTripper }

// RoundTrip tells the supplier how many milliseconds there are. When the last one runs
// that is 0, by which suppliers mean that they may take as long as they like.
func (s Stamper) RoundTrip(req *http.Request) (*http.Response, error) {
	if end, ok := req.Context().Deadline(); ok {
		req = req.Clone(req.Context())
		req.Header.Set("X-Timeout-Ms", strconv.FormatInt(time.Until(end).Milliseconds(), 10)) // REPORT ctxhop/roundzero
	}
	return s.Next.RoundTrip(req)
}

// StampEnd tells an old supplier when the shop will have gone, by the shop's clock.
func StampEnd(header http.Header, end time.Time) {
	header.Set("X-Deadline", end.UTC().Format(time.RFC3339)) // REPORT ctxhop/absolute
}

// Webhook gives suppliers who call the shop as much time as they ask for.
func Webhook(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, err := time.ParseDuration(r.Header.Get("X-Timeout"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), asked) // REPORT ctxhop/extend
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// A Meter counts what goes over a connection to a supplier.
type Meter struct {
	net.Conn
	Bytes int
}

// Read reads and counts.
func (m *Meter) Read(b []byte) (int, error) {
	n, err := m.Conn.Read(b)
	m.Bytes += n
	return n, err
}

// SetReadDeadline leaves the deadline to the supplier, who has none.
func (m *Meter) SetReadDeadline(time.Time) error { return nil } // REPORT ctxhop/connwrap
