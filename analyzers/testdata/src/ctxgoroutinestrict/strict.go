// Package ctxgoroutinestrict has what is off by default.
package ctxgoroutinestrict

import (
	"context"
	"errors"
	"sync"
	"time"
)

type client interface {
	Load(ctx context.Context, what string) error
	Close(ctx context.Context) error
}

func load(ctx context.Context, c client, what string) error { return c.Load(ctx, what) }

func byWaitGroup(ctx context.Context, c client, all []string) error {
	var mu sync.Mutex
	var errs []error
	var wg sync.WaitGroup
	for _, what := range all {
		wg.Add(1)
		go func() { // want `a failure here doesn't stop the other goroutines that are waited for; use errgroup\.WithContext`
			defer wg.Done()
			if err := load(ctx, c, what); err != nil {
				mu.Lock()
				defer mu.Unlock()
				errs = append(errs, err)
			}
		}()
	}
	wg.Wait()
	return errors.Join(errs...)
}

type result struct {
	what string
	err  error
}

func byChannel(ctx context.Context, c client) error {
	results := make(chan result, 2)
	go func() { // want `a failure here doesn't stop the other goroutines that are waited for`
		results <- result{"a", load(ctx, c, "a")}
	}()
	go func() { results <- result{"b", load(ctx, c, "b")} }()
	first, second := <-results, <-results
	return errors.Join(first.err, second.err)
}

func byGo(ctx context.Context, c client, all []string) (first error) {
	var once sync.Once
	var wg sync.WaitGroup
	defer wg.Wait()
	for _, what := range all {
		wg.Go(func() { // want `a failure here doesn't stop the other goroutines that are waited for`
			if err := c.Load(ctx, what); err != nil {
				once.Do(func() { first = err })
			}
		})
	}
	return first
}

// Its starter can stop them.
func cancels(ctx context.Context, c client, all []string) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	errs := make([]error, len(all))
	for i, what := range all {
		wg.Go(func() {
			if errs[i] = c.Load(ctx, what); errs[i] != nil {
				cancel(errs[i])
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// One has no siblings.
func single(ctx context.Context, c client) error {
	done := make(chan error, 1)
	go func() { done <- c.Load(ctx, "a") }()
	return <-done
}

// Their errors are their own affair.
func ownAffair(ctx context.Context, c client, all []string) {
	var wg sync.WaitGroup
	for _, what := range all {
		wg.Go(func() {
			if err := c.Load(ctx, what); err != nil {
				println(err.Error())
			}
		})
	}
	wg.Wait()
}

// Nobody waits for these.
func notWaitedFor(ctx context.Context, c client, all []string, errs chan<- error) {
	for _, what := range all {
		go func() { errs <- c.Load(ctx, what) }()
	}
}

// All have to be closed.
func ends(ctx context.Context, all []client) error {
	errs := make([]error, len(all))
	var wg sync.WaitGroup
	for i, c := range all {
		wg.Go(func() { errs[i] = c.Close(ctx) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// Objects that can be closed.

type Watcher struct {
	ticker *time.Ticker
	in     chan int
}

func New() *Watcher {
	w := &Watcher{ticker: time.NewTicker(time.Second)}
	go func() {
		for range w.ticker.C { // want `nothing ends this loop, and Watcher\.Close leaves its goroutine behind; end it there`
			step()
		}
	}()
	return w
}

func (w *Watcher) Start() { go w.poll() }

func (w *Watcher) poll() {
	for { // want `nothing ends this loop, and Watcher\.Close leaves its goroutine behind; end it there`
		if err := step(); err != nil {
			time.Sleep(time.Second)
			continue
		}
		<-w.in
	}
}

func (w *Watcher) Close() { w.ticker.Stop() }

func step() error { return nil }
