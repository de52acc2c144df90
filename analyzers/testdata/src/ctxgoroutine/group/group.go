// Package group has groups of tasks that don't share a context.
package group

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

type client struct{ http *http.Client }

func (c *client) load(ctx context.Context, what string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, what, nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func looks(ctx context.Context) error { return ctx.Err() }

// Thrown away.

func thrown(ctx context.Context, c *client) error {
	g, _ := errgroup.WithContext(ctx) // want `the context of g is thrown away, so that a failure doesn't stop the other tasks; use it in them`
	g.Go(func() error { return c.load(ctx, "a") })
	g.Go(func() error {
		if err := c.load(ctx, "b"); err != nil {
			return fmt.Errorf("b: %w", err)
		}
		return nil
	})
	return g.Wait()
}

func thrownDerived(ctx context.Context, c *client) error {
	g, _ := errgroup.WithContext(ctx) // want `the context of g is thrown away`
	g.Go(func() error {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return c.load(ctx, "a")
	})
	return g.Wait()
}

func thrownTwoNames(ctx context.Context, c *client, gctx string) error {
	eg, _ := errgroup.WithContext(ctx) // want `the context of eg is thrown away`
	for _, what := range []string{"a", gctx} {
		eg.Go(func() error { return c.load(ctx, what) })
	}
	return eg.Wait()
}

func thrownInBlock(ctx context.Context, c *client) error {
	var (
		n    = 2
		g, _ = errgroup.WithContext(ctx) // want `the context of g is thrown away`
	)
	for range n {
		g.Go(func() error { return c.load(ctx, "a") })
	}
	return g.Wait()
}

// None at all.

func none(ctx context.Context, c *client, all []string) error {
	var g errgroup.Group // want `g can't end ctx for its tasks when one of them fails; use errgroup\.WithContext`
	for _, what := range all {
		g.Go(func() error { return c.load(ctx, what) })
	}
	return g.Wait()
}

func noneByNew(ctx context.Context, c *client) error {
	g := new(errgroup.Group) // want `g can't end ctx for its tasks when one of them fails; use errgroup\.WithContext`
	g.SetLimit(2)
	g.Go(func() error { return c.load(ctx, "a") })
	g.Go(func() error { return c.load(ctx, "b") })
	if err := g.Wait(); err != nil {
		return fmt.Errorf("not loaded: %w", err)
	}
	return nil
}

func noneByLiteral(r *http.Request, c *client) error {
	g := &errgroup.Group{} // want `g can't end r\.Context\(\) for its tasks when one of them fails`
	g.Go(func() error { return c.load(r.Context(), "a") })
	g.Go(func() error { return c.load(r.Context(), "b") })
	return g.Wait()
}

func noneInBlock(ctx context.Context, c *client) error {
	var (
		n int
		g errgroup.Group // want `g can't end ctx for its tasks when one of them fails`
	)
	for n = range 3 {
		g.Go(func() error { return c.load(ctx, fmt.Sprint(n)) })
	}
	return g.Wait()
}

func nonePassedOn(ctx context.Context, c *client) error {
	var g errgroup.Group // want `g can't end ctx for its tasks when one of them fails`
	g.Go(func() error { return c.load(ctx, "a") })
	g.Go(func() error { return c.load(ctx, "b") })
	more(&g)
	return g.Wait()
}

func more(g *errgroup.Group) { g.Go(func() error { return nil }) }

func noneByClosure(ctx context.Context, c *client, each func(func(string))) error {
	var g errgroup.Group // want `g can't end ctx for its tasks when one of them fails`
	each(func(what string) {
		g.Go(func() error { return c.load(ctx, what) })
	})
	return g.Wait()
}

func noneHeldByVariable(ctx context.Context, c *client) error {
	var g errgroup.Group // want `g can't end ctx for its tasks when one of them fails`
	task := func() error { return c.load(ctx, "a") }
	g.Go(task)
	g.Go(task)
	return g.Wait()
}

// The outer one.

func outer(ctx context.Context, c *client) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return c.load(gctx, "a") })
	g.Go(func() error { return c.load(ctx, "b") }) // want `ctx goes on when another task of g fails; use gctx`
	return g.Wait()
}

func outerDerived(parent context.Context, c *client) error {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return c.load(gctx, "a") })
	g.Go(func() error { return c.load(parent, "b") }) // want `parent goes on when another task of g fails; use gctx`
	return g.Wait()
}

func outerDone(ctx context.Context, c *client) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return c.load(gctx, "a") })
	g.Go(func() error {
		<-ctx.Done() // want `ctx goes on when another task of g fails; use gctx`
		return c.http.CheckRedirect(nil, nil)
	})
	return g.Wait()
}

func outerOfRequest(r *http.Request, c *client) error {
	g, gctx := errgroup.WithContext(r.Context())
	g.Go(func() error { return c.load(gctx, "a") })
	g.Go(func() error { return c.load(r.Context(), "b") }) // want `r\.Context\(\) goes on when another task of g fails; use gctx`
	return g.Wait()
}

func outerHidden(ctx context.Context, c *client) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return c.load(gctx, "a") })
	g.Go(func() error {
		gctx := "b"
		return c.load(ctx, gctx) // want `ctx goes on when another task of g fails; use gctx`
	})
	return g.Wait()
}

// After Wait.

func after(ctx context.Context, c *client) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return c.load(ctx, "a") })
	if err := g.Wait(); err != nil {
		return err
	}
	if err := c.load(ctx, "b"); err != nil { // want `ctx is done when g\.Wait returns; use the context that the group was made with`
		return err
	}
	return c.load(ctx, "c")
}

func afterByName(ctx context.Context, c *client) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return c.load(gctx, "a") })
	if err := g.Wait(); err != nil {
		return err
	}
	return errors.Join(c.load(gctx, "b"), looks(gctx)) // want `gctx is done when g\.Wait returns; use the context that the group was made with`
}

func afterDerived(ctx context.Context, c *client) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return c.load(gctx, "a") })
	if err := g.Wait(); err != nil {
		return err
	}
	last, cancel := context.WithTimeout(gctx, time.Second) // want `gctx is done when g\.Wait returns`
	defer cancel()
	return c.load(last, "b")
}

func afterInLiteral(ctx context.Context, c *client) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return c.load(gctx, "a") })
	if err := g.Wait(); err != nil {
		return err
	}
	again := func() error { return c.load(gctx, "b") } // want `gctx is done when g\.Wait returns`
	return again()
}

func afterInner(ctx context.Context, c *client) error {
	for range 2 {
		g, ctx := errgroup.WithContext(ctx)
		g.Go(func() error { return c.load(ctx, "a") })
		if err := g.Wait(); err != nil {
			return err
		}
		if err := c.load(ctx, "b"); err != nil { // want `ctx is done when g\.Wait returns`
			return err
		}
	}
	return nil
}

func afterTwoGroups(ctx context.Context, c *client) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return c.load(ctx, "a") })
	if err := g.Wait(); err != nil {
		return err
	}
	g2, ctx := errgroup.WithContext(ctx) // want `ctx is done when g\.Wait returns`
	g2.Go(func() error { return c.load(ctx, "b") })
	return g2.Wait()
}

// On the way out as well, what ends something has to work.
func afterFailure(ctx context.Context, c *client, remove func(context.Context) error) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return c.load(gctx, "a") })
	if err := g.Wait(); err != nil {
		c.removeAll(gctx) // want `gctx is done when g\.Wait returns`
		return err
	}
	return nil
}

func (c *client) removeAll(ctx context.Context) { c.load(ctx, "remove") }
