// Package wrong has the wrong forms of ctxignored's documentation.
package wrong

import (
	"context"
	"net"
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
