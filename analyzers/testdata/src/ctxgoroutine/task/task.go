// Package task starts what the caller's context can't end.
package task

import (
	"context"
	"sync"
	"time"

	"ctxgoroutine/lib"
	"golang.org/x/sync/errgroup"
)

func plain() error { return nil }

func work(ctx context.Context) error { return ctx.Err() }

// Loops without an end.

func literal(ctx context.Context) {
	go func() { // want `this goroutine never ends, and ctx can't end it; look at ctx\.Done\(\) in its loop`
		for {
			plain()
		}
	}()
}

func mentions(ctx context.Context) {
	go func() { // want `this goroutine never ends, and ctx can't end it`
		_ = ctx
		for {
			work(ctx)
		}
	}()
}

func looksOnce(ctx context.Context) {
	go func() { // want `this goroutine never ends, and ctx can't end it`
		if ctx.Err() == nil {
			plain()
		}
		for {
			plain()
		}
	}()
}

func refresh() {
	for {
		plain()
	}
}

func named(ctx context.Context) {
	go refresh() // want `refresh never ends, and ctx can't end it; look at ctx\.Done\(\) in its loop`
}

func calls(ctx context.Context) {
	go func() { // want `this goroutine never ends, and ctx can't end it`
		defer plain()
		refresh()
	}()
}

type poller struct{ n int }

func (p *poller) run(every time.Duration) {
	t := time.NewTicker(every)
	defer t.Stop()
	for range t.C {
		p.n++
	}
}

func method(ctx context.Context, p *poller) {
	go p.run(time.Second) // want `p\.run never ends, and ctx can't end it`
}

func methodValue(ctx context.Context, p *poller) {
	run := p.run
	go run(time.Second) // want `run never ends, and ctx can't end it`
}

func held(ctx context.Context) {
	loop := func() {
		for {
			plain()
		}
	}
	go loop() // want `loop never ends, and ctx can't end it`
}

func elsewhere(ctx context.Context) {
	go lib.Forever() // want `lib\.Forever never ends, and ctx can't end it`
	var p lib.Poller
	go p.Run()       // want `p\.Run never ends, and ctx can't end it`
	go lib.Tick(ctx) // want `lib\.Tick never ends, and ctx can't end it`
}

func generic[T any](ctx context.Context, in chan T, f func(T)) {
	go each(in, f) // want `each never ends, and ctx can't end it`
}

func each[T any](in chan T, f func(T)) {
	for {
		f(<-in)
	}
}

// By what the tables know to start something.

func spawners(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Go(refresh) // want `refresh never ends, and ctx can't end it`
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { // want `this goroutine never ends, and ctx can't end it`
		for {
			plain()
		}
	})
	_ = gctx
	time.AfterFunc(time.Second, func() { // want `this goroutine never ends, and ctx can't end it`
		for {
			plain()
		}
	})
}

func inner(ctx context.Context) {
	go func() {
		go refresh() // want `refresh never ends, and ctx can't end it`
		work(ctx)
	}()
}

// What nobody receives any more.

func abandons(ctx context.Context) error {
	done := make(chan error)
	go func() { done <- plain() }() // want `this goroutine sends on done for ever when nobody receives any more; give done room for a value`
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func abandonsByTimer(ctx context.Context) bool {
	done := make(chan bool)
	go func(out chan<- bool) { // want `this goroutine sends on done for ever when nobody receives any more`
		out <- work(ctx) == nil
	}(done)
	select {
	case ok := <-done:
		return ok
	case <-time.After(time.Second):
		return false
	}
}

func abandonsSome(ctx context.Context, n int) error {
	results := make(chan error)
	for range n {
		go func() { // want `this goroutine sends on results for ever when nobody receives any more`
			results <- work(ctx)
		}()
	}
	for range n {
		select {
		case <-results:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

type options struct{ ctx context.Context }

func abandonsWithTasks(o options, names []string) error {
	queue := make(chan string)
	go func() { // want `this goroutine sends on queue for ever when the tasks that receive from it have failed; select on Done too`
		for _, name := range names {
			queue <- name
		}
		close(queue)
	}()
	g, ctx := errgroup.WithContext(o.ctx)
	for range 4 {
		g.Go(func() error {
			for range queue {
				if err := work(ctx); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// A fault is told once: where a context is at hand.
type Feeder struct{ n int }

func (f *Feeder) Start() { go f.feed() }

func (f *Feeder) Serve(ctx context.Context) {
	go f.feed() // want `f\.feed never ends, and ctx can't end it`
}

func (f *Feeder) feed() {
	for {
		f.n++
	}
}

func (f *Feeder) Stop() {}

// What a function returns the channel of.

func eachKey(ctx context.Context, keys []string) <-chan string {
	out := make(chan string)
	go func() { // want `this goroutine sends on out for ever when its receiver leaves with ctx; select on ctx\.Done\(\) too`
		defer close(out)
		for _, k := range keys {
			out <- k
		}
	}()
	return out
}

func eachKeyOf(ctx context.Context, keys []string) (<-chan string, error) {
	out := make(chan string)
	give := func(k string) {
		for range 2 {
			out <- k
		}
	}
	go func(ch chan<- string) { // want `this goroutine sends on out for ever when its receiver leaves with ctx`
		defer close(ch)
		give("first")
	}(out)
	return out, nil
}
