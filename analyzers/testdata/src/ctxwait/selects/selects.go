// Package selects has selects that wait.
package selects

import (
	"context"
	"time"
)

func call(ctx context.Context) error { return ctx.Err() }

func poll(ctx context.Context, ch chan int) {
	for {
		select {
		case <-ch:
			return
		case <-time.After(time.Second): // want `select has no case for ctx\.Done\(\) and may outlast the deadline of ctx; add one`
			call(ctx)
		}
	}
}

func two(ctx context.Context, a, b chan int) (int, error) {
	select { // want `select has no case for ctx\.Done\(\)`
	case x := <-a:
		return x, nil
	case x := <-b:
		return x, nil
	}
}

func short(ctx context.Context, a chan int) {
	select {
	case <-a:
	case <-time.After(time.Millisecond):
	}
}

func nonBlocking(ctx context.Context, a chan int) {
	select {
	case <-a:
	default:
	}
}

func derived(ctx context.Context, a chan int) {
	sub, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	select {
	case <-sub.Done():
	case <-a:
	}
}

func held(ctx context.Context, a chan int) {
	done := ctx.Done()
	select {
	case <-done:
	case <-a:
	}
}

func follows(ctx context.Context, a chan int) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-a:
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

func result(ctx context.Context, a chan int) error {
	errs := make(chan error, 1)
	go func() { errs <- call(ctx) }()
	select {
	case err := <-errs:
		return err
	case <-a:
		return nil
	}
}

func deafResult(ctx context.Context, a chan int) error {
	errs := make(chan error, 1)
	go func() { errs <- forever() }()
	select { // want `select has no case for ctx\.Done\(\)`
	case err := <-errs:
		return err
	case <-a:
		return nil
	}
}

func forever() error { select {} }

func quitOnDone(ctx context.Context, a chan int) {
	quit := make(chan struct{})
	go func() {
		<-ctx.Done()
		close(quit)
	}()
	select {
	case <-quit:
	case <-a:
	}
}

func quitAfter(ctx context.Context, a chan int) {
	quit := make(chan struct{})
	stop := context.AfterFunc(ctx, func() { close(quit) })
	defer stop()
	select {
	case <-quit:
	case <-a:
	}
}

func worker(ctx context.Context, out chan<- int) {
	defer close(out)
	call(ctx)
}

func handed(ctx context.Context, a chan int) {
	out := make(chan int)
	go worker(ctx, out)
	select {
	case <-out:
	case <-a:
	}
}

func watch(ctx context.Context) <-chan int { return nil }

type watcher struct{}

func newWatcher(ctx context.Context) (*watcher, error) { return &watcher{}, nil }

func (w *watcher) events() chan int { return nil }

func made(ctx context.Context, a chan int) {
	select {
	case <-watch(ctx):
	case <-a:
	}
	w, err := newWatcher(ctx)
	if err != nil {
		return
	}
	for {
		select {
		case <-w.events():
			return
		case <-a:
		}
	}
}

type server struct {
	quit   chan struct{}
	gone   chan struct{}
	events chan int
}

func (s *server) run(ctx context.Context) {
	for {
		select { // want `select has no case for ctx\.Done\(\)`
		case <-s.quit:
			return
		case <-s.events:
		}
	}
}

func (s *server) stop() { close(s.quit) }

func (s *server) wait(ctx context.Context) {
	select {
	case <-s.gone:
	case <-s.events:
	}
}

func (s *server) watch(ctx context.Context) {
	<-ctx.Done()
	close(s.gone)
}

func (s *server) start(ctx context.Context) {
	go func() {
		for {
			select {
			case <-s.quit:
				return
			case <-s.events:
			}
		}
	}()
}

func send(ctx context.Context, out chan<- int, a chan int) {
	for {
		select { // want `select has no case for ctx\.Done\(\)`
		case out <- 1:
		case <-a:
			return
		}
	}
}

func afterDone(ctx context.Context, a, b chan int) {
	<-ctx.Done()
	select {
	case <-a:
	case <-b:
	}
}

func beside(ctx context.Context, quit chan struct{}, out chan<- int) {
	step := func(i int) {
		select {
		case out <- i:
		case <-quit:
		}
	}
	go func() {
		step(1)
		call(ctx)
	}()
}

func besideAndHere(ctx context.Context, quit chan struct{}, out chan<- int) {
	step := func(i int) {
		select { // want `select has no case for ctx\.Done\(\)`
		case out <- i:
		case <-quit:
		}
	}
	go func() {
		step(1)
		call(ctx)
	}()
	step(2)
}

// A loop has two ways to hear the end, which Close brings about together.
type loop struct {
	quit, again, asked chan struct{}
	cancel             context.CancelFunc
}

func (l *loop) run(ctx context.Context) {
	for {
		select {
		case <-time.After(time.Second):
			call(ctx)
		case <-l.quit:
			return
		}
	}
}

