// Package renamed gives the group's package another name.
package renamed

import (
	"context"
	"os/exec"

	tasks "golang.org/x/sync/errgroup"
)

func load(ctx context.Context, what string) error { return exec.CommandContext(ctx, what).Run() }

func none(ctx context.Context, all []string) error {
	var g tasks.Group // want `g can't end ctx for its tasks when one of them fails; use errgroup\.WithContext`
	for _, what := range all {
		g.Go(func() error { return load(ctx, what) })
	}
	return g.Wait()
}

func hidden(ctx context.Context, all []string) error {
	var g tasks.Group // want `g can't end ctx for its tasks when one of them fails; use errgroup\.WithContext`
	for _, what := range all {
		g.Go(func() error { return load(ctx, what) })
	}
	tasks := len(all)
	_ = tasks
	return g.Wait()
}

func fromStart(ctx context.Context, tasksOf func() *tasks.Group) error {
	g := tasksOf()
	g.Go(func() error { return load(ctx, "a") })
	return g.Wait()
}
