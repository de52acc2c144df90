// Package streams sends to callers.
package streams

import (
	"context"
	"fmt"
	"log"
)

type reply struct{}

type server interface {
	Context() context.Context
	Send(*reply) error
}

func blind(n int, s server) error {
	for range n {
		s.Send(&reply{}) // want `the loop goes on sending when s\.Context\(\) is done; look at the error of s\.Send`
	}
	return nil
}

func logs(in chan *reply, s server) error {
	for r := range in {
		if err := s.Send(r); err != nil { // want `the loop goes on sending when s\.Context\(\) is done`
			log.Printf("not sent: %v", err)
		}
	}
	return nil
}

func checks(in chan *reply, s server) error {
	for r := range in {
		if err := s.Send(r); err != nil {
			return fmt.Errorf("not sent: %w", err)
		}
	}
	return nil
}

func looks(in chan *reply, s server) error {
	for r := range in {
		if s.Context().Err() != nil {
			return nil
		}
		s.Send(r)
	}
	return nil
}

func counts(in chan *reply, s server) error {
	failed := 0
	for r := range in {
		if s.Send(r) != nil {
			failed++
		}
		if failed > 3 {
			return nil
		}
	}
	return nil
}

func once(s server) error {
	s.Send(&reply{})
	return nil
}

type queue struct{}

func (queue) Send(*reply) error { return nil }

func noStream(ctx context.Context, q queue) {
	for range 3 {
		q.Send(&reply{})
	}
}
