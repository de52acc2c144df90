// Package ctxwaitstrict has waits in functions to which no caller gave a context.
package ctxwaitstrict

import (
	"context"
	"errors"
	"time"
)

// A user runs with the context that somebody has put there.
type user struct {
	RunContext context.Context
	least      time.Duration
	exports    map[string]func() error
}

func (u *user) run(ctx context.Context, fn func() error) (time.Duration, error) {
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	default:
	}
	return time.Second, fn()
}

// The pause goes on, though the context that the work before it had is over.
func (u *user) Once(name string) error {
	fn, ok := u.exports[name]
	if !ok {
		return errors.New("not there")
	}
	took, err := u.run(u.RunContext, fn)
	if rest := u.least - took; rest > 0 {
		time.Sleep(rest) // want `time\.Sleep may block past the deadline of u\.RunContext; wait for a timer or u\.RunContext\.Done\(\)`
	}
	return err
}

// Right: it's over when the context is.
func (u *user) OnceRight(name string) error {
	took, err := u.run(u.RunContext, u.exports[name])
	t := time.NewTimer(u.least - took)
	defer t.Stop()
	select {
	case <-t.C:
	case <-u.RunContext.Done():
	}
	return err
}

// Right: it has nothing to do with the context yet.
func (u *user) OnceLater(name string) error {
	time.Sleep(u.least)
	_, err := u.run(u.RunContext, u.exports[name])
	return err
}

type settings struct {
	ctx     context.Context
	workers int
}

func build(options ...func(*settings)) *settings {
	s := &settings{ctx: context.Background(), workers: 16}
	for _, o := range options {
		o(s)
	}
	return s
}

// WithContext sets the context.
func WithContext(ctx context.Context) func(*settings) {
	return func(s *settings) { s.ctx = ctx }
}

func work(ctx context.Context, in <-chan int, out chan<- int) {
	for {
		select {
		case <-ctx.Done():
			return
		case i, ok := <-in:
			if !ok {
				return
			}
			out <- i
		}
	}
}

// Sum waits for whoever reduces, who may not have heard of the end.
func Sum(in <-chan int, reduce func(<-chan int) int, options ...func(*settings)) int {
	s := build(options...)
	numbers, result := make(chan int, s.workers), make(chan int)
	go func() { result <- reduce(numbers) }()
	go work(s.ctx, in, numbers)
	return <-result // want `receiving from result may block past the deadline of s\.ctx; select on s\.ctx\.Done\(\) too`
}

// The function that is returned works with the context of the one around it.
func prepare(ctx context.Context, ask func(context.Context) error) (run func() error, next chan struct{}) {
	next = make(chan struct{})
	run = func() error {
		err := ask(ctx)
		next <- struct{}{} // want `sending to next may block past the deadline of ctx; select on ctx\.Done\(\) too`
		return err
	}
	return run, next
}

// Right: that one has no more to do with it than its name.
func prepareLoose(ctx context.Context, ask func() error) (run func() error, next chan struct{}) {
	next = make(chan struct{})
	run = func() error {
		err := ask()
		next <- struct{}{}
		return err
	}
	return run, next
}
