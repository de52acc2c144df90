package exempt

import (
	"context"
	"database/sql"
	"os"
	"sort"
	"sync"
	"time"

	"ctxroot/lib"
)

// What reads only values.

type entry struct{}

func (*entry) Infof(format string, args ...any)  {}
func (*entry) Errorf(format string, args ...any) {}

var entryOf = func(ctx context.Context) *entry { return nil }

func loggedByEntry(ctx context.Context) error {
	entryOf(context.Background()).Infof("hello")
	return work(ctx)
}

// What goes on after the call.

type task interface {
	Exit(ctx context.Context) (<-chan int, error)
	State(ctx context.Context) (int, error)
}

func watched(ctx context.Context, t task) (<-chan int, error) {
	if _, err := t.State(context.Background()); err != nil { // want `context\.Background drops the deadline of ctx; use ctx`
		return nil, err
	}
	return t.Exit(context.Background())
}

func monitor(ctx context.Context, events <-chan int) <-chan struct{} {
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for range events {
			work(ctx)
		}
	}()
	return stopped
}

func monitored(ctx context.Context, events <-chan int) error {
	monitor(context.Background(), events)
	return work(ctx)
}

// A future is work for the caller, though it isn't waited for here.
func future(ctx context.Context) <-chan error {
	result := make(chan error, 1)
	go func() { result <- work(ctx) }()
	return result
}

func asked(ctx context.Context) error {
	first, second := future(ctx), future(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
	if err := <-first; err != nil {
		return err
	}
	return <-second
}

func monitorAndWork(ctx context.Context, events <-chan int) error {
	monitor(ctx, events)
	return work(ctx)
}

func both(ctx context.Context, events <-chan int) error {
	return monitorAndWork(context.Background(), events) // want `context\.Background drops the deadline of ctx; use ctx`
}

// What somebody else calls later.

type hosts struct{ credentials func(host string) error }

func resolver(ctx context.Context, h *hosts) error {
	h.credentials = func(string) error { return work(context.Background()) }
	return work(ctx)
}

// Values copied by hand.

type tenantKey struct{}

func tenantOf(ctx context.Context) string {
	t, _ := ctx.Value(tenantKey{}).(string)
	return t
}

func withTenant(ctx context.Context, t string) context.Context {
	return context.WithValue(ctx, tenantKey{}, t)
}

func forwarded(ctx context.Context) error {
	t := tenantOf(ctx)
	ctx = withTenant(context.Background(), t)
	return work(ctx)
}

func renamed(ctx context.Context, t string) error {
	ctx = withTenant(context.Background(), t) // want `context\.Background overwrites ctx and drops its deadline; derive from ctx`
	return work(ctx)
}

// Run is where a program or a server starts.
func Run(f func(context.Context) error) error { return f(context.Background()) }

// What calls out of the process is told whatever its name, also through another
// function.

func Execute(db *sql.DB) error {
	return db.PingContext(context.Background()) // want `context\.Background starts a chain that no caller of Execute can bound; take ctx as a parameter`
}

func ping(ctx context.Context, db *sql.DB) error { return db.PingContext(ctx) }

func NewLedger(db *sql.DB) error {
	return ping(context.Background(), db) // want `context\.Background starts a chain that no caller of NewLedger can bound; take ctx as a parameter`
}

// What ends with its owner.

type owner struct{ quit chan struct{} }

func untilQuit(quit <-chan struct{}) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		select {
		case <-quit:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

func untilNever(name string) (context.Context, context.CancelFunc) {
	return context.WithCancel(context.Background())
}

func (o *owner) Apply(db *sql.DB) error {
	ctx, cancel := untilQuit(o.quit)
	defer cancel()
	return db.PingContext(ctx)
}

func (o *owner) Named(db *sql.DB) error {
	ctx, cancel := untilNever("owner") // want `untilNever starts a chain that no caller of owner\.Named can bound; take ctx as a parameter`
	defer cancel()
	return db.PingContext(ctx)
}

// A context that is only used where a flag says so.

type message struct{}

func (m *message) Nak() error  { return m.reply(context.Background(), "nak", false) }
func (m *message) Term() error { return m.reply(context.Background(), "term", false) }

func (m *message) Sync() error {
	return m.reply(context.Background(), "ack", true) // want `context\.Background starts a chain that no caller of message\.Sync can bound`
}

func (m *message) reply(ctx context.Context, what string, sync bool) error {
	if sync {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
		defer cancel()
	}
	if !sync {
		return nil
	}
	return work(ctx)
}

// The end of the process, and a limit that is configured.

func stopHandler(ctx context.Context) error {
	exit(context.Background(), 0)
	return ctx.Err()
}

func exit(ctx context.Context, code int) {
	work(ctx)
	go func() {
		defer os.Exit(code)
		work(ctx)
	}()
}

type app struct{ grace time.Duration }

func (a *app) Stop() error {
	ctx := context.Background()
	if a.grace > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, a.grace)
		defer cancel()
	}
	return work(ctx)
}

func (a *app) unlimited() error {
	ctx := context.Background() // want `context\.Background starts a chain that no caller of app\.unlimited can bound`
	return work(ctx)
}

// Functions that somebody keeps, to call them later.

type renewer struct{ run func() error }

func newRenewer(run func() error) *renewer { return &renewer{run: run} }

func keepsFresh(ctx context.Context) (*renewer, error) {
	return newRenewer(func() error { return work(context.Background()) }), work(ctx)
}

func runs(f func() error) error { return f() }

