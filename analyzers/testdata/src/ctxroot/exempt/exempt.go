// Package exempt has roots that are right.
package exempt

import (
	"context"
	"errors"
	"io"
	"log"
	"os"
	"os/signal"
	"sync"
	"testing"
	"time"

	"ctxroot/lib"
)

func work(ctx context.Context) error { return ctx.Err() }

func init() { work(context.Background()) }

func helperOfTests(t testing.TB) { work(context.Background()) }

type fakeT interface {
	Helper()
	Fatalf(string, ...any)
}

func helperOfTestsByShape(t fakeT) { work(context.Background()) }

// Nil guards.

func guard(ctx context.Context) error {
	if ctx == nil {
		ctx = context.Background()
	}
	return work(ctx)
}

func orBackground(ctx context.Context) context.Context {
	if ctx != nil {
		return ctx
	}
	return context.Background()
}

func guardByHelper(ctx context.Context) error { return work(orBackground(ctx)) }

type options struct{ Ctx context.Context }

func guardByOptions(o *options) error {
	ctx := context.Background()
	if o != nil && o.Ctx != nil {
		ctx = o.Ctx
	}
	return work(ctx)
}

func guardOfStruct(ctx context.Context, o *options) error {
	if o == nil {
		o = &options{Ctx: context.Background()}
	}
	return work(ctx)
}

// Lifecycles.

type server struct {
	ctx    context.Context
	cancel context.CancelFunc
	once   sync.Once
}

func newServer(ctx context.Context) *server {
	s := &server{}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	go work(s.ctx)
	return s
}

func start(ctx context.Context) (stop func()) {
	c, cancel := context.WithCancel(context.Background())
	go work(c)
	return cancel
}

func (s *server) lazily() {
	s.once.Do(func() { work(context.Background()) })
}

// Compatibility wrappers.

type client struct{}

func (c *client) GetContext(ctx context.Context, k string) error { return work(ctx) }

// Get is for callers without a context.
func (c *client) Get(k string) error { return c.GetContext(context.Background(), k) }

// Fetch forwards, too.
func Fetch(url string) error { return FetchWithContext(context.Background(), url) }

// FetchWithContext takes a context.
func FetchWithContext(ctx context.Context, url string) error { return work(ctx) }

// After done.

func afterReceive(ctx context.Context) {
	<-ctx.Done()
	stop, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	work(stop)
}

func inGoroutineAfterReceive(ctx context.Context) {
	go func() {
		<-ctx.Done()
		work(context.Background())
	}()
}

