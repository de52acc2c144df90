// Package ends has ends of contexts that are taken for something else.
package ends

import (
	"context"
	"errors"
	"io"
	"log"
	"os"
	"time"
)

type job struct{}

func (job) ready() bool { return false }

func (job) run(ctx context.Context) error { return ctx.Err() }

func (job) stop() error { return nil }

// WaitReady can't tell whether the job is ready.
func WaitReady(ctx context.Context, j job) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			log.Print("waited too long")
			return nil // want `nil is returned when ctx is done, as if the work were; return ctx\.Err\(\)`
		case <-tick.C:
			if j.ready() {
				return nil
			}
		}
	}
}

// Watch runs until its context is done: that is how it ends well.
func Watch(ctx context.Context, events <-chan job) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case j, ok := <-events:
			if !ok {
				return nil
			}
			if err := j.run(ctx); err != nil {
				return err
			}
		}
	}
}

// Drain ends well as its channel is closed.
func Drain(ctx context.Context, events <-chan job) error {
	for j := range events {
		if ctx.Err() != nil {
			return nil
		}
		if err := j.run(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Copy ends well as there is no more to read.
func Copy(ctx context.Context, r io.Reader, b []byte) error {
	for {
		if ctx.Err() != nil {
			return nil
		}
		if _, err := r.Read(b); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// All leaves out jobs, and says that it ran them.
func All(ctx context.Context, jobs []job) error {
	for _, j := range jobs {
		if ctx.Err() != nil {
			return nil // want `nil is returned when ctx is done, as if the work were; return ctx\.Err\(\)`
		}
		if err := j.run(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Stop does something because the context is done.
func Stop(ctx context.Context, j job, done <-chan bool) error {
	select {
	case <-ctx.Done():
		if err := j.stop(); err != nil {
			return err
		}
		return nil
	case <-done:
		return nil
	}
}

// Find has nothing, and no error.
func Find(ctx context.Context, found <-chan *job) (*job, error) {
	select {
	case <-ctx.Done():
		return nil, nil // want `nil is returned when ctx is done, as if the work were; return ctx\.Err\(\)`
	case j := <-found:
		return j, nil
	}
}

// Took tells by its first result.
func Took(ctx context.Context, found <-chan *job) (bool, error) {
	select {
	case <-ctx.Done():
		return false, nil
	case <-found:
		return true, nil
	}
}

// Soft waits for a while, and then goes on.
func Soft(ctx context.Context, found <-chan *job) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	select {
	case <-ctx.Done():
		return nil
	case j := <-found:
		if !j.ready() {
			return errors.New("not ready")
		}
		return nil
	}
}

// Do takes a deadline that has passed for an end that is as good as any.
func Do(ctx context.Context, j job) error {
	if err := j.run(ctx); err != nil {
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return nil // want `a passed deadline is returned as success; return the error`
		}
		return err
	}
	return nil
}

// RunUntil is told to stop by cancelling it.
func RunUntil(ctx context.Context, j job) error {
	if err := j.run(ctx); err != nil {
		if errors.Is(err, context.Canceled) {
			return nil
		}
		return err
	}
	return nil
}

// The error of this one is only logged.
func onlyLogged(ctx context.Context, j job) error {
	if ctx.Err() != nil {
		return nil
	}
	if !j.ready() {
		return os.ErrNotExist
	}
	return nil
}

func Log(ctx context.Context, j job) {
	if err := onlyLogged(ctx, j); err != nil {
		log.Print(err)
	}
}

// Each has a literal that is given a context, and whose error counts.
func Each(ctx context.Context, each func(func(context.Context, job) error) error) error {
	return each(func(ctx context.Context, j job) error {
		select {
		case <-ctx.Done():
			return nil // want `nil is returned when ctx is done, as if the work were; return ctx\.Err\(\)`
		default:
		}
		return j.run(ctx)
	})
}

// Named results are returned as they are.
func Named(ctx context.Context, j job) (err error) {
	defer func() { log.Print(err) }()
	if ctx.Err() != nil {
		return nil // want `nil is returned when ctx is done, as if the work were; return ctx\.Err\(\)`
	}
	if err := j.run(ctx); err != nil {
		return err
	}
	return nil
}

// Tell gives a literal that has an error because of its type only.
func Tell(ctx context.Context, found chan<- job, walk func(func(job) error)) {
	walk(func(j job) error {
		select {
		case <-ctx.Done():
			return nil
		case found <- j:
		}
		return nil
	})
}

// Follow ends well as the stream does, of which it is told by an error.
func Follow(ctx context.Context, next func() (job, error), found chan<- job) error {
	for {
		j, err := next()
		switch {
		case err == nil:
		case err.Error() == "closed":
			return nil
		default:
			return err
		}
		select {
		case found <- j:
		case <-ctx.Done():
			return nil
		}
	}
}

// A literal that uses the context of the function that it stands in may be a worker, which
// stops as the others do.
func Workers(ctx context.Context, jobs []job, start func(func() error) error) error {
	return start(func() error {
		for _, j := range jobs {
			if ctx.Err() != nil {
				return nil
			}
			if err := j.run(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

// Settle waits for a while at most, and it doesn't matter whether it could.
func Settle(ctx context.Context, j job) error {
	if j.ready() {
		return nil
	}
	if err := j.stop(); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return nil
	case <-time.After(time.Second):
		return nil
	}
}

// Tail ends when it is told to, in one way or another.
func Tail(ctx context.Context, j job, quit chan struct{}, lines <-chan string) error {
	for {
		select {
		case <-quit:
			return nil
		case <-ctx.Done():
			return nil
		case l := <-lines:
			if l == "" && j.ready() {
				return nil
			}
		}
	}
}

func ListenForJobs(ctx context.Context, j job, lines <-chan string) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case l := <-lines:
			if l == "" && j.ready() {
				return nil
			}
		}
	}
}

// Paused is told by another function that the context is done.
func Paused(ctx context.Context, j job) error {
	for {
		if !pause(ctx) {
			return nil
		}
		if ctx.Err() != nil {
			return nil
		}
		if err := j.stop(); err != nil {
			return err
		}
	}
}

func pause(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(time.Second):
		return true
	}
}
