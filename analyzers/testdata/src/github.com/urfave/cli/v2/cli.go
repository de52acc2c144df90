// Package cli stands for a library for the command line whose commands are contexts.
package cli

import (
	"context"
	"time"
)

// A Context is what a command is given: its flags, and the context it runs under.
type Context struct {
	context.Context
	set map[string]time.Duration
}

// Duration returns the value of a flag.
func (c *Context) Duration(name string) time.Duration { return c.set[name] }

// IsSet reports whether a flag was given.
func (c *Context) IsSet(name string) bool { return c.set[name] > 0 }
