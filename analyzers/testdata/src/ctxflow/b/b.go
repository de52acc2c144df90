// Package b has chains over package a, whose facts it gets.
package b

import (
	"context"

	"ctxflow/a"
)

func Fresh() context.Context { return a.Fresh() } // want Fresh:`^result0:fresh$`

func Limited(ctx context.Context) context.Context { // want Limited:`^result0:param0\+bounded$`
	c, _ := a.Limit("x", ctx, 1)
	return c
}

func Chain() error { return a.CallsRoot() } // want Chain:`^root:ctxflow/b.Chain>ctxflow/a.CallsRoot>ctxflow/a.Root$`

func Get() { a.Get("") } // want Get:`^out:http@nothing bare$`

func Sends(ctx context.Context) { a.Sends(a.Derive(ctx)) } // want Sends:`^out:http@param0\?$`

func SendsFresh() { a.Sends(a.Fresh()) } // want SendsFresh:`out:http@nothing`

func Unread(ctx context.Context) { a.Unread(ctx) } // want Unread:`^param0:kept$`

func Keep(ctx context.Context) *a.Keeper { return a.Keep(ctx) } // want Keep:`^param0:retained result0:param0\+unclear$`

func Sleeps() { a.Sleeps() } // want Sleeps:`^sleeps$`

type doer interface{ do() }

type sleeper struct{}

func (sleeper) do() { a.Sleep() }

// The interface is this package's own and has one implementation.
func ThroughInterface(d doer) { d.do() } // want ThroughInterface:`^sleeps$`

// Outside is an interface that others may implement.
type Outside interface{ Do() }

func ThroughOutside(d Outside) { d.Do() }

func Literal() { // want Literal:`^sleeps$`
	f := func() { a.Sleep() }
	f()
}

func MethodValue(k *a.Keeper, ctx context.Context) error {
	f := k.DoContext
	return f(ctx)
}
