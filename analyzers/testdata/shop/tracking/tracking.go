// Package tracking knows where parcels are.
package tracking

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// A Tracker looks where parcels are, every few minutes.
type Tracker struct {
	carrier string
	http    *http.Client
	db      *sql.DB
	ctx     context.Context
	stop    context.CancelFunc
}

// NewTracker returns a tracker that asks the carrier whose service is at base,
// and writes into db what it learns.
func NewTracker(base string, db *sql.DB) *Tracker {
	ctx, stop := context.WithCancel(context.Background())
	t := &Tracker{carrier: base, http: &http.Client{}, db: db, ctx: ctx, stop: stop}
	go t.run()
	return t
}

// Close stops the tracker.
func (t *Tracker) Close() { t.stop() }

func (t *Tracker) run() {
	tick := time.NewTicker(5 * time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-t.ctx.Done():
			return
		case <-tick.C:
		}
		places, err := t.places()
		if err == nil {
			err = t.save(places)
		}
		if err != nil {
			slog.Warn("parcels lost from sight", "error", err)
		}
	}
}

// places asks the carrier. One answer that never comes, and no parcel is looked
// for any more.
func (t *Tracker) places() (map[string]string, error) {
	res, err := t.http.Get(t.carrier + "/places") // REPORT ctxdeadline/client
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	places := make(map[string]string)
	return places, json.NewDecoder(res.Body).Decode(&places)
}

func (t *Tracker) save(places map[string]string) error {
	for parcel, place := range places {
		// The tracker's own context ends when the tracker is closed, and not before.
		_, err := t.db.ExecContext(t.ctx, "update parcels set place = ? where id = ?", place, parcel) // REPORT ctxdeadline/unbounded
		if err != nil {
			return err
		}
	}
	// Right: derived from the same context, with a limit.
	ctx, cancel := context.WithTimeout(t.ctx, time.Minute)
	defer cancel()
	_, err := t.db.ExecContext(ctx, "delete from parcels where place = 'customer'")
	return err
}

// Holidays returns the days on which nothing is delivered.
func Holidays(base string) ([]time.Time, error) {
	res, err := http.Get(base + "/holidays") // REPORT ctxdeadline/defaultclient
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	var days []time.Time
	return days, json.NewDecoder(res.Body).Decode(&days)
}

// Print sends a label to the printer at an address.
func Print(address string, label io.WriterTo) error {
	conn, err := net.Dial("tcp", address) // REPORT ctxdeadline/dial
	if err != nil {
		return fmt.Errorf("printer: %w", err)
	}
	defer conn.Close()
	// Right: a limit for all that is written.
	if err := conn.SetWriteDeadline(time.Now().Add(10 * time.Second)); err != nil {
		return err
	}
	_, err = label.WriteTo(conn)
	return err
}
