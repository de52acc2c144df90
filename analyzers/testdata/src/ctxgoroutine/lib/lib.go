// Package lib has functions that run for ever, for other packages to start.
package lib

import (
	"context"
	"time"
)

func step() {}

// Forever never returns.
func Forever() {
	for {
		step()
	}
}

// Tick never returns: nobody closes a ticker's channel.
func Tick(ctx context.Context) {
	_ = ctx
	for range time.Tick(time.Second) {
		step()
	}
}

// Until returns when it is told to.
func Until(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
			step()
		}
	}
}

// A Poller polls.
type Poller struct{}

// Run never returns.
func (p *Poller) Run() {
	Forever()
}