func runsHere(ctx context.Context) error {
	return runs(func() error { return work(context.Background()) }) // want `context\.Background drops the deadline of ctx; use ctx`
}

func atExit(ctx context.Context) error {
	lib.OnExit(func() { work(context.Background()) })
	return work(ctx)
}

// A constructor starts what lives on.

type batcher struct{ in chan string }

func newBatcher(ctx context.Context) (*batcher, error) {
	b := &batcher{in: make(chan string)}
	go b.loop(context.Background())
	return b, work(ctx)
}

func (b *batcher) loop(ctx context.Context) {
	for range b.in {
		work(ctx)
	}
}

// What undoes something has to run for a caller who is gone, too.

type upload struct{ parts partStore }

type partStore interface {
	AbortParts(ctx context.Context) error
}

func (u *upload) Abort(ctx context.Context) error {
	return u.parts.AbortParts(context.Background()) // want `context\.Background drops the values of ctx and has no deadline; use context\.WithoutCancel and a timeout`
}

// The interface is another package's, and it isn't seen to leave the process.

type sorted struct{ keys []keyed }

type keyed interface {
	Key(ctx context.Context) string
}

func (s sorted) Len() int      { return len(s.keys) }
func (s sorted) Swap(i, j int) { s.keys[i], s.keys[j] = s.keys[j], s.keys[i] }
func (s sorted) Less(i, j int) bool {
	return s.keys[i].Key(context.Background()) < s.keys[j].Key(context.Background())
}

var _ sort.Interface = sorted{}

// Monitors that look at their context, or are called in a goroutine.

func watchExit(ctx context.Context, exits <-chan int) <-chan struct{} {
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		select {
		case <-exits:
			keepExit()
		case <-ctx.Done():
		}
	}()
	return stopped
}

func watchesExit(ctx context.Context, exits <-chan int) error {
	watchExit(context.Background(), exits)
	return work(ctx)
}

func keepExit() {}

func waitExit(ctx context.Context, exits <-chan int) error {
	select {
	case <-exits:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func waitsExit(ctx context.Context, exits <-chan int) error {
	go func() {
		if err := waitExit(context.Background(), exits); err != nil {
			keepExit()
		}
	}()
	return work(ctx)
}

func worksOn(ctx context.Context) error {
	go func() {
		if err := work(context.Background()); err != nil { // want `context\.Background drops the values of ctx and has no deadline`
			keepExit()
		}
	}()
	return work(ctx)
}

// Objects that keep a context for as long as their maker runs, or longer.

type march struct {
	ctx  context.Context
	list func() error
}

func (m *march) Run(ctx context.Context) error {
	m.list = func() error { return work(ctx) }
	return m.list()
}

func check(ctx context.Context) error {
	m := &march{ctx: ctx}
	return m.Run(ctx)
}

func checks(ctx context.Context) error {
	return check(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
}

func newMarch(ctx context.Context) (*march, error) {
	m := &march{ctx: ctx}
	return m, m.Run(ctx)
}

func marches(ctx context.Context) (*march, error) {
	return newMarch(context.Background())
}

func watchesSome(ctx context.Context, events <-chan int) error {
	monitor(context.TODO(), events) // want `context\.TODO drops the deadline of ctx; use ctx`
	return work(ctx)
}

// Cancel functions that a goroutine calls: with one that is deferred as well, the
// context ends with its function, and isn't somebody's who stops it.

func exitOf(name string) <-chan error { return make(chan error) }

func runsUntilExit(name string) error {
	exited := exitOf(name)
	ctx, cancel := context.WithCancel(context.Background()) // want `context\.Background starts a chain that no caller of runsUntilExit can bound`
	defer cancel()
	go func() {
		<-exited
		cancel()
	}()
	return work(ctx)
}

type stoppable struct{ quit chan struct{} }

func (s *stoppable) runsUntilQuit() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		<-s.quit
		cancel()
	}()
	return work(ctx)
}

func runsUntilSignal() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	signals := make(chan os.Signal, 1)
	go func() {
		<-signals
		cancel()
	}()
	return work(ctx)
}

func runsUntilTold(done chan bool) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		<-done
		cancel()
	}()
	return work(ctx)
}

// A quota is asked for by many, who share what is found out.
type quota struct {
	once sync.Once
	free int64
}

func (q *quota) Free(ctx context.Context) (int64, error) {
	q.update()
	return q.free, work(ctx)
}

func (q *quota) update() {
	q.once.Do(func() { q.refresh() })
	go q.refresh()
}

func (q *quota) refresh() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	work(ctx)
}

// A meter asks for every caller anew.
type meter struct{ quota }

func (m *meter) Free(ctx context.Context) error {
	m.ask()
	return work(ctx)
}

func (m *meter) ask() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second) // want `context\.Background cuts meter\.ask off from ctx of its caller meter\.Free; take ctx as a parameter`
	defer cancel()
	return work(ctx)
}

// Login makes a context to say something with.
func Login(user string) error { return verify(context.WithValue(context.Background(), entry{}, user)) }

var verify = func(ctx context.Context) error { return nil }

// Stored makes one for what waits on it.
func Stored(db *sql.DB, user string) error {
	return db.PingContext(context.WithValue(context.Background(), entry{}, user)) // want `context\.Background starts a chain that no caller of Stored can bound`
}

// A table has what somebody else calls, later.
type table struct{ each, all func() error }

func newTable(ctx context.Context) *table {
	return &table{
		each: func() error { return work(context.TODO()) }, // want `context\.TODO starts a chain that no caller of this function can bound; take ctx as a parameter`
		all:  func() error { return work(context.Background()) },
	}
}
