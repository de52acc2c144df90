// Package groupright has groups of tasks that look as if they didn't share a
// context, and are right.
package groupright

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

type db interface {
	Query(ctx context.Context, q string) error
	Close(ctx context.Context) error
	Rollback(ctx context.Context) error
}

func shares(ctx context.Context, d db) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return d.Query(ctx, "a") })
	g.Go(func() error {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return d.Query(ctx, "b")
	})
	return g.Wait()
}

func sharesInBlock(ctx context.Context, d db) error {
	var (
		g, gctx = errgroup.WithContext(ctx)
		again   *errgroup.Group
	)
	g.Go(func() error { return d.Query(gctx, "a") })
	if err := g.Wait(); err != nil {
		return err
	}
	again, gctx = errgroup.WithContext(ctx)
	again.Go(func() error { return d.Query(gctx, "a") })
	again.Go(func() error { return d.Query(gctx, "b") })
	return again.Wait()
}

// One task has nobody to be stopped by.
func single(ctx context.Context, d db) error {
	var g errgroup.Group
	g.Go(func() error { return d.Query(ctx, "a") })
	return g.Wait()
}

func singleOfEach(ctx context.Context, d db) error {
	for range 3 {
		var g errgroup.Group
		g.Go(func() error { return d.Query(ctx, "a") })
		if err := g.Wait(); err != nil {
			return err
		}
	}
	return nil
}

// Nothing fails here.
func neverFails(ctx context.Context, d db) error {
	g, _ := errgroup.WithContext(ctx)
	for range 3 {
		g.Go(func() error {
			if err := d.Query(ctx, "a"); err != nil {
				slog.WarnContext(ctx, "no answer", "error", err)
			}
			return nil
		})
	}
	return g.Wait()
}

// Nobody asks how it went.
func waitsOnly(ctx context.Context, d db) {
	var g errgroup.Group
	g.Go(func() error { return d.Query(ctx, "a") })
	g.Go(func() error { return d.Query(ctx, "b") })
	_ = g.Wait()
}

func logsOnly(ctx context.Context, d db) {
	var g errgroup.Group
	g.Go(func() error { return d.Query(ctx, "a") })
	g.Go(func() error { return d.Query(ctx, "b") })
	if err := g.Wait(); err != nil {
		slog.WarnContext(ctx, "incomplete", "error", err)
	}
}

// Each is to be tried: what fails is noted.
func triesAll(ctx context.Context, d db, all []string) (map[string]error, error) {
	var g errgroup.Group
	var mu sync.Mutex
	failed := map[string]error{}
	for _, q := range all {
		g.Go(func() error {
			err := d.Query(ctx, q)
			if err != nil {
				mu.Lock()
				failed[q] = err
				mu.Unlock()
				return fmt.Errorf("%s: %w", q, err)
			}
			return nil
		})
	}
	return failed, g.Wait()
}

func sendsFailures(ctx context.Context, d db, all []string, failed chan<- error) error {
	var g errgroup.Group
	for _, q := range all {
		g.Go(func() error {
			if err := d.Query(ctx, q); err != nil {
				failed <- err
				return err
			}
			return nil
		})
	}
	return g.Wait()
}

// What ends something has to happen in any case.
func ends(ctx context.Context, ds []db) error {
	var g errgroup.Group
	for _, d := range ds {
		g.Go(func() error { return d.Close(ctx) })
	}
	return g.Wait()
}

func shutdownAll(ctx context.Context, ds []db) error {
	var g errgroup.Group
	for _, d := range ds {
		g.Go(func() error { return d.Query(ctx, "stop") })
	}
	return g.Wait()
}

func undoes(ctx context.Context, d db) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return d.Query(gctx, "a") })
	g.Go(func() (err error) {
		defer d.Close(ctx)
		if err := d.Query(gctx, "b"); err != nil {
			d.Query(ctx, "undo")
			return err
		}
		return d.Rollback(ctx)
	})
	return g.Wait()
}

func looks(ctx context.Context, q string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return parse(q)
}

func parse(q string) error {
	if q == "" {
		return fmt.Errorf("empty")
	}
	return nil
}

// Tasks that can't wait gain nothing.
func noWaiting(ctx context.Context, all []string) error {
	var g errgroup.Group
	for _, q := range all {
		g.Go(func() error { return looks(ctx, q) })
	}
	return g.Wait()
}

// One serves, and the other ends it when the caller leaves.
func serves(ctx context.Context, d db, serve func() error) error {
	var g errgroup.Group
	g.Go(serve)
	g.Go(func() error {
		<-ctx.Done()
		stop, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		return d.Close(stop)
	})
	return g.Wait()
}

// A group without a context in a function without one.
func noCaller(d db, q string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var g errgroup.Group
	g.Go(func() error { return d.Query(ctx, q) })
	g.Go(func() error { return d.Query(ctx, q) })
	return g.Wait()
}

// The group's end is looked at beside the caller's.
func hearsBoth(ctx context.Context, d db, in <-chan string) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return d.Query(gctx, "a") })
	g.Go(func() error {
		select {
		case <-gctx.Done():
			return gctx.Err()
		case <-ctx.Done():
			return ctx.Err()
		case q := <-in:
			return d.Query(gctx, q)
		}
	})
	return g.Wait()
}

// A context of another chain, or a detached one, is meant.
func otherChain(ctx, job context.Context, d db) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return d.Query(gctx, "a") })
	g.Go(func() error { return d.Query(job, "b") })
	g.Go(func() error { return d.Query(context.WithoutCancel(ctx), "c") })
	return g.Wait()
}

// Only what runs as a part of the task counts.
func ofAnother(ctx context.Context, d db) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return d.Query(gctx, "a") })
	g.Go(func() error {
		slog.InfoContext(ctx, "started")
		var inner sync.WaitGroup
		inner.Go(func() { d.Query(ctx, "b") })
		inner.Wait()
		return d.Query(gctx, "c")
	})
	return g.Wait()
}

// What only looks at a context after Wait, or takes values from it, is right.
func afterLooks(ctx context.Context, d db) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return d.Query(gctx, "a") })
	err := g.Wait()
	if gctx.Err() != nil {
		slog.WarnContext(gctx, "stopped")
	}
	if err := d.Query(context.WithoutCancel(gctx), "b"); err != nil {
		return err
	}
	return err
}

// What has happened may be told on any context.
func afterTells(ctx context.Context, d db, count func(context.Context, error) error) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return d.Query(gctx, "a") })
	err := g.Wait()
	if err != nil {
		return d.Query(gctx, "failed")
	}
	return count(gctx, err)
}

func afterOuter(ctx context.Context, d db) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return d.Query(gctx, "a") })
	if err := g.Wait(); err != nil {
		return err
	}
	return d.Query(ctx, "b")
}

// Each turn has a group of its own.
func afterEach(ctx context.Context, d db) error {
	for range 3 {
		g, gctx := errgroup.WithContext(ctx)
		g.Go(func() error { return d.Query(gctx, "a") })
		if err := d.Query(gctx, "b"); err != nil {
			return err
		}
		if err := g.Wait(); err != nil {
			return err
		}
	}
	return nil
}

// Not on every path.
func afterSome(ctx context.Context, d db, wait bool) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return d.Query(gctx, "a") })
	if wait {
		if err := g.Wait(); err != nil {
			return err
		}
	}
	return d.Query(gctx, "b")
}
