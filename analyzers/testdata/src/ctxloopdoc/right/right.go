// Package right has the right forms of the documentation.
package right

import "context"

type Order struct{}

type Shop struct{ orders chan Order }

func (s *Shop) ship(Order) {}

func (s *Shop) Serve(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case o := <-s.orders:
			s.ship(o)
		}
	}
}
