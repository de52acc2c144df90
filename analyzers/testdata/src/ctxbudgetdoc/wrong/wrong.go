// Package wrong has the wrong forms of the documentation.
package wrong

import (
	"context"
	"net"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type stock interface {
	Take(ctx context.Context) error
}

type bank interface {
	Charge(ctx context.Context) error
}

type Shop struct {
	stock stock
	bank  bank
	addrs []string
}

func (s *Shop) open() bool { return len(s.addrs) > 0 }

func (s *Shop) Patience(ctx context.Context) time.Duration {
	deadline, _ := ctx.Deadline() // want `without a deadline time\.Until\(\.\.\.\) counts`
	return time.Until(deadline)
}

func (s *Shop) Dialer(deadline time.Time) *net.Dialer {
	return &net.Dialer{Timeout: max(0, time.Until(deadline))} // want `max\(\.\.\.\) is 0 when no time is left`
}

type Terms struct {
	Wait time.Duration // zero means no limit
}

func (s *Shop) Order(ctx context.Context, t *Terms) error {
	ctx, cancel := context.WithTimeout(ctx, t.Wait) // want `context\.WithTimeout ends at once where t\.Wait`
	defer cancel()
	return s.stock.Take(ctx)
}

func (s *Shop) Connect(deadline time.Time) (conn net.Conn, err error) {
	left := time.Until(deadline)
	if left <= 0 {
		return nil, context.DeadlineExceeded
	}
	for _, addr := range s.addrs {
		if conn, err = net.DialTimeout("tcp", addr, left); err == nil { // want `left is what was left before the loop`
			break
		}
	}
	return conn, err
}

func (s *Shop) Reserve(ctx context.Context) (err error) {
	for range 3 {
		once, cancel := context.WithTimeout(context.Background(), time.Second) // want `each attempt gets a new timeout past`
		err = s.stock.Take(once)
		cancel()
		if err == nil {
			break
		}
	}
	return err
}

func (s *Shop) Pay(ctx context.Context) error {
	once, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for {
		if err := s.bank.Charge(once); err == nil { // want `all attempts share the timeout of one`
			return nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *Shop) Check(ctx context.Context) error {
	for {
		err := s.stock.Take(ctx)
		if err == nil || !retryable(err) {
			return err
		}
	}
}

func retryable(err error) bool { // want `retryable takes codes\.DeadlineExceeded`
	switch status.Code(err) {
	case codes.Unavailable, codes.DeadlineExceeded:
		return true
	}
	return false
}

func (s *Shop) WaitOpen(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil // want `nil is returned when ctx is done`
		case <-time.After(time.Second):
			if s.open() {
				return nil
			}
		}
	}
}

func (s *Shop) Refund(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	bank, cancelBank := context.WithTimeout(ctx, 10*time.Second) // want `a timeout of 10s does nothing`
	defer cancelBank()
	return s.bank.Charge(bank)
}
