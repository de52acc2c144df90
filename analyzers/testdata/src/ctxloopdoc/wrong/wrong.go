// Package wrong has the wrong forms of the documentation.
package wrong

import "context"

type Order struct{}

type Shop struct{ orders chan Order }

func (s *Shop) ship(Order) {}

func (s *Shop) Serve(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			break // want `break leaves only the select`
		case o := <-s.orders:
			s.ship(o)
		}
	}
}
