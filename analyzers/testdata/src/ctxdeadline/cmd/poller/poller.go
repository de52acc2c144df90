// Package poller is part of a program that stays; its path says nothing of that.
package poller

import (
	"context"
	"database/sql"
	"net/http"
	"os"
	"os/signal"
	"time"
)

// Poll asks again and again.
func Poll(url string) {
	for range time.Tick(time.Second) {
		http.Get(url) // want `http\.Get may wait for ever`
	}
}

// A context that a signal ends has an end, also for who gets it from here.
func untilSignal() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	go func() {
		<-c
		cancel()
	}()
	return ctx
}

func endless() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	_ = cancel
	return ctx
}

func ping(db *sql.DB) {
	db.PingContext(untilSignal())
	db.PingContext(endless()) // want `db\.PingContext may never end, as its context has no deadline`
}
