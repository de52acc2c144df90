// Package suppliers orders goods from other companies, whose services are slow, and
// divides the time that there is by hand.
package suppliers

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"example.com/shop/checkout"
)

// Terms are what has been agreed on with a supplier.
type Terms struct {
	Answer time.Duration // how long an answer may take; zero means no limit
}

// A Supplier sells goods to the shop.
type Supplier struct {
	Partner *checkout.Partner
	Addrs   []string // of its stock service, the best one first
	Terms   Terms
}

// Patience returns for how long it is worth waiting. Who calls without a deadline
// has none at all by this.
func Patience(ctx context.Context) time.Duration {
	end, _ := ctx.Deadline() // REPORT ctxbudget/okignored
	return time.Until(end)
}

// PatienceUpTo returns the same, but no more than so much.
func PatienceUpTo(ctx context.Context, most time.Duration) time.Duration {
	if end, ok := ctx.Deadline(); ok {
		return min(most, time.Until(end))
	}
	return most
}

// Client returns a client for what is to be done by then. If it is too late already,
// the client waits for ever.
func Client(end time.Time) *http.Client {
	left := time.Until(end)
	if left < 0 {
		left = 0
	}
	return &http.Client{Timeout: left} // REPORT ctxbudget/zeroforever
}

// Order orders goods. Suppliers with whom there is no limit get no order.
func (s *Supplier) Order(ctx context.Context, sku string, n int) error {
	ctx, cancel := context.WithTimeout(ctx, s.Terms.Answer) // REPORT ctxbudget/negative
	defer cancel()
	return s.Partner.Call(ctx, "order", sku, n)
}

// Cancel takes an order back.
func (s *Supplier) Cancel(ctx context.Context, sku string) error {
	if s.Terms.Answer > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.Terms.Answer)
		defer cancel()
	}
	return s.Partner.Call(ctx, "cancel", sku, 0)
}

// Connect connects to the first stock service that answers. With five of them it
// takes five times as long as there is time.
func (s *Supplier) Connect(end time.Time) (net.Conn, error) {
	left := time.Until(end)
	if left <= 0 {
		return nil, context.DeadlineExceeded
	}
	var errs []error
	for _, addr := range s.Addrs {
		conn, err := net.DialTimeout("tcp", addr, left) // REPORT ctxbudget/stale
		if err == nil {
			return conn, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

// Reserve reserves goods. However little time there is, it takes three seconds.
func (s *Supplier) Reserve(ctx context.Context, sku string) (err error) {
	for range 3 {
		once, cancel := context.WithTimeout(context.Background(), time.Second) // REPORT ctxbudget/reset
		err = s.Partner.Call(once, "reserve", sku, 1)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

// Release releases what was reserved. All its attempts but the first have no time.
func (s *Supplier) Release(ctx context.Context, sku string) error {
	once, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for {
		err := s.Partner.Call(once, "release", sku, 1) // REPORT ctxbudget/sharedattempt
		if err == nil {
			return nil
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) < time.Second {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// Confirm confirms an order, and goes on when ctx is done.
func (s *Supplier) Confirm(ctx context.Context, sku string) (err error) {
	for range 3 {
		if err = s.Partner.Call(ctx, "confirm", sku, 1); err == nil || !Retryable(err) {
			return err
		}
	}
	return err
}

// Retryable reports whether it makes sense to ask a supplier once more.
func Retryable(err error) bool { // REPORT ctxbudget/retrydone
	var answer *net.OpError
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &answer)
}

// Answered waits until a supplier has answered. So it says when it hasn't.
func (s *Supplier) Answered(ctx context.Context, answers <-chan string) error {
	select {
	case <-ctx.Done():
		return nil // REPORT ctxbudget/swallowed
	case text := <-answers:
		if text != "ok" {
			return fmt.Errorf("the answer is %s", text)
		}
		return nil
	}
}

// Listen handles answers until nobody wants to know any more: that is its job.
func (s *Supplier) Listen(ctx context.Context, answers <-chan string, handle func(context.Context, string) error) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case text := <-answers:
			if err := handle(ctx, text); err != nil {
				return err
			}
		}
	}
}

// Return sends goods back.
func (s *Supplier) Return(ctx context.Context, sku string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	once, cancelOnce := context.WithTimeout(ctx, 10*time.Second) // REPORT ctxbudget/noop
	defer cancelOnce()
	return s.Partner.Call(once, "return", sku, 1)
}
