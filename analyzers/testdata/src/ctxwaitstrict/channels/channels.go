// Package channels has bare sends and receives.
package channels

import (
	"context"
	"errors"
	"net"
)

func call(ctx context.Context) error { return ctx.Err() }

func work() error {
	c, err := net.Dial("tcp", "localhost:1")
	if err == nil {
		c.Close()
	}
	return err
}

func leak(ctx context.Context) error {
	ch := make(chan error)
	go func() {
		ch <- work() // want `sending to ch may block past the deadline of ctx; select on ctx\.Done\(\) too`
	}()
	select {
	case err := <-ch:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func room(ctx context.Context) error {
	ch := make(chan error, 1)
	go func() { ch <- work() }()
	select {
	case err := <-ch:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func counted(ctx context.Context, n int) {
	ch := make(chan error, n)
	for range n {
		go func() { ch <- work() }()
	}
	select {
	case <-ctx.Done():
	case <-ch:
	}
}

func leavesEarly(ctx context.Context, xs []int) error {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for _, x := range xs {
			ch <- x // want `sending to ch may block past the deadline of ctx`
		}
	}()
	for x := range ch {
		if x == 0 {
			return errors.New("zero")
		}
	}
	return nil
}

func stays(ctx context.Context, xs []int) (sum int) {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for _, x := range xs {
			ch <- x
		}
	}()
	for x := range ch {
		sum += x
	}
	return sum
}

func handedOut(ctx context.Context, xs []int) <-chan int {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for _, x := range xs {
			if call(ctx) != nil {
				return
			}
			ch <- x // want `sending to ch may block past the deadline of ctx`
		}
	}()
	return ch
}

func given(ctx context.Context, out chan<- int) {
	for i := range 10 {
		out <- i // want `sending to out may block past the deadline of ctx`
	}
}

func guarded(ctx context.Context, out chan<- int) {
	for i := range 10 {
		select {
		case out <- i:
		case <-ctx.Done():
			return
		}
	}
}

func waitsForDeaf(ctx context.Context) error {
	done := make(chan error)
	go func() { done <- work() }()
	return <-done // want `receiving from done may block past the deadline of ctx; select on ctx\.Done\(\) too`
}

func waitsForHearing(ctx context.Context) error {
	done := make(chan error)
	go func() { done <- call(ctx) }()
	return <-done
}

func unknown(ctx context.Context, in <-chan int) (sum int) {
	for x := range in {
		sum += x
	}
	return sum
}

type box struct {
	ready chan struct{}
	items chan int
}

func (b *box) open() { close(b.ready) }

func (b *box) wait(ctx context.Context) {
	<-b.ready // want `receiving from b\.ready may block past the deadline of ctx`
}

func (b *box) drain(ctx context.Context) int {
	return <-b.items // nobody here sends
}

func (b *box) start(ctx context.Context) {
	go func() {
		<-b.ready
		call(ctx)
	}()
}

func one(ctx context.Context, out chan error) {
	out <- work() // room for all
}

func many(ctx context.Context, n int) error {
	out := make(chan error, n)
	for range n {
		go one(ctx, out)
	}
	return <-out
}

func other(ctx context.Context, out chan error) {
	out <- work() // want `sending to out may block past the deadline of ctx`
}

func crowd(ctx context.Context, n int) error {
	out := make(chan error)
	for range n {
		go other(ctx, out)
	}
	select {
	case err := <-out:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func rangesOverClosed(ctx context.Context) (n int) {
	out := make(chan error)
	go func() {
		defer close(out)
		for range 3 {
			out <- work()
		}
	}()
	for range out {
		n++
	}
	return n
}

// bridge stays when ctx ends first.
func bridge(ctx context.Context, done chan struct{}) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		<-done // want `receiving from done may block past the deadline of ctx; select on ctx\.Done\(\) too`
		cancel()
	}()
	return ctx
}

type process struct {
	lost    chan struct{}
	closing chan struct{}
	cancel  context.CancelFunc
}

func newProcess(ctx context.Context, cancel context.CancelFunc) *process {
	p := &process{lost: make(chan struct{}), closing: make(chan struct{}), cancel: cancel}
	go func() {
		<-p.lost // want `receiving from p\.lost may block past the deadline of ctx`
		select {
		case <-p.closing:
		default:
			p.cancel()
		}
	}()
	return p
}

// closes has something to do when it is told to.
func closes(ctx context.Context, c net.Conn, done chan struct{}) {
	go func() {
		<-done
		c.Close()
	}()
}

type queue interface{ Queue(f func() error) }

type pages interface {
	get(ctx context.Context, id string) queue
	ask(id string) error
}

// queued waits for what a queue may never do.
func queued(ctx context.Context, p pages, id string) (err error) {
	q := p.get(ctx, id)
	c := make(chan bool)
	q.Queue(func() error {
		err = p.ask(id)
		close(c)
		return nil
	})
	<-c // want `receiving from c may block past the deadline of ctx; select on ctx\.Done\(\) too`
	return err
}

type queueWith interface {
	QueueWith(ctx context.Context, f func() error)
}

// queuedWith has told the queue of its context.
func queuedWith(ctx context.Context, q queueWith, p pages, id string) (err error) {
	c := make(chan bool)
	q.QueueWith(ctx, func() error {
		err = p.ask(id)
		close(c)
		return nil
	})
	<-c
	return err
}

// besides has another who closes, as it sees fit.
func besides(ctx context.Context, q queue, p pages, id string) (err error) {
	c := make(chan bool, 1)
	q.Queue(func() error {
		err = p.ask(id)
		c <- true
		return nil
	})
	go func() {
		<-ctx.Done()
		c <- false
	}()
	<-c
	return err
}
