// Package chain has the ways to break a chain when only contexts are about.
package chain

import (
	"context"
	"net/http"
	"sync"
	"time"

	"ctxroot/lib"
)

func work(ctx context.Context) error { return ctx.Err() }

type key struct{}

func passed(ctx context.Context) error {
	return work(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
}

func otherPackage(ctx context.Context) error {
	return lib.Query(context.TODO()) // want `context\.TODO drops the deadline of ctx; use ctx`
}

func derived(ctx context.Context) error {
	child, cancel := context.WithTimeout(context.Background(), time.Second) // want `context\.Background drops the deadline of ctx; use ctx`
	defer cancel()
	return work(child)
}

func overwritten(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second) // want `context\.Background overwrites ctx and drops its deadline; derive from ctx`
	defer cancel()
	return work(ctx)
}

func hidden(ctx context.Context, more bool) error {
	if more {
		ctx := context.WithValue(context.Background(), key{}, 1) // want `context\.Background hides ctx and drops its deadline; derive from ctx`
		return work(ctx)
	}
	return work(ctx)
}

func blank(_ context.Context) error {
	ctx, cancel := context.WithCancel(context.Background()) // want `context\.Background drops the deadline of the blank context\.Context parameter; name it and use it`
	defer cancel()
	return work(ctx)
}

func variable(ctx context.Context) error {
	bg := context.Background()
	return work(bg) // want `context\.Background drops the deadline of ctx; use ctx`
}

func branch(ctx context.Context, urgent bool) error {
	use := ctx
	if urgent {
		use = context.Background()
	}
	return work(use) // want `context\.Background drops the deadline of ctx; use ctx`
}

func wrapped(ctx context.Context) error {
	return work(lib.Fresh()) // want `lib\.Fresh drops the deadline of ctx; use ctx`
}

func wrappedBounded(ctx context.Context) error {
	c, cancel := lib.Bounded()
	defer cancel()
	return work(c) // want `lib\.Bounded drops the deadline of ctx; use ctx`
}

func throughDeriver(ctx context.Context) error {
	return work(lib.Derived(context.TODO(), key{})) // want `context\.TODO drops the deadline of ctx; use ctx`
}

func returned(ctx context.Context, tenant string) context.Context {
	return context.WithValue(context.Background(), key{}, tenant) // want `context\.Background drops the deadline of ctx; derive from ctx`
}

func literal(ctx context.Context) func() error {
	return func() error {
		return work(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
	}
}

func ownParameter(ctx context.Context, each func(func(context.Context) error)) {
	each(func(inner context.Context) error {
		return work(context.TODO()) // want `context\.TODO drops the deadline of inner; use inner`
	})
}

func variadic(ctxs ...context.Context) error { return work(ctxs[0]) }

func passedVariadic(ctx context.Context) error {
	return lib.Retry(func() error { return work(context.Background()) }) // want `context\.Background drops the deadline of ctx; use ctx`
}

func joined(ctx context.Context) error {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		work(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
	}()
	wg.Wait()
	return nil
}

func started(ctx context.Context) {
	go work(context.Background()) // want `context\.Background drops the values of ctx and has no deadline; use context\.WithoutCancel and a timeout`
}

func startedLiteral(ctx context.Context) {
	bg := context.Background()
	go func() { work(bg) }() // want `context\.Background drops the values of ctx and has no deadline; use context\.WithoutCancel and a timeout`
}

func startedBounded(ctx context.Context) {
	go func() {
		c, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		work(c)
	}()
}

func deferred(ctx context.Context) error {
	defer work(context.Background()) // want `context\.Background drops the values of ctx and has no deadline; use context\.WithoutCancel and a timeout`
	return work(ctx)
}

func localOnly() {
	ctx, end := context.WithCancel(context.Background()) // want `context\.Background starts a chain that no caller of localOnly can bound; take ctx as a parameter`
	defer end()
	work(ctx)
	work(context.TODO()) // want `context\.TODO drops the deadline of ctx; use ctx`
}

// A helper is told once, at the root.

func hop3() error {
	return work(context.Background()) // want `context\.Background cuts hop3 off from ctx of its caller top; take ctx as a parameter`
}
func hop2() error                   { return hop3() }
func hop1() error                   { return hop2() }
func top(ctx context.Context) error { return hop1() }

type store struct{}

// Save is an exported method that nobody can bound.
func (store) Save() error {
	return lib.Query(context.TODO()) // want `context\.TODO starts a chain that no caller of store\.Save can bound; take ctx as a parameter`
}

// A bounded root is told only where a caller with a context is seen.

func lonely() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return work(ctx)
}

