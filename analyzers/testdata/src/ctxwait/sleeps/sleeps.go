// Package sleeps has waits for time to pass.
package sleeps

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"sync"
	"time"

	"ctxwait/lib"
	"locks"
)

var errLate = errors.New("late")

type answer struct{ n int }

func call(ctx context.Context) error { return ctx.Err() }

func once(ctx context.Context) error {
	time.Sleep(2 * time.Second) // want `time\.Sleep may block past the deadline of ctx; wait for a timer or ctx\.Done\(\)`
	return call(ctx)
}

func onceShort(ctx context.Context) error {
	time.Sleep(200 * time.Millisecond)
	return call(ctx)
}

func given(ctx context.Context, d time.Duration) (answer, error) {
	time.Sleep(d) // want `time\.Sleep may block past the deadline of ctx`
	return answer{1}, call(ctx)
}

func loop(ctx context.Context) (n int, ok bool, p *answer, err error) {
	for i := range 5 {
		if call(ctx) == nil {
			return i, true, nil, nil
		}
		time.Sleep(time.Duration(i) * time.Second) // want `time\.Sleep may block past the deadline of ctx`
	}
	return 0, false, nil, errLate
}

func twice(ctx context.Context) {
	time.Sleep(time.Second)             // want `time\.Sleep may block past the deadline of ctx`
	fmt.Println("half")                 // not a pause
	<-time.After(2 * time.Second)       // want `waiting for time\.After\(\.\.\.\) may block past the deadline of ctx; select on ctx\.Done\(\) too`
	time.Sleep(pauses[0] + time.Second) // want `time\.Sleep may block past the deadline of ctx`
}

var pauses = []time.Duration{time.Second}

func noResult(ctx context.Context) int {
	time.Sleep(time.Second) // want `time\.Sleep may block past the deadline of ctx`
	return 1
}

func lookedAt(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
}

func handedOn(ctx context.Context) {
	for call(ctx) != nil {
		time.Sleep(99 * time.Millisecond)
	}
}

func lookedAtSlowly(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(100 * time.Millisecond) // want `time\.Sleep may block past the deadline of ctx`
	}
}

func neverLooked(ctx context.Context, ready func() bool) {
	for !ready() {
		time.Sleep(10 * time.Millisecond) // want `time\.Sleep may block past the deadline of ctx`
	}
}

func fewTurns(ctx context.Context, ready func() bool) bool {
	for i := 0; i < 3; i++ {
		if ready() {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	for range [4]int{} {
		time.Sleep(100 * time.Millisecond)
	}
	for i := 0; i <= 9; i++ {
		time.Sleep(time.Duration(rand.Intn(100)) * time.Millisecond) // want `time\.Sleep may block past the deadline of ctx`
	}
	return false
}

const step = 10 * time.Millisecond

var interval = 2 * step

func known(ctx context.Context, slow bool) {
	d := step
	if slow {
		d = 3 * step
	}
	time.Sleep(d)
	time.Sleep(interval)
	time.Sleep(min(step, interval))
	time.Sleep(time.Duration(rand.Int63n(int64(10 * step))))
	time.Sleep((step + interval) / 2)
}

func timers(ctx context.Context) error {
	t := time.NewTimer(time.Second)
	<-t.C // want `waiting for t\.C may block past the deadline of ctx`
	t.Reset(time.Minute)
	if !t.Stop() {
		<-t.C
	}
	short := time.NewTimer(time.Millisecond)
	<-short.C
	reset := time.NewTimer(time.Millisecond)
	reset.Reset(time.Minute)
	at := <-reset.C // want `waiting for reset\.C may block past the deadline of ctx`
	fmt.Println(at)
	return nil
}

func ticks(ctx context.Context) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for range ticker.C { // want `waiting for ticker\.C may block past the deadline of ctx`
		call(ctx)
	}
}

func fastTicks(ctx context.Context) {
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	for range ticker.C {
		if ctx.Err() != nil {
			return
		}
	}
}

func right(ctx context.Context) error {
	t := time.NewTimer(time.Second)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func afterDone(ctx context.Context) {
	<-ctx.Done()
	time.Sleep(5 * time.Second) // others get time to end
}

func afterErr(ctx context.Context) error {
	for {
		err := call(ctx)
		if errors.Is(err, context.Canceled) {
			time.Sleep(5 * time.Second)
			return err
		}
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		call(attempt)
		cancel()
		time.Sleep(5 * time.Second) // want `time\.Sleep may block past the deadline of ctx`
	}
}

func drain(stop chan struct{}, ctx context.Context) {
	<-stop
	time.Sleep(5 * time.Second)
}

func delayed(ctx context.Context) {
	go func() {
		time.Sleep(time.Minute)
		fmt.Println("a minute later")
	}()
	go func() {
		for {
			fmt.Println("of its own")
			time.Sleep(time.Minute)
		}
	}()
	go func() {
		for call(ctx) == nil {
			time.Sleep(time.Minute) // want `time\.Sleep may block past the deadline of ctx`
		}
	}()
}

func joined(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		time.Sleep(time.Minute) // want `time\.Sleep may block past the deadline of ctx`
	}()
	wg.Wait()
}

type poller struct{ next func() }

func keep(ctx context.Context) *poller {
	return &poller{next: func() { time.Sleep(time.Minute) }}
}

func inPlace(ctx context.Context) {
	for range 10 {
		func() {
			time.Sleep(time.Second) // want `time\.Sleep may block past the deadline of ctx`
		}()
	}
}

func helpers(ctx context.Context, ready func() bool) {
	lib.Pause()      // want `lib\.Pause may block past the deadline of ctx`
	lib.Until(ready) // want `lib\.Until may block past the deadline of ctx`
	lib.Blink()
	lib.Stopped(ctx.Done())
	lib.Later(func() {})
	lib.Close()
	for !ready() {
		backoff() // want `backoff may block past the deadline of ctx`
	}
}

func backoff() { time.Sleep(150 * time.Millisecond) }

func nobody() {
	time.Sleep(time.Minute)
	lib.Pause()
}

func blank(_ context.Context) {
	time.Sleep(time.Minute) // want `time\.Sleep may block past the deadline of the blank context\.Context parameter; wait for a timer or its Done\(\)`
}

func generic[T any](ctx context.Context, d time.Duration) (T, error) {
	var zero T
	time.Sleep(d) // want `time\.Sleep may block past the deadline of ctx`
	return zero, nil
}

type stream interface {
	Context() context.Context
}

func carried(s stream, d time.Duration) error {
	time.Sleep(d) // want `time\.Sleep may block past the deadline of s\.Context\(\)`
	return nil
}

func main() { time.Sleep(time.Hour) }

func locked(ctx context.Context, free func() bool) error {
	lib.Locked(free)
	locks.Lock(free)
	return ctx.Err()
}

// Contexts that no caller gave, and that end all the same.

type owner struct {
	ctx   context.Context
	fired chan struct{}
}

func (o *owner) poll(ready func(context.Context) bool) {
	ctx, cancel := context.WithTimeout(o.ctx, time.Minute)
	defer cancel()
	for !ready(ctx) {
		time.Sleep(time.Second) // want `time\.Sleep may block past the deadline of ctx`
	}
}

func timedRoot(ready func(context.Context) bool) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for !ready(ctx) {
		time.Sleep(time.Second) // want `time\.Sleep may block past the deadline of ctx`
	}
}

