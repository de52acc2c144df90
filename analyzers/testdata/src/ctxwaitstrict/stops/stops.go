// Package stops has goroutines without a context, which pause.
package stops

import (
	"context"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/connectivity"
)

type poller struct {
	delay time.Duration
	quit  chan struct{}
	done  chan struct{}
	conn  *grpc.ClientConn
}

func (p *poller) step() {}

func (p *poller) ok() bool { return true }

// New starts what nobody can stop.
func New() *poller {
	p := &poller{}
	go func() {
		for range time.NewTicker(time.Minute).C { // want `waiting for time\.NewTicker\(\.\.\.\)\.C goes on for ever in this goroutine, which nothing can stop; give it a context`
			p.step()
		}
	}()
	go p.refresh()
	go p.watch(p.conn)
	go p.run()
	go p.scrape()
	go p.scrapeWell()
	go p.until()
	go p.jitter()
	go p.soon()
	go p.ends()
	p.loop()
	return p
}

func (p *poller) refresh() {
	for {
		p.step()
		time.Sleep(p.delay) // want `time\.Sleep goes on for ever in this goroutine, which nothing can stop; give it a context`
	}
}

// watch waits on a root for what a closed connection never tells.
func (p *poller) watch(conn *grpc.ClientConn) {
	for {
		s := conn.GetState()
		if s == connectivity.Ready {
			p.step()
		}
		conn.WaitForStateChange(context.Background(), s) // want `conn\.WaitForStateChange goes on for ever in this goroutine`
	}
}

// until has a way out.
func (p *poller) until() {
	for {
		if !p.ok() {
			return
		}
		time.Sleep(p.delay)
	}
}

// ends has a condition.
func (p *poller) ends() {
	for p.ok() {
		time.Sleep(p.delay)
	}
}

// loop is no goroutine.
func (p *poller) loop() {
	for {
		time.Sleep(p.delay)
	}
}

func (p *poller) run() {
	for {
		select {
		case <-p.quit:
			return
		case <-time.After(p.delay):
			p.step()
		}
	}
}

// scrape starts late, and can't be stopped before.
func (p *poller) scrape() {
	if p.delay > 0 {
		<-time.After(p.delay) // want `waiting for time\.After\(\.\.\.\) goes on when p\.quit tells this goroutine to end; select on it too`
	}
	p.run2()
	for {
		select {
		case <-p.quit:
			p.done <- struct{}{}
			return
		case <-time.After(time.Second):
			p.step()
		}
	}
}

func (p *poller) run2() {}

// scrapeWell can be stopped at any time, and takes its time to end.
func (p *poller) scrapeWell() {
	select {
	case <-p.quit:
		return
	case <-time.After(p.delay):
	}
	for {
		select {
		case <-p.quit:
			time.Sleep(p.delay)
			return
		case <-time.After(time.Second):
			p.step()
		}
	}
}

func wait(d time.Duration) { time.Sleep(d) }

// jitter sleeps in another function.
func (p *poller) jitter() {
	wait(p.delay) // want `wait goes on when p\.quit tells this goroutine to end; select on it too`
	for {
		select {
		case <-p.quit:
			return
		case <-time.After(time.Second):
			p.step()
		}
	}
}

// soon pauses for a moment only.
func (p *poller) soon() {
	for {
		time.Sleep(10 * time.Millisecond)
		select {
		case <-p.quit:
			return
		case <-time.After(time.Second):
			p.step()
		}
	}
}

// A refresher ends by a flag.
type refresher struct {
	status int32
	closed atomic.Bool
	paused bool
	every  time.Duration
}

func (r *refresher) Start() {
	go r.refresh()
	go r.reload()
	go r.often()
	go r.count()
	go r.whilePaused()
	go r.untilLoaded()
}

func (r *refresher) Stop() {
	if !atomic.CompareAndSwapInt32(&r.status, 1, 2) {
		return
	}
	r.closed.Store(true)
}

// refresh hears of the end with the next tick only.
func (r *refresher) refresh() {
	for range time.NewTicker(r.every).C { // want `waiting for time\.NewTicker\(\.\.\.\)\.C goes on when status tells this goroutine to end; give it a context too`
		if atomic.LoadInt32(&r.status) != 1 {
			return
		}
		r.load()
	}
}

func (r *refresher) load() {}

// reload too.
func (r *refresher) reload() {
	for !r.closed.Load() {
		r.load()
		time.Sleep(time.Minute) // want `time\.Sleep goes on when closed tells this goroutine to end; give it a context too`
	}
}

// often doesn't wait for long.
func (r *refresher) often() {
	for !r.closed.Load() {
		r.load()
		time.Sleep(time.Millisecond)
	}
}

// count ends by itself.
func (r *refresher) count() {
	for i := 0; i < 10; i++ {
		if r.paused {
			return
		}
		time.Sleep(time.Minute)
	}
}

// whilePaused asks about what nobody sets to stop it.
func (r *refresher) whilePaused() {
	for r.paused {
		time.Sleep(time.Minute)
	}
}

// untilLoaded ends for another reason as well.
func (r *refresher) untilLoaded() {
	for !r.closed.Load() {
		if r.loaded() {
			return
		}
		time.Sleep(time.Minute)
	}
}

func (r *refresher) loaded() bool { return false }
