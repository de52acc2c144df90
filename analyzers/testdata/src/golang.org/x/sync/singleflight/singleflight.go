// Package singleflight stands for the real one: the names and types that the tables know.
package singleflight

// A Group does work once.
type Group struct{}

// Result is what DoChan sends.
type Result struct {
	Val    any
	Err    error
	Shared bool
}

// Do runs fn once for all who ask meanwhile.
func (g *Group) Do(key string, fn func() (any, error)) (v any, err error, shared bool) {
	v, err = fn()
	return v, err, false
}

// DoChan does so on the side.
func (g *Group) DoChan(key string, fn func() (any, error)) <-chan Result { return nil }
