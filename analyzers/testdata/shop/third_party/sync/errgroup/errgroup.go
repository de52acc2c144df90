// Package errgroup stands for golang.org/x/sync/errgroup, so that the shop needs
// no network. It has what the shop uses of it.
package errgroup

import (
	"context"
	"sync"
)

// A Group runs tasks and remembers the first error.
type Group struct {
	tasks  sync.WaitGroup
	once   sync.Once
	err    error
	cancel context.CancelFunc
}

// WithContext returns a group, and a context that ends with the first error or
// with Wait, whatever comes first.
func WithContext(ctx context.Context) (*Group, context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	return &Group{cancel: cancel}, ctx
}

// Go starts a task.
func (g *Group) Go(task func() error) {
	g.tasks.Go(func() {
		if err := task(); err != nil {
			g.once.Do(func() {
				g.err = err
				g.end()
			})
		}
	})
}

// Wait waits for all tasks and returns the first error.
func (g *Group) Wait() error {
	g.tasks.Wait()
	g.end()
	return g.err
}

func (g *Group) end() {
	if g.cancel != nil {
		g.cancel()
	}
}
