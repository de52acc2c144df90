// Package label prints the labels of parcels.
package label

import (
	"context"
	"net"
	"os"
	"time"
)

// Dial connects to the printer, which may have to warm up first. Nobody who calls
// it can say how long that may take.
func Dial(addr string) net.Conn {
	for {
		conn, err := net.DialTimeout("tcp", addr, time.Second)
		if err == nil {
			return conn
		}
		time.Sleep(5 * time.Second) // REPORT ctxwait/retry
	}
}

// Connect does the same as long as ctx allows.
func Connect(ctx context.Context, addr string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: time.Second}
	for {
		conn, err := dialer.DialContext(ctx, "tcp", addr)
		if err == nil {
			return conn, nil
		}
		const pause = 5 * time.Second
		if end, ok := ctx.Deadline(); ok && time.Until(end) < pause {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// Clear removes the files of labels that have been printed.
func Clear(ctx context.Context, files []string) {
	for _, f := range files { // REPORT ctxloop/cpu
		os.Remove(f)
	}
}
