// Package ctxflowtasks starts tasks, and waits for them or doesn't.
package ctxflowtasks

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

func work(ctx context.Context) error { return ctx.Err() }

// Waited for.

func byGroup(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return work(ctx) }) // want `^joined$`
	return g.Wait()
}

func byWaitGroup(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { // want `^joined$`
		defer wg.Done()
		work(ctx)
	}()
	go func(wg *sync.WaitGroup) { // want `^joined$`
		work(ctx)
		wg.Done()
	}(&wg)
	wg.Wait()
}

func worker(ctx context.Context, wg *sync.WaitGroup) {
	defer wg.Done()
	work(ctx)
}

func byNamed(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Add(1)
	go worker(ctx, &wg) // want `^joined$`
	wg.Wait()
}

func byDefer(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { work(ctx) }) // want `^joined$`
	return work(ctx)
}

func byDeferredLiteral(ctx context.Context) error {
	done := make(chan struct{})
	defer func() { <-done }()
	go func() { // want `^joined$`
		defer close(done)
		work(ctx)
	}()
	return work(ctx)
}

func byResult(ctx context.Context) error {
	errs := make(chan error)
	go func() { errs <- work(ctx) }() // want `^joined$`
	return <-errs
}

func byClose(ctx context.Context) {
	out := make(chan int)
	go func() { // want `^joined$`
		defer close(out)
		for i := range 3 {
			out <- i
		}
	}()
	for range out {
	}
}

// Where a context is done, nothing that runs on it matters any more.
func orDone(ctx context.Context) error {
	errs := make(chan error, 1)
	go func() { errs <- work(ctx) }() // want `^joined$`
	select {
	case err := <-errs:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Not waited for.

func never(ctx context.Context) {
	go work(ctx) // want `^alone$`
	go func() {  // want `^alone$`
		work(ctx)
	}()
}

func onSomeWays(ctx context.Context) error {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { // want `^alone$`
		defer wg.Done()
		work(ctx)
	}()
	if err := work(ctx); err != nil {
		return err
	}
	wg.Wait()
	return nil
}

func otherGroup(ctx context.Context) {
	var mine, other sync.WaitGroup
	mine.Add(1)
	go func() { // want `^alone$`
		defer mine.Done()
		work(ctx)
	}()
	other.Wait()
}

func onlyStarted(ctx context.Context) {
	up := make(chan struct{})
	go func() { // want `^alone$`
		close(up)
		work(ctx)
	}()
	<-up
}

func orTimeout(ctx context.Context, late <-chan int) {
	errs := make(chan error, 1)
	go func() { errs <- work(ctx) }() // want `^alone$`
	select {
	case <-errs:
	case <-late:
	}
}

func endless(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Go(func() { // want `^joined endless$`
		for {
			work(ctx)
		}
	})
	wg.Wait()
}
