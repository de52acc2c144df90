// Package ctxflowvalues has a context at every call, and says which.
package ctxflowvalues

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"
)

func use(ctx context.Context) error { return ctx.Err() }

type key struct{}

func provenances(ctx context.Context) {
	use(ctx)                        // want `^caller, alive$`
	use(context.Background())       // want `^fresh, alive$`
	use(context.WithoutCancel(ctx)) // want `^caller, alive$` `^detached, alive$`
	use(stored)                     // want `^stored, alive$`
	use(nil)                        // want `^nil, alive$`
	use(<-contexts)                 // want `^unknown, alive$`
}

var (
	stored   context.Context
	contexts chan context.Context
)

func deadlines(ctx context.Context, d time.Duration) {
	a, stop := context.WithTimeout(ctx, 2*time.Second) // want `^caller, alive$`
	defer stop()
	use(a)                                // want `^caller\+2s, dies at return$`
	b, stop2 := context.WithTimeout(a, d) // want `^caller\+2s, dies at return$`
	defer stop2()
	use(b)                                          // want `^caller\+2s, dies at return$`
	use(context.WithValue(b, key{}, "inside"))      // want `^caller\+2s, dies at return$` `^caller\+2s, dies at return$`
	c, stop3 := context.WithTimeout(a, time.Second) // want `^caller\+2s, dies at return$`
	defer stop3()
	use(c) // want `^caller\+1s, dies at return$`
}

func branches(ctx context.Context, fresh bool) {
	c := ctx
	if fresh {
		c = context.Background()
	}
	use(c) // want `^caller\|fresh, alive$`
}

func cancelled(ctx context.Context) {
	c, cancel := context.WithCancel(ctx) // want `^caller, alive$`
	use(c)                               // want `^caller, alive$`
	cancel()
	use(c)                                // want `^caller, dead$`
	use(context.WithValue(c, key{}, nil)) // want `^caller, dead$` `^caller, dead$`
	use(ctx)                              // want `^caller, alive$`
}

func cancelledOnOnePath(ctx context.Context, early bool) {
	c, cancel := context.WithCancel(ctx) // want `^caller, alive$`
	if early {
		cancel()
	}
	use(c) // want `^caller, alive$`
	cancel()
}

func done(ctx context.Context, ch chan int) {
	select {
	case <-ctx.Done():
		use(ctx) // want `^caller, dead$`
	case <-ch:
		use(ctx) // want `^caller, alive$`
	}
	if ctx.Err() != nil {
		use(ctx) // want `^caller, dead$`
		return
	}
	use(ctx) // want `^caller, alive$`
	<-ctx.Done()
	use(ctx) // want `^caller, dead$`
}

func otherDone(ctx, other context.Context) {
	<-other.Done()
	use(ctx) // want `^caller, alive$`
}

func deferredLiteral(ctx context.Context) {
	c, cancel := context.WithCancel(ctx) // want `^caller, alive$`
	defer func() { cancel() }()
	use(c) // want `^caller, dies at return$`
}

func group(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx) // want `^caller, alive$`
	g.Go(func() error {
		return use(gctx) // want `^caller, alive$`
	})
	if err := g.Wait(); err != nil {
		return err
	}
	return use(gctx) // want `^caller, dead$`
}

type holder struct{ ctx context.Context }

func localStruct(ctx context.Context) {
	h := holder{ctx}
	use(h.ctx)                                 // want `^caller, alive$`
	h.ctx = context.WithValue(h.ctx, key{}, 1) // want `^caller, alive$`
}

func captured(ctx context.Context) {
	c := ctx
	f := func() {
		use(c) // want `^fresh, alive$`
	}
	c = context.Background()
	f()
}

func capturedAndKept(ctx context.Context, later *func()) {
	c := ctx
	*later = func() {
		use(c) // want `^caller\|fresh, alive$`
	}
	c = context.Background()
}

func loop(ctx context.Context, n int) {
	for range n {
		ctx = context.WithValue(ctx, key{}, n) // want `caller`
	}
}
