// Package right has the right forms of ctxignored's documentation.
package right

import (
	"context"
	"net"
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
