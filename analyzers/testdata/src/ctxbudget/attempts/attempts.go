// Package attempts has timeouts in loops that try again.
package attempts

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"time"
)

var call func(context.Context) error

func shared(ctx context.Context) error {
	one, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	var err error
	for range 3 {
		if err = call(one); err == nil { // want `all attempts share the timeout of one context\.WithTimeout; make one for each`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Once the time is over, the other attempts take none.
func quick(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	var err error
	for range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
	}
	return err
}

// Somebody around the loop looks at the context.
func forwards(ctx context.Context, peers [][]string) error {
	all, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for all.Err() == nil {
		for range peers {
			if err := call(all); err == nil {
				return nil
			}
			time.Sleep(time.Millisecond)
		}
	}
	return all.Err()
}

func sharedBesideOuter(ctx context.Context) error {
	one, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for {
		err := call(one) // want `all attempts share the timeout of one context\.WithTimeout; make one for each`
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// All attempts together may take a minute, and the loop knows.
func together(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		err := call(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// The error ends the loop.
func stops(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for range 3 {
		err := call(ctx)
		if err == nil || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
	return errors.New("no luck")
}

func each(ctx context.Context) error {
	for range 3 {
		one, cancel := context.WithTimeout(ctx, time.Second)
		err := call(one)
		cancel()
		if err == nil {
			return nil
		}
	}
	return errors.New("no luck")
}

// A loop over items isn't one over attempts.
func items(ctx context.Context, names []string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for range names {
		if err := call(ctx); err != nil {
			return err
		}
	}
	return nil
}

func step(ctx context.Context, db *sql.DB, warm bool) error {
	if warm {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
		defer cancel()
		if err := db.PingContext(ctx); err != nil {
			return err
		}
	}
	return call(ctx) // want `call is bound by the timeout for db\.PingContext; use another variable there`
}

func ownStep(ctx context.Context, db *sql.DB, warm bool) error {
	if warm {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if err := db.PingContext(ctx); err != nil {
			return err
		}
	}
	return call(ctx)
}

// The timeout is for all that follows.
func optional(ctx context.Context, timeout time.Duration) error {
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	return call(ctx)
}

func fresh(ctx context.Context) error {
	var err error
	for range 3 {
		one, cancel := context.WithTimeout(context.Background(), time.Second) // want `each attempt gets a new timeout past the deadline of ctx; derive it from ctx`
		err = call(one)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

// There is no caller who has a deadline.
func job() error {
	var err error
	for range 3 {
		one, cancel := context.WithTimeout(context.Background(), time.Second)
		err = call(one)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

func left(deadline time.Time, addrs []string) (net.Conn, error) {
	timeout := time.Until(deadline)
	if timeout <= 0 {
		return nil, context.DeadlineExceeded
	}
	var err error
	for _, addr := range addrs {
		var c net.Conn
		if c, err = net.DialTimeout("tcp", addr, timeout); err == nil { // want `timeout is what was left before the loop; compute it for each turn`
			return c, nil
		}
	}
	return nil, err
}

func leftEach(deadline time.Time, addrs []string) (net.Conn, error) {
	var err error
	for _, addr := range addrs {
		timeout := time.Until(deadline)
		if timeout <= 0 {
			return nil, context.DeadlineExceeded
		}
		var c net.Conn
		if c, err = net.DialTimeout("tcp", addr, timeout); err == nil {
			return c, nil
		}
	}
	return nil, err
}

// The context is the caller's, and ends in time.
func leftOfContext(ctx context.Context) error {
	deadline, ok := ctx.Deadline()
	if !ok {
		return call(ctx)
	}
	timeout := time.Until(deadline)
	for range 3 {
		one, cancel := context.WithTimeout(ctx, timeout)
		err := call(one)
		cancel()
		if err == nil {
			return nil
		}
	}
	return errors.New("no luck")
}
