// Package loops makes contexts in loops.
package loops

import (
	"context"
	"iter"
	"time"
)

type key struct{}

func work(ctx context.Context, n int) error { return ctx.Err() }

type job struct{ ctx context.Context }

// Each turn leaves a timer behind.
func piled(ctx context.Context, n []int) error {
	for i := range n {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel() // want `cancel is deferred in a loop, so that the timers of all turns pile up; call it in each turn`
		if err := work(ctx, i); err != nil {
			return err
		}
	}
	for {
		ctx, stop := context.WithCancel(ctx)
		defer func() { stop() }() // want `cancel is deferred in a loop, so that the contexts of all turns pile up`
		if work(ctx, 1) == nil {
			return nil
		}
	}
}

// The body of a range over a function is a loop's as well, and so is goto.
func others(ctx context.Context, seq iter.Seq[int]) {
	for i := range seq {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel() // want `cancel is deferred in a loop`
		work(ctx, i)
	}
again:
	c, cancel := context.WithTimeoutCause(ctx, time.Second, nil)
	defer cancel() // want `cancel is deferred in a loop`
	if work(c, 1) != nil {
		goto again
	}
}

// Right: the turn ends with the function, or the literal.
func once(ctx context.Context, n []int, seq iter.Seq[int]) error {
	for i := range n {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return work(ctx, i)
	}
	for i := range n {
		func() {
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			work(ctx, i)
		}()
	}
	for i := range seq {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		work(ctx, i)
		break
	}
	ctx, cancel := context.WithCancel(ctx)
	for range n {
		defer cancel()
	}
	return nil
}

// Right: it is called too, or something has to live until the function returns.
func lasting(ctx context.Context, n []int) []job {
	var jobs []job
	for i := range n {
		c, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		work(c, i)
		cancel()
	}
	for range n {
		c, cancel := context.WithCancel(ctx)
		defer cancel()
		jobs = append(jobs, job{ctx: c})
	}
	done := make(chan error)
	for i := range n {
		c, cancel := context.WithCancel(ctx)
		defer cancel()
		go func() { done <- work(c, i) }()
	}
	for range n {
		<-done
	}
	return jobs
}

// It grows with each turn, also on some ways through it only, and where the
// variable is shared with a literal.
func grown(ctx context.Context, n []int, ok bool) {
	for i := range n {
		ctx = context.WithValue(ctx, key{}, i) // want `ctx is derived from itself in each turn of the loop, and grows; use a new variable`
		work(ctx, i)
	}
	for i := range n {
		if ok {
			work(ctx, i)
		} else {
			ctx = context.WithValue(ctx, key{}, i) // want `ctx is derived from itself in each turn of the loop`
		}
	}
}

func shared(ctx context.Context, n []int) {
	for i := range n {
		ctx = context.WithValue(ctx, key{}, i) // want `ctx is derived from itself in each turn of the loop`
		func() { work(ctx, i) }()
	}
}

// The second turn starts on a context that is cancelled already.
func expired(ctx context.Context, n []int) {
	var cancel context.CancelFunc
	for i := range n {
		ctx, cancel = context.WithTimeout(ctx, time.Second) // want `ctx is derived from itself in each turn of the loop`
		work(ctx, i)
		cancel()
	}
}

func with(ctx context.Context, i int) context.Context { return context.WithValue(ctx, key{}, i) }

func maybe(ctx context.Context, i int) context.Context {
	if i > 0 {
		return with(ctx, i)
	}
	return ctx
}

func helpers(ctx context.Context, n []int, seq iter.Seq[int], change func(context.Context) context.Context) {
	for i := range n {
		ctx = with(ctx, i) // want `ctx is derived from itself in each turn of the loop`
		work(ctx, i)
	}
	for i := range seq {
		ctx = with(ctx, i) // want `ctx is derived from itself in each turn of the loop`
		work(ctx, i)
	}
	for i := range n { // right: what they do isn't known
		ctx = maybe(ctx, i)
		work(ctx, i)
	}
	for i := range n {
		ctx = change(ctx)
		work(ctx, i)
	}
}

// Right: put together for what follows, or each turn starts anew.
func together(ctx context.Context, n []int) {
	for i := range n {
		ctx = context.WithValue(ctx, key{}, i)
	}
	work(ctx, 0)
	for i := range n {
		ctx := context.WithValue(ctx, key{}, i)
		work(ctx, i)
	}
	base := ctx
	for i := range n {
		ctx = base
		ctx = context.WithValue(ctx, key{}, i)
		work(ctx, i)
	}
	for i := range n {
		if i == 0 {
			ctx = context.WithValue(ctx, key{}, i)
			work(ctx, i)
			break
		}
	}
}
