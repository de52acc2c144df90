// Package marks has roots that the user has marked.
package marks

import "context"

func work(ctx context.Context) error { return ctx.Err() }

// Reindex runs at night.
//
//ctxchain:root started by cron, nobody waits
func Reindex() error { return work(context.Background()) }

func notify(ctx context.Context) {
	//ctxchain:detached the mail goes out even when the caller is gone
	go work(context.Background())
}

func ignored(ctx context.Context) error {
	return work(context.Background()) //ctxchain:ignore ctxroot/inscope measured apart
}

func ignoredAbove(ctx context.Context) error {
	//ctxchain:ignore ctxroot measured apart
	return work(context.Background())
}

func nolint(ctx context.Context) error {
	return work(context.Background()) //nolint:ctxchain // measured apart
}

func otherLinter(ctx context.Context) error {
	return work(context.Background()) //nolint:errcheck // want `context\.Background drops the deadline of ctx; use ctx`
}

func otherCategory(ctx context.Context) error {
	return work(context.Background()) //ctxchain:ignore ctxroot/helper not this one // want `context\.Background drops the deadline of ctx; use ctx`
}