func bounded() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second) // want `context\.Background cuts bounded off from ctx of its caller callsBounded; take ctx as a parameter`
	defer cancel()
	return work(ctx)
}

func callsBounded(ctx context.Context) error { return bounded() }

// Stored contexts.

var pkgCtx = context.Background()

type server struct {
	ctx  context.Context
	stop context.CancelFunc
}

func (s *server) field(ctx context.Context) error {
	return work(s.ctx) // want `s\.ctx goes into the call in place of ctx; use ctx`
}

func (s *server) derivedField(ctx context.Context) error {
	c, cancel := context.WithTimeout(s.ctx, time.Second) // want `s\.ctx goes into the call in place of ctx; use ctx`
	defer cancel()
	return work(c)
}

func global(ctx context.Context) error {
	return work(pkgCtx) // want `pkgCtx goes into the call in place of ctx; use ctx`
}

type recorder struct {
	ctx    context.Context
	logger func(context.Context, string)
}

func (r *recorder) records(ctx context.Context) error {
	r.logger(r.ctx, "begins")
	return work(ctx)
}

// Who blanks the parameter means what it keeps.
func (s *server) blanked(context.Context) error { return work(s.ctx) }

func (s *server) noCaller() error { return work(s.ctx) }

func (s *server) background(ctx context.Context) {
	go work(s.ctx) // lives as long as the server
}

func (s *server) same(ctx context.Context) error {
	s.ctx = ctx
	return work(s.ctx)
}

func (s *server) merged(ctx context.Context) error {
	return both(ctx, s.ctx)
}

func both(a, b context.Context) error { return work(a) }

func (s *server) startMonitor(ctx context.Context) { go s.monitor(ctx) }

func (s *server) monitor(ctx context.Context) {
	work(ctx)
	work(s.ctx) // only ever started: it lives as long as the server
}

// Who decides whether to follow the caller.

func decided(ctx context.Context, follow bool) error {
	use := context.Background()
	if follow {
		use = ctx
	}
	return work(use)
}

func decidedWeb(w http.ResponseWriter, r *http.Request, follow bool) error {
	ctx := context.Background()
	if follow {
		ctx = r.Context()
	}
	return work(ctx)
}

// A library's own context type, which the caller's context isn't.

type app struct{ ctx appContext }

type appContext struct{ context.Context }

func emit(ctx appContext, event string) error { return work(ctx) }

func (a *app) onEvent(ctx context.Context, event string) error {
	return emit(a.ctx, event)
}

func (a *app) onOther(ctx context.Context) error {
	return work(a.ctx) // want `a\.ctx goes into the call in place of ctx; use ctx`
}

// Derivers of one's own that forget their parent.

func timed(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), time.Second) // want `context\.Background drops the deadline of ctx; derive from ctx`
}

func timedFor(r *http.Request) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), time.Second) // want `context\.Background drops the deadline of r\.Context\(\); derive from r\.Context\(\)`
}

func ownLife(ctx context.Context) (context.Context, context.CancelFunc) {
	c, cancel := context.WithCancel(context.Background())
	context.AfterFunc(ctx, cancel)
	return c, cancel
}

func valuesOnly(ctx context.Context) (context.Context, context.CancelFunc) {
	c := context.WithValue(context.Background(), key{}, ctx.Value(key{}))
	return context.WithTimeout(c, time.Second)
}
