// Package a has functions with something to say about contexts.
package a

import (
	"context"
	"net/http"
	"sync"
	"time"
)

func work(ctx context.Context) error { return ctx.Err() }

type key struct{}

// Results.

func Fresh() context.Context { return context.Background() } // want Fresh:`^result0:fresh$`

func FreshBounded() (context.Context, context.CancelFunc) { // want FreshBounded:`^result0:fresh\+2s$`
	return context.WithTimeout(context.Background(), 2*time.Second)
}

func Derive(ctx context.Context) context.Context { // want Derive:`^result0:param0$`
	return context.WithValue(ctx, key{}, 1)
}

func Limit(name string, ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) { // want Limit:`^result0:param1\+bounded$`
	return context.WithTimeout(ctx, d)
}

func Detach(ctx context.Context) context.Context { // want Detach:`^param0:kept result0:detached$`
	return context.WithoutCancel(ctx)
}

func OfRequest(r *http.Request) context.Context { return r.Context() } // want OfRequest:`^result0:param0$`

func Either(ctx context.Context, fresh bool) context.Context { // want Either:`^result0:param0\|other$`
	if fresh {
		return context.Background()
	}
	return ctx
}

func OrBackground(ctx context.Context) context.Context { // want OrBackground:`^result0:param0$`
	if ctx == nil {
		ctx = context.Background()
	}
	return ctx
}

func Named(ctx context.Context) (out context.Context, cancel context.CancelFunc) { // want Named:`^result0:param0$`
	out, cancel = context.WithCancel(ctx)
	return
}

func Generic[T any](ctx context.Context, v T) context.Context { // want Generic:`^result0:param0$`
	return context.WithValue(ctx, key{}, v)
}

func Request(ctx context.Context, url string) (*http.Request, error) { // want Request:`^result0:param0$`
	return http.NewRequestWithContext(ctx, "GET", url, nil)
}

// Parameters.

func Unread(ctx context.Context) {} // want Unread:`^param0:unread$`

func Blank(_ context.Context) {} // want Blank:`^param0:unread$`

func ValuesOnly(ctx context.Context) any { return ctx.Value(key{}) } // want ValuesOnly:`^param0:kept$`

func Passed(ctx context.Context) error { return work(ctx) }

type Keeper struct{ ctx context.Context }

func Keep(ctx context.Context) *Keeper { return &Keeper{ctx} } // want Keep:`^param0:retained result0:param0\+unclear$`

func (k *Keeper) Set(ctx context.Context) { k.ctx = ctx } // want Set:`^param0:retained$`

func (k *Keeper) Context() context.Context { return k.ctx } // want Context:`^result0:other$`

func KeepInLiteral(ctx context.Context) func() error { // want KeepInLiteral:`^param0:retained$`
	return func() error { return work(ctx) }
}

func KeepInMap(ctx context.Context) map[string]any { // want KeepInMap:`^param0:retained$`
	return map[string]any{"work": func() error { return work(ctx) }}
}

func CallsLiteral(ctx context.Context) error {
	f := func() error { return work(ctx) }
	return f()
}

func Async(ctx context.Context) { go work(ctx) } // want Async:`^param0:goroutine$`

func AsyncLiteral(ctx context.Context) { // want AsyncLiteral:`^param0:goroutine$`
	go func() { work(ctx) }()
}

// Roots.

func Root() error { return work(context.Background()) } // want Root:`^root:ctxflow/a.Root$`

func RootBounded() error { // want RootBounded:`^root:ctxflow/a.RootBounded\(bounded\)$`
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return work(ctx)
}

func CallsRoot() error { return Root() } // want CallsRoot:`^root:ctxflow/a.CallsRoot>ctxflow/a.Root$`

func (k *Keeper) Do() error { return k.DoContext(context.Background()) } // want Do:`^root:ctxflow/a.Keeper.Do wraps:DoContext$`

func (k *Keeper) DoContext(ctx context.Context) error { return work(ctx) }

type lifecycle struct{ cancel func() }

func Lifecycle() *lifecycle {
	ctx, cancel := context.WithCancel(context.Background())
	go work(ctx)
	return &lifecycle{cancel}
}

// Outgoing calls.

func Get(url string) { http.Get(url) } // want Get:`^out:http@nothing bare$`

func Send(ctx context.Context, c *http.Client, url string) { // want Send:`^out:http@param0\?$`
	req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
	c.Do(req)
}

func do(r *http.Request) error { return nil }

// Hands its context on in a request.
func SendByHelper(ctx context.Context, url string) error {
	req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
	return do(req)
}

func SendBounded(c *http.Client, req *http.Request) { // want SendBounded:`^out:http@self$`
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	defer cancel()
	c.Do(req.WithContext(ctx))
}

func Sends(ctx context.Context) { Send(ctx, nil, "") } // want Sends:`^out:http@param0\?$`

// Sleeping and blocking.

func Sleep() { time.Sleep(time.Second) } // want Sleep:`^sleeps$`

func Sleeps() { Sleep() } // want Sleeps:`^sleeps$`

func StartsSleeper() { go Sleep() }

func Receive(ch chan int) { <-ch } // want Receive:`^blocks$`

func ReceiveOrDone(ctx context.Context, ch chan int) {
	select {
	case <-ch:
	case <-ctx.Done():
	}
}

func WaitGroup(wg *sync.WaitGroup) { wg.Wait() } // want WaitGroup:`^blocks$`

// A lock is no waiting.

func Locks(mu *sync.Mutex) {
	mu.Lock()
	defer mu.Unlock()
}

// Unexported functions and those that only use contexts as everybody does have no fact.

func quiet(_ context.Context) {}

func Plain(n int) int { return n }

// Ends.

func Forever() { // want Forever:`^endless$`
	for {
		work(nil)
	}
}

func ForeverByTicker() { // want ForeverByTicker:`^blocks,endless$`
	for range time.Tick(time.Second) {
		work(nil)
	}
}

func ForeverByCall() { // want ForeverByCall:`^endless$`
	Forever()
	work(nil)
}

func ForeverUnlessClosed(in chan int) { // want ForeverUnlessClosed:`^blocks$`
	for range in {
		work(nil)
	}
}

func ForeverUnlessFailed() {
	for {
		if work(nil) != nil {
			panic("no work")
		}
	}
}
