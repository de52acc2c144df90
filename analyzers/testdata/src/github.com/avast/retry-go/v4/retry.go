// Package retry stands for the library of that name.
package retry

import "context"

type Config struct{}

type Option func(*Config)

func Do(f func() error, opts ...Option) error { return f() }
func Attempts(n uint) Option                  { return nil }
func Context(ctx context.Context) Option      { return nil }
