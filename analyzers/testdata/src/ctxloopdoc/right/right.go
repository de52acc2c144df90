// Package right has the right forms of the documentation.
package right

import (
	"context"
	"log"
	"os"
)

type Order struct{}

type Update struct{}

type Stream interface {
	Context() context.Context
	Send(Update) error
}

type Shop struct{ orders chan Order }

func (s *Shop) ship(Order) {}

func (s *Shop) updates(id string) chan Update { return nil }

func (s *Shop) poll(ctx context.Context) error { return ctx.Err() }

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

func (s *Shop) Follow(id string, stream Stream) error {
	for u := range s.updates(id) {
		if err := stream.Send(u); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) Poll(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.poll(ctx); err != nil {
			log.Print(err)
		}
	}
}

func (s *Shop) Sweep(ctx context.Context, files []string) {
	for _, f := range files {
		if ctx.Err() != nil {
			return
		}
		os.Remove(f)
	}
}
