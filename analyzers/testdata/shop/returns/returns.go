// Package returns takes back what customers don't want.
package returns

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"time"

	"example.com/shop/inventory"
	"go.etcd.io/etcd/client/v3/concurrency"
	"golang.org/x/sync/singleflight"
)

// A Parcel was sent back.
type Parcel struct {
	ID    string
	SKU   string
	Count int
}

// A Desk takes parcels in.
type Desk struct {
	Stock *inventory.Client
	DB    *sql.DB
	Lock  *concurrency.Mutex
	asked singleflight.Group
}

// Open takes parcels in until ctx is done, and says then that it is closed.
func (d *Desk) Open(ctx context.Context, parcels <-chan Parcel) error {
	for {
		select {
		case <-ctx.Done():
			// The one thing that has to be written down never is.
			return d.note(ctx, "closed") // REPORT ctxlifetime/dead
		case p := <-parcels:
			if err := d.take(ctx, p); err != nil {
				return err
			}
		}
	}
}

// Shut says that the desk is closed when ctx is done.
func (d *Desk) Shut(ctx context.Context) error {
	<-ctx.Done()
	// Right: it has seconds of its own.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return d.note(ctx, "closed")
}

// take books a parcel. It may take a second.
func (d *Desk) take(ctx context.Context, p Parcel) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return d.note(ctx, "parcel "+p.ID)
}

// Refund gives all parcels' items back to the stock.
func (d *Desk) Refund(ctx context.Context, parcels []Parcel) error {
	for _, p := range parcels {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel() // REPORT ctxlifetime/deferloop
		if err := d.Stock.Release(ctx, p.ID); err != nil {
			return err
		}
	}
	return nil
}

type parcelKey struct{}

// Book books parcels, each under its number.
func (d *Desk) Book(ctx context.Context, parcels []Parcel) error {
	for _, p := range parcels {
		ctx = context.WithValue(ctx, parcelKey{}, p.ID) // REPORT ctxlifetime/nested
		if err := d.take(ctx, p); err != nil {
			return err
		}
	}
	for _, p := range parcels {
		// Right: each turn has a variable of its own.
		ctx := context.WithValue(ctx, parcelKey{}, p.ID)
		if err := d.Stock.Release(ctx, p.ID); err != nil {
			return err
		}
	}
	return nil
}

func (d *Desk) note(ctx context.Context, what string) error {
	_, err := d.DB.ExecContext(ctx, "insert into returns (at, what) values (?, ?)", time.Now(), what)
	return err
}

// Parcels returns what was sent back.
func (d *Desk) Parcels(ctx context.Context) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return d.DB.QueryContext(ctx, "select id from returns") // REPORT ctxlifetime/escape
}

// Count returns how many parcels were sent back. Right: all is read here.
func (d *Desk) Count(ctx context.Context) (n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err = d.DB.QueryRowContext(ctx, "select count(*) from returns").Scan(&n)
	return n, err
}

// ServeHTTP takes a parcel in that somebody brings.
func (d *Desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	// Whoever is quicker: the book, or the answer.
	go d.note(r.Context(), "parcel "+id) // REPORT ctxlifetime/request
	go func() {
		// Right: it goes on without the customer, and not for ever.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), time.Minute)
		defer cancel()
		if err := d.Stock.Release(ctx, id); err != nil {
			slog.WarnContext(ctx, "not released", "parcel", id, "error", err)
		}
	}()
	w.WriteHeader(http.StatusAccepted)
}
