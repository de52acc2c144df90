// Package amounts has durations and times that aren't what they are taken for.
package amounts

import (
	"context"
	"net"
	"time"
)

func work(context.Context) error { return nil }

func blind(ctx context.Context) time.Duration {
	d, _ := ctx.Deadline() // want `without a deadline time\.Until\(\.\.\.\) counts from the year 1; check the second result`
	return time.Until(d)
}

func blindSub(ctx context.Context) bool {
	d, _ := ctx.Deadline() // want `without a deadline d\.UTC\(\)\.Sub\(\.\.\.\) counts from the year 1; check the second result`
	return d.UTC().Sub(time.Now()) > time.Second
}

func forConn(ctx context.Context, c net.Conn) error {
	d, _ := ctx.Deadline() // the zero time is no deadline for a connection either
	return c.SetDeadline(d)
}

func zeroTime(ctx context.Context) time.Duration {
	d, _ := ctx.Deadline()
	if d.IsZero() {
		return time.Minute
	}
	return time.Until(d)
}

func looked(ctx context.Context) time.Duration {
	if d, ok := ctx.Deadline(); ok {
		return time.Until(d)
	}
	return 0
}

func bounded(ctx context.Context) time.Duration {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	d, _ := ctx.Deadline()
	return time.Until(d)
}

func made(ctx context.Context) time.Duration {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Minute)
		defer cancel()
	}
	d, _ := ctx.Deadline()
	return time.Until(d)
}

func dialer(deadline time.Time) *net.Dialer {
	return &net.Dialer{Timeout: time.Until(deadline)} // want `time\.Until\(\.\.\.\) may be 0, and for net\.Dialer\.Timeout that is no limit; stop before`
}

func clampedDialer(deadline time.Time) *net.Dialer {
	left := time.Until(deadline)
	if left < 0 {
		left = 0
	}
	d := &net.Dialer{}
	d.Timeout = left // want `left is 0 when no time is left, and for net\.Dialer\.Timeout that is no limit; stop before`
	return d
}

func maxDialer(deadline time.Time) *net.Dialer {
	return &net.Dialer{Timeout: max(0, time.Until(deadline))} // want `max\(\.\.\.\) is 0 when no time is left`
}

func checkedDialer(deadline time.Time) *net.Dialer {
	left := time.Until(deadline)
	if left <= 0 {
		return nil
	}
	return &net.Dialer{Timeout: left}
}

func flooredDialer(deadline time.Time) *net.Dialer {
	return &net.Dialer{Timeout: max(time.Second, time.Until(deadline))}
}

func dial(total time.Duration) (net.Conn, error) {
	start := time.Now()
	prepare()
	return net.DialTimeout("tcp", "shop:1", total-time.Since(start)) // want `total - time\.Since\(\.\.\.\) may be 0, and for net\.DialTimeout that is no limit; stop before`
}

func helped(deadline time.Time) (net.Conn, error) {
	return net.DialTimeout("tcp", "shop:1", left(deadline)) // want `left\(\.\.\.\) is 0 when no time is left, and for net\.DialTimeout`
}

func left(deadline time.Time) time.Duration {
	if d := time.Until(deadline); d > 0 {
		return d
	}
	return 0
}

func plain(timeout time.Duration) (net.Conn, error) {
	return net.DialTimeout("tcp", "shop:1", timeout)
}

func elapsed(start time.Time) *net.Dialer {
	return &net.Dialer{Timeout: time.Since(start)} // odd, but not what is left
}

func prepare() {}
