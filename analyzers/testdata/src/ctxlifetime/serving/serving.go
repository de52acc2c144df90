// Package serving makes contexts before they are needed.
package serving

import (
	"context"
	"net"
	"time"
)

var background, _ = context.WithTimeout(context.Background(), time.Minute) // want `a context with a deadline is kept in a package variable, and expires for good; make one for each use`

var forever, stop = context.WithCancel(context.Background())

type server struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func newServer() *server {
	ctx, _ := context.WithTimeout(context.Background(), time.Minute) // want `a context with a deadline is kept in a field, and nothing renews it; make one for each use`
	return &server{ctx: ctx}
}

// Right: somebody ends it.
func newOperation() *server {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	return &server{ctx: ctx, cancel: cancel}
}

func talk(ctx context.Context, c net.Conn) error { return ctx.Err() }

func refresh(ctx context.Context) error { return ctx.Err() }

func listen(l net.Listener) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // want `ctx is made once before the loop, and is over in later turns; make one in each turn`
	defer cancel()
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		go talk(ctx, c)
	}
}

func ticks(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute) // want `ctx is made once before the loop`
	defer cancel()
	for range time.Tick(time.Hour) {
		refresh(ctx)
	}
}

// Right: one for each, no deadline, or a loop that ends.
func right(ctx context.Context, l net.Listener) error {
	life, cancel := context.WithCancel(ctx)
	defer cancel()
	for {
		c, err := l.Accept()
		if err != nil {
			break
		}
		go talk(life, c)
		go func() {
			ctx, cancel := context.WithTimeout(life, time.Minute)
			defer cancel()
			talk(ctx, c)
		}()
	}
	limit, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	for range time.Tick(time.Second) {
		if err := refresh(limit); err == nil {
			return nil
		}
	}
	return nil
}

func looks(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for range time.Tick(time.Second) {
		if ctx.Err() != nil {
			continue
		}
		refresh(ctx)
	}
}