func afterSelect(ctx context.Context, errs chan error) {
	select {
	case <-errs:
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	work(stop)
}

func inDoneBranch(ctx context.Context, ch chan int) {
	select {
	case <-ch:
	case <-ctx.Done():
		work(context.Background())
	}
}

func otherBranch(ctx context.Context, ch chan int) {
	select {
	case <-ch:
		work(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
	case <-ctx.Done():
	}
}

func afterErr(ctx context.Context) {
	if err := ctx.Err(); err != nil {
		work(context.Background())
	}
}

func afterIs(ctx context.Context) {
	if err := work(ctx); errors.Is(err, context.Canceled) {
		work(context.Background())
	}
}

func beforeErr(ctx context.Context) {
	if ctx.Err() == nil {
		work(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
	}
}

func afterCancel(ctx context.Context) {
	c, cancel := context.WithCancel(ctx)
	work(c)
	cancel()
	work(context.Background())
}

func finish() { work(context.Background()) }

func calledAfterDone(ctx context.Context) {
	<-ctx.Done()
	finish()
}

func onSignal() {
	sigs := make(chan os.Signal, 1)
	signal.Notify(sigs, os.Interrupt)
	<-sigs
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	work(c)
}

// Shared work.

type flightGroup struct{}

func (flightGroup) Do(k string, f func() error) error { return f() }

type singleflight struct{ flightGroup }

func (s singleflight) Do(k string, f func() error) error { return f() }

func shared(ctx context.Context, s singleflight) error {
	return s.Do("k", func() error { return work(context.Background()) })
}

func once(ctx context.Context) func() error {
	return sync.OnceValue(func() error { return work(context.Background()) })
}

// Clean-up with a timeout of its own.

func (s *server) Shutdown(ctx context.Context) error { return work(ctx) }

// Stop ends the server.
func (s *server) Stop() {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	s.Shutdown(c)
}

// Close is io.Closer's.
func (s *server) Close() error {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return work(c)
}

type reader struct{}

var _ io.Reader = reader{}

func (reader) Read(p []byte) (int, error) {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return 0, work(c)
}

// A fixed signature is no excuse for having no bound at all.
func (reader) ReadAt(p []byte, off int64) (int, error) {
	return 0, work(context.TODO()) // want `context\.TODO starts a chain that no caller of reader\.ReadAt can bound; take ctx as a parameter`
}

// What outlives the call.

func retained(ctx context.Context) *lib.Client { return lib.NewClient(context.Background()) }

type item struct{ ctx context.Context }

func queued(ctx context.Context, q chan item) { q <- item{ctx: context.Background()} }

// Cancellation wired by hand.

func afterFunc(ctx context.Context) error {
	c, cancel := context.WithCancel(context.Background())
	stop := context.AfterFunc(ctx, cancel)
	defer stop()
	return work(c)
}

func watcher(parent context.Context) error {
	c, cancel := context.WithCancel(context.Background())
	go func() {
		<-parent.Done()
		time.Sleep(time.Second)
		cancel()
	}()
	return work(c)
}

func atOnce(ctx context.Context) error {
	c, cancel := context.WithCancel(context.Background())
	cancel()
	return work(c)
}

// Only for its values, or only compared.

func logged(ctx context.Context) { logger{}.Info(context.Background(), "hello") }

type logger struct{}

func (logger) Info(ctx context.Context, msg string) { log.Print(ctx.Value(1), msg) }

func compared(ctx context.Context) bool { return ctx == context.Background() }

func unread(ctx context.Context) { lib.Unread(context.Background()) }

// Jobs of their own.

type poller struct{}

func (p *poller) begin() { go p.loop() }

func (p *poller) loop() {
	for {
		p.poll()
	}
}

func (p *poller) poll() { work(context.Background()) }

func detached(ctx context.Context) error { return work(context.WithoutCancel(ctx)) }

// delayed derives by hand; its callers do all they can.
func delayed(ctx context.Context) (context.Context, context.CancelFunc) {
	c, cancel := context.WithCancel(context.Background())
	go func() {
		<-ctx.Done()
		cancel()
	}()
	return c, cancel
}

func usesDelayed(ctx context.Context) error {
	ctx, cancel := delayed(ctx)
	defer cancel()
	return work(ctx)
}

// Reached from tests alone.

func fixture() error { return work(context.Background()) }

// Suite is run by tests.
func Suite(t *testing.T) { fixture() }

// A rate limiter lets everybody through in the end.

type limiter struct{}

func (l limiter) Read(p []byte) (int, error) { return l.take(len(p)) }

func (limiter) take(n int) (int, error) {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return n, work(c)
}

// An interface that gives a context is no excuse.

type valuer struct{ outer context.Context }

func (v valuer) Err() error { return v.ask() }

func (v valuer) ask() error {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return work(c)
}

type prober struct{}

var _ lib.Prober = prober{}

// Probe is lib.Prober's.
func (p prober) Probe(ctx context.Context) error { return p.dial() }

func (prober) dial() error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `context\.Background cuts prober\.dial off from ctx of its caller prober\.Probe; take ctx as a parameter`
	defer cancel()
	return work(c)
}

// Values copied over by hand: the root is meant.

func copyValues(to, from context.Context) context.Context {
	return context.WithValue(to, 1, from.Value(1))
}

func copied(ctx context.Context) error {
	return work(copyValues(context.Background(), ctx))
}

// A consumer's loop has a life of its own.

type queue struct{ wg sync.WaitGroup }

func (q *queue) Read(ctx context.Context) (context.Context, int, bool) { return ctx, 0, false }

func (q *queue) Start(ctx context.Context) {
	var started sync.WaitGroup
	started.Add(1)
	go func() {
		started.Done()
		for {
			ctx, _, ok := q.Read(context.Background())
			if !ok {
				return
			}
			work(ctx)
		}
	}()
	started.Wait()
}

func drain(ctx context.Context, items chan int) {
	go func() {
		for range items {
			work(context.Background())
		}
	}()
}

// Started, and not waited for, is no joining.
func onlyStarted(ctx context.Context) {
	var started sync.WaitGroup
	started.Add(1)
	go func() {
		started.Done()
		work(context.Background()) // want `context\.Background drops the values of ctx and has no deadline; use context\.WithoutCancel and a timeout`
	}()
	started.Wait()
}

// A root that fills a place, and one of two parents.

func next(ctx context.Context, ok bool) (context.Context, int, bool) {
	if !ok {
		return context.Background(), 0, false
	}
	return ctx, 1, true
}

func restored(ctx context.Context) (context.Context, int, error) {
	return context.WithValue(context.Background(), 1, 2), 1, nil
}

func mergeOfTwo(a, b context.Context) context.Context {
	return context.WithValue(context.Background(), 1, [2]any{a.Value(1), b.Value(1)})
}

// A constructor sets things up before any request.

// NewServer makes a server.
func NewServer() error { return work(context.Background()) }

// NewStore does so with a root that isn't meant to stay.
func NewStore() error {
	return work(context.TODO()) // want `context\.TODO starts a chain that no caller of NewStore can bound; take ctx as a parameter`
}