func (l *loop) once(ctx context.Context) {
	select {
	case <-time.After(time.Second): // want `select has no case for ctx\.Done\(\)`
		call(ctx)
	case <-l.again:
	}
}

func (l *loop) onRequest(ctx context.Context) {
	select {
	case <-time.After(time.Second): // want `select has no case for ctx\.Done\(\)`
		call(ctx)
	case <-l.asked:
	}
}

func (l *loop) Close() {
	close(l.quit)
	if l.cancel != nil {
		l.cancel()
	}
}

func (l *loop) Renew() { close(l.again) }

// To ask a context for a value isn't to end it.
func (l *loop) Ask(ctx context.Context) any {
	close(l.asked)
	return ctx.Value(l)
}

// A goroutine whose input is closed ends.

func notify(ctx context.Context, intervals <-chan time.Duration) {
	go func() {
		var tick <-chan time.Time
		for {
			select {
			case d, ok := <-intervals:
				if !ok {
					return
				}
				tick = time.After(d)
			case <-tick:
				call(ctx)
			}
		}
	}()
}

func notifyOn(ctx context.Context, intervals <-chan time.Duration) {
	go func() {
		var tick <-chan time.Time
		for {
			select {
			case d, ok := <-intervals:
				if !ok {
					d = time.Second
				}
				tick = time.After(d)
			case <-tick: // want `select has no case for ctx\.Done\(\)`
				call(ctx)
			}
		}
	}()
}

// A conn is a connection with a context of its own.
type conn struct {
	ctx   context.Context
	out   chan int
	fails chan error
	done  chan struct{}
}

// ask waits twice, and only the second time for the context too.
func (c *conn) ask(q int, answers chan int) (int, error) {
	select { // want `select has no case for c\.ctx\.Done\(\) and may outlast the deadline of c\.ctx; add one`
	case c.out <- q:
	case err := <-c.fails:
		return 0, err
	case <-c.done:
		return 0, nil
	}
	select {
	case a := <-answers:
		return a, nil
	case err := <-c.fails:
		return 0, err
	case <-c.done:
		return 0, nil
	case <-c.ctx.Done():
		return 0, c.ctx.Err()
	}
}

// tell has another end beside the one that the second select knows.
func (c *conn) tell(q int, stop chan struct{}) error {
	select {
	case c.out <- q:
	case <-stop:
	}
	select {
	case err := <-c.fails:
		return err
	case <-c.done:
		return nil
	case <-c.ctx.Done():
		return c.ctx.Err()
	}
}

// ask2 takes its context from a variable that the first select doesn't see.
func (c *conn) ask2(q int) error {
	select {
	case c.out <- q:
	case err := <-c.fails:
		return err
	}
	ctx := c.ctx
	select {
	case err := <-c.fails:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A link works on a root for as long as it is up: only its own channel ends it.
type link struct {
	in   chan int
	quit chan struct{}
	db   pinger
}

type pinger interface {
	Ping(ctx context.Context) error
}

func (l *link) start() { go l.manage(context.TODO()) }

func (l *link) manage(ctx context.Context) {
	if err := l.resume(ctx); err != nil {
		return
	}
	for {
		select {
		case <-l.in:
			l.db.Ping(ctx)
		case <-l.quit:
			return
		}
	}
}

func (l *link) resume(ctx context.Context) error {
	select {
	case <-l.in:
		return l.db.Ping(ctx)
	case <-l.quit:
		return nil
	}
}

// The same, but somebody gives it a context that ends.
func (l *link) startOn(ctx context.Context) { go l.follow(ctx) }

func (l *link) follow(ctx context.Context) {
	for {
		select { // want `select has no case for ctx\.Done\(\) and may outlast the deadline of ctx; add one`
		case <-l.in:
			l.db.Ping(ctx)
		case <-l.quit:
			return
		}
	}
}

type stream interface {
	Context() context.Context
	SendMsg(m any) error
	RecvMsg(m any) error
}

// A desk serves a stream. When that is over, the receiver tells.
type desk struct {
	fails chan error
	quit  chan struct{}
	got   chan int
}

func (d *desk) serve(s stream) error {
	go d.receive(s)
	select {
	case err := <-d.fails:
		return err
	case <-d.quit:
		return nil
	}
}

func (d *desk) receive(s stream) {
	for {
		var m int
		if err := s.RecvMsg(&m); err != nil {
			d.fails <- err
			return
		}
	}
}

// Who waits for others doesn't hear of its end.
func (d *desk) next(s stream) int {
	select { // want `select has no case for s\.Context\(\)\.Done\(\) and may outlast the deadline of s\.Context\(\); add one`
	case n := <-d.got:
		return n
	case <-d.quit:
		return 0
	}
}
