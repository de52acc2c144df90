package chain

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"
)

// A fleet runs several things, as long as its own context lasts.
type fleet struct {
	ctx  context.Context
	jobs []func(context.Context) error
}

// run starts tasks that end together, but for those on a root.
func (f *fleet) run() error {
	g, ctx := errgroup.WithContext(f.ctx)
	for _, job := range f.jobs {
		g.Go(func() error {
			return job(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
		})
		g.Go(func() error {
			<-ctx.Done()
			end, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			return work(end)
		})
		g.Go(func() error { return job(ctx) })
	}
	return g.Wait()
}

// plain has a group whose tasks don't end each other.
func (f *fleet) plain() error {
	var g errgroup.Group
	for _, job := range f.jobs {
		g.Go(func() error {
			return job(context.Background()) // want `context\.Background starts a chain that no caller of fleet\.plain can bound`
		})
	}
	return g.Wait()
}

// again has a group whose context is made of the root itself.
func (f *fleet) again() error {
	var ctx context.Context
	ctx = context.Background() // want `context\.Background starts a chain that no caller of fleet\.again can bound`
	g, ctx := errgroup.WithContext(ctx)
	for _, job := range f.jobs {
		g.Go(func() error { return job(ctx) })
	}
	return g.Wait()
}
