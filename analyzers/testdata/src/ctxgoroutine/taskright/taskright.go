// Package taskright starts what the caller's context doesn't end, and is right.
package taskright

import (
	"context"
	"log"
	"net"
	"os"
	"os/signal"
	"sync"
	"testing"
	"time"

	"ctxgoroutine/lib"
	"golang.org/x/sync/errgroup"
)

func plain() error { return nil }

func work(ctx context.Context) error { return ctx.Err() }

// It comes to its end by itself.
func short(ctx context.Context) {
	go plain()
	go func() { plain() }()
	go func() {
		for range 3 {
			plain()
		}
	}()
}

// Something ends it: the context, a channel, a closed input, an error.
func ended(ctx context.Context, stop <-chan struct{}, in <-chan int, l net.Listener) {
	go func() {
		for ctx.Err() == nil {
			plain()
		}
	}()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-stop:
				return
			case n, ok := <-in:
				if !ok {
					return
				}
				log.Print(n)
			}
		}
	}()
	go func() {
		for n := range in {
			log.Print(n)
		}
	}()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	go lib.Until(stop)
}

// It ends with the program.
func endsAll(ctx context.Context) {
	go func() {
		for {
			if plain() != nil {
				os.Exit(1)
			}
		}
	}()
	go func() {
		for {
			if err := plain(); err != nil {
				log.Fatal(err)
			}
		}
	}()
	go func() {
		for {
			if err := plain(); err != nil {
				panic(err)
			}
		}
	}()
}

// Signals come as long as the program runs.
func signals(ctx context.Context, reload func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	go func() {
		for range c {
			reload()
		}
	}()
	go func() {
		for {
			select {
			case <-c:
				reload()
			}
		}
	}()
}

// The context of a constructor is that of the call.
type pool struct{ n int }

func NewPool(ctx context.Context) (*pool, error) {
	p := &pool{}
	go func() {
		for {
			p.n++
		}
	}()
	return p, work(ctx)
}

// Which function it is, or which kind, isn't known.
func unknown(ctx context.Context, f func(), r interface{ Run() }) {
	go f()
	go r.Run()
}

func forever() {
	for {
		plain()
	}
}

func init() { go forever() }

// Nobody's deadline is at hand, and nobody says that it can be stopped.
func noCaller() { go forever() }

func helps(ctx context.Context, t testing.TB) { go forever() }

// There is room for what nobody receives, or somebody does.
func room(ctx context.Context) error {
	done := make(chan error, 1)
	go func() { done <- plain() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func drains(ctx context.Context) error {
	done := make(chan error)
	go func() { done <- plain() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		<-done
		return ctx.Err()
	}
}

func drainsLater(ctx context.Context) error {
	done := make(chan error)
	go func() { done <- plain() }()
	defer func() { <-done }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The tasks go on to the end, or leave room; or the producer hears when they don't.
func tasksDrain(ctx context.Context, names []string) error {
	queue := make(chan string)
	go func() {
		for _, name := range names {
			queue <- name
		}
		close(queue)
	}()
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() (last error) {
		for range queue {
			if err := work(ctx); err != nil {
				last = err
			}
		}
		return last
	})
	return g.Wait()
}

func tasksLeave(ctx context.Context, names []string) error {
	queue, full := make(chan string), make(chan string, len(names))
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer close(queue)
		defer close(full)
		for _, name := range names {
			full <- name
			select {
			case queue <- name:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for _, in := range []chan string{queue, full} {
		g.Go(func() error {
			for range in {
				if err := work(ctx); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

func sendsOrLeaves(ctx context.Context) error {
	done := make(chan error)
	go func() {
		select {
		case done <- plain():
		case <-ctx.Done():
		}
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func closesOnly(ctx context.Context, wg *sync.WaitGroup) error {
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func handsOn(ctx context.Context) (<-chan error, error) {
	done := make(chan error)
	go func() { done <- plain() }()
	select {
	case err := <-done:
		return nil, err
	case <-ctx.Done():
		return done, ctx.Err()
	}
}

func waits(ctx context.Context) error {
	done := make(chan error)
	go func() { done <- work(ctx) }()
	return <-done
}

// Its Close ends it.
type server struct {
	quit chan struct{}
	n    int
}

func (s *server) Start() {
	go s.loop()
	go func() {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				s.n++
			case <-s.quit:
				return
			}
		}
	}()
}

func (s *server) loop() {
	for {
		select {
		case <-s.quit:
			return
		default:
			s.n++
		}
	}
}

func (s *server) Close() { close(s.quit) }

// It can't be closed at all, as many that live as long as the program.
type metrics struct{ n int }

func (m *metrics) Start() {
	go func() {
		for range time.Tick(time.Minute) {
			m.n++
		}
	}()
}
