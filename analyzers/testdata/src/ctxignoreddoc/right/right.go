// Package right has the right forms of ctxignored's documentation.
package right

import (
	"context"
	"net"
	"net/http"

	"ctxignoreddoc/right/stock"
)

func (s *Shop) Stock(ctx context.Context, sku string) (n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT n FROM stock WHERE sku = ?", sku).Scan(&n)
	return n, err
}

func (s *Shop) Open(ctx context.Context) (net.Listener, error) {
	return new(net.ListenConfig).Listen(ctx, "tcp", s.address)
}

func (s *Shop) Sold(ctx context.Context, sku string) {
	s.log.InfoContext(ctx, "sold", "sku", sku)
}

func (s *Shop) Ready(w http.ResponseWriter, r *http.Request) {
	if err := stock.Ping(r.Context(), s.db); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

func (s *Shop) Restock(ctx context.Context) error {
	return stock.Fill(ctx, s.db)
}

func (s *Shop) Print(ctx context.Context, label []byte) error {
	c, err := s.dialer.DialContext(ctx, "tcp", s.printer)
	if err != nil {
		return err
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	_, err = c.Write(label)
	return err
}
