// Package tokens stands for another module.
package tokens

import "context"

// Verify starts a root of its own.
func Verify(token string) error { return ask(context.Background(), token) }

// Check takes a context.
func Check(ctx context.Context, token string) error { return ask(ctx, token) }

func ask(ctx context.Context, token string) error { return ctx.Err() }
