// Package right has the right forms of the documentation.
package right

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

type Terms struct {
	Wait time.Duration // zero means no limit
}

func (s *Shop) Patience(ctx context.Context) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return time.Minute
	}
	return time.Until(deadline)
}

func (s *Shop) Dialer(deadline time.Time) (*net.Dialer, error) {
	left := time.Until(deadline)
	if left <= 0 {
		return nil, context.DeadlineExceeded
	}
	return &net.Dialer{Timeout: left}, nil
}

func (s *Shop) Order(ctx context.Context, t *Terms) error {
	if t.Wait > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, t.Wait)
		defer cancel()
	}
	return s.stock.Take(ctx)
}

func (s *Shop) Connect(deadline time.Time) (conn net.Conn, err error) {
	for _, addr := range s.addrs {
		left := time.Until(deadline)
		if left <= 0 {
			return nil, context.DeadlineExceeded
		}
		if conn, err = net.DialTimeout("tcp", addr, left); err == nil {
			break
		}
	}
	return conn, err
}

func (s *Shop) Reserve(ctx context.Context) (err error) {
	for range 3 {
		once, cancel := context.WithTimeout(ctx, time.Second)
		err = s.stock.Take(once)
		cancel()
		if err == nil || ctx.Err() != nil {
			break
		}
	}
	return err
}

func (s *Shop) Pay(ctx context.Context) error {
	for {
		once, cancel := context.WithTimeout(ctx, time.Second)
		err := s.bank.Charge(once)
		cancel()
		if err == nil {
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

func retryable(err error) bool {
	return status.Code(err) == codes.Unavailable
}

func (s *Shop) WaitOpen(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
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
	return s.bank.Charge(ctx)
}