func untimedRoot(ready func(context.Context) bool) {
	ctx := context.Background()
	for !ready(ctx) {
		time.Sleep(time.Second)
	}
}

func (o *owner) shortly(ready func(context.Context) bool) {
	ctx, cancel := context.WithTimeout(o.ctx, time.Minute)
	defer cancel()
	for !ready(ctx) {
		time.Sleep(10 * time.Millisecond)
	}
}

func (o *owner) starts(ready func(context.Context) bool) {
	ctx, cancel := context.WithTimeout(o.ctx, time.Minute)
	defer cancel()
	go func() {
		for !ready(nil) {
			time.Sleep(time.Second)
		}
	}()
	ready(ctx)
}

func (o *owner) chooses(limit time.Duration) bool {
	ctx, cancel := context.WithTimeout(o.ctx, limit)
	defer cancel()
	_ = ctx.Value(o)
	select {
	case <-time.After(limit): // want `select has no case for ctx\.Done\(\) and may outlast the deadline of ctx`
		return false
	case <-o.fired:
		return true
	}
}

// What sleeps far away isn't told: nobody would know where to mend it.

func near(ctx context.Context) { pause1() } // want `pause1 may block past the deadline of ctx`

func nearly(ctx context.Context) { pause2() } // want `pause2 may block past the deadline of ctx`

func far(ctx context.Context) { pause3() }

func savesAll(ctx context.Context, save func() error) { retries(save) }

// Only a failure makes it sleep, which its caller can't cut short.
func retries(save func() error) {
	for range 10 {
		err := save()
		if err == nil {
			return
		}
		time.Sleep(time.Second) // want `time\.Sleep delays a retry that no caller of retries can cut short; take ctx as a parameter`
	}
}

func pause1() { time.Sleep(time.Minute) }

func pause2() { pause1() }

func pause3() { pause2() }

// A context for one step isn't for what comes after it.
func (o *owner) step(ready func(context.Context) bool) {
	ctx, cancel := context.WithTimeout(o.ctx, time.Minute)
	ok := ready(ctx)
	cancel()
	if !ok {
		time.Sleep(time.Minute)
	}
}

func (o *owner) leases(keep func(context.Context) <-chan int) {
	ctx, cancel := context.WithTimeout(o.ctx, time.Hour)
	defer cancel()
	kept := keep(ctx)
	for {
		select {
		case <-time.After(time.Minute):
			return
		case _, ok := <-kept: // is closed with ctx
			if !ok {
				return
			}
		}
	}
}

func (o *owner) firesOnly(then func(context.Context)) {
	ctx := o.ctx
	select {
	case <-o.fired:
		then(ctx)
	}
}
