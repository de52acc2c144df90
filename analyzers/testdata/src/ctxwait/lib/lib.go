// Package lib has functions that sleep.
package lib

import (
	"time"

	"locks"
)

// Pause sleeps for a second.
func Pause() { time.Sleep(time.Second) }

// Blink sleeps for a moment.
func Blink() { time.Sleep(5 * time.Millisecond) }

// Until sleeps until ready says yes.
func Until(ready func() bool) {
	for !ready() {
		time.Sleep(10 * time.Millisecond)
	}
}

// Stopped sleeps, but can be told to stop.
func Stopped(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
			time.Sleep(time.Second)
		}
	}
}

// Later sleeps elsewhere.
func Later(f func()) {
	go func() {
		time.Sleep(time.Second)
		f()
	}()
}

// Close waits for what is under way.
func Close() { time.Sleep(time.Second) }

// Locked waits as another module does: what that does inside is its affair.
func Locked(free func() bool) int {
	locks.Lock(free)
	return 1
}
