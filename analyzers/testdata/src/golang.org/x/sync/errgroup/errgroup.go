// Package errgroup stands for the real one: the names and types that the tables know.
package errgroup

import "context"

// A Group runs tasks.
type Group struct{}

// WithContext returns a group and the context of its tasks.
func WithContext(ctx context.Context) (*Group, context.Context) { return &Group{}, ctx }

// Go starts a task.
func (g *Group) Go(f func() error) { go f() }

// Wait waits for the tasks.
func (g *Group) Wait() error { return nil }

// SetLimit says how many tasks may run at a time.
func (g *Group) SetLimit(n int) {}
