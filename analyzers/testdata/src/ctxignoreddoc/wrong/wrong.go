// Package wrong has the wrong forms of ctxignored's documentation.
package wrong

import (
	"context"
	"net"
	"net/http"

	"ctxignoreddoc/wrong/stock"
)

func (s *Shop) Stock(ctx context.Context, sku string) (n int, err error) {
	err = s.db.QueryRow("SELECT n FROM stock WHERE sku = ?", sku).Scan(&n) // want `call of s\.db\.QueryRow ignores ctx; use s\.db\.QueryRowContext`
	return n, err
}

func (s *Shop) Open(ctx context.Context) (net.Listener, error) {
	return net.Listen("tcp", s.address) // want `call of net\.Listen ignores ctx; use net\.ListenConfig\.Listen`
}

func (s *Shop) Sold(ctx context.Context, sku string) {
	s.log.Info("sold", "sku", sku) // want `call of s\.log\.Info ignores ctx; use s\.log\.InfoContext`
}

func (s *Shop) Ready(w http.ResponseWriter, r *http.Request) { // want `r\.Context\(\) is never read though stock\.Ping makes outgoing calls; pass it on`
	if err := stock.Ping(s.db); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

func (s *Shop) Restock(ctx context.Context) error { // want `ctx is never read though stock\.Fill makes outgoing calls; pass it on`
	return stock.Fill(s.db)
}

func (s *Shop) Print(ctx context.Context, label []byte) error {
	c, err := s.dialer.DialContext(ctx, "tcp", s.printer)
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = c.Write(label) // want `c\.Write may block past the deadline of ctx; set one on the connection`
	return err
}
