// Package tokens stands for another module, which nobody here can edit.
package tokens

import "context"

func fetch(ctx context.Context) error { return ctx.Err() }

// Parse starts a root of its own.
func Parse(string) error { return fetch(context.Background()) }

// ParseDeep does so further down.
func ParseDeep(s string) error { return Parse(s) }

// Plain doesn't.
func Plain(string) error { return nil }

// Get only forwards to GetContext.
func Get() error { return GetContext(context.Background()) }

// GetContext takes a context.
func GetContext(ctx context.Context) error { return fetch(ctx) }
