// Package delivery talks to the carriers that bring parcels to customers.
package delivery

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// A Parcel is on its way to a customer.
type Parcel struct {
	ID      string
	Carrier string
}

// A Carrier brings parcels.
type Carrier interface {
	// Pickup asks the carrier to fetch a parcel.
	Pickup(ctx context.Context, p Parcel) error
}

// A Desk hands parcels to carriers.
type Desk struct {
	carriers map[string]Carrier
	parcels  chan Parcel
	lost     chan Parcel
}

// New returns a desk that works with the carriers, by name.
func New(carriers map[string]Carrier) *Desk {
	return &Desk{carriers: carriers, parcels: make(chan Parcel, 100), lost: make(chan Parcel, 100)}
}

// Handover gives a parcel to its carrier, which may be busy. When the customer's
// request is over, it still sits out its pauses: a minute, at the worst.
func (d *Desk) Handover(ctx context.Context, p Parcel) error {
	c, ok := d.carriers[p.Carrier]
	if !ok {
		return errors.New("no carrier " + p.Carrier)
	}
	var err error
	for i := range 5 {
		if err = c.Pickup(ctx, p); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i+1) * 4 * time.Second) // REPORT ctxwait/sleep
	}
	return err
}

// HandoverSoon does the same and leaves with the customer.
func (d *Desk) HandoverSoon(ctx context.Context, p Parcel) error {
	c, ok := d.carriers[p.Carrier]
	if !ok {
		return errors.New("no carrier " + p.Carrier)
	}
	for c.Pickup(ctx, p) != nil {
		timer := time.NewTimer(200 * time.Millisecond)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
	return nil
}

// Collect waits for the parcels of the next minute, also when nobody wants them
// any more.
func (d *Desk) Collect(ctx context.Context) []Parcel {
	<-time.After(time.Minute) // REPORT ctxwait/timer
	var all []Parcel
	for {
		select {
		case p := <-d.parcels:
			all = append(all, p)
		default: // never waits
			return all
		}
	}
}

// Next returns the next parcel, or the next one that came back. It has a limit of
// its own, but doesn't know that of its caller.
func (d *Desk) Next(ctx context.Context) (Parcel, error) {
	select {
	case p := <-d.parcels:
		return p, nil
	case p := <-d.lost:
		return p, nil
	case <-time.After(30 * time.Second): // REPORT ctxwait/select
		return Parcel{}, errors.New("no parcel")
	}
}

// Run hands over parcels until the shop closes. It is to stop then, but the break
// only leaves the select: the loop keeps a processor busy until the program ends.
func (d *Desk) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			slog.Info("desk closed")
			break // REPORT ctxloop/spin
		case p := <-d.parcels:
			if err := d.HandoverSoon(ctx, p); err != nil {
				slog.ErrorContext(ctx, "not handed over", "parcel", p.ID, "error", err)
			}
		}
	}
}

// Track tells a customer where a parcel is, as long as the customer listens, and
// after that.
func (d *Desk) Track(p Parcel, stream Updates) error {
	for u := range d.updates(p) {
		stream.Send(u) // REPORT ctxloop/stream
	}
	return nil
}

// An Update says where a parcel is.
type Update struct{ Place string }

// Updates is the stream that a customer listens to.
type Updates interface {
	Context() context.Context
	Send(Update) error
}

// updates returns where a parcel has been, and is then closed.
func (d *Desk) updates(p Parcel) <-chan Update {
	all := make(chan Update, 1)
	all <- Update{Place: p.Carrier}
	close(all)
	return all
}

// Sort sorts parcels by carrier for ever.
func (d *Desk) Sort(ctx context.Context) {
	for { // REPORT ctxloop/endless
		p, ok := d.take()
		if !ok {
			slog.WarnContext(ctx, "nothing to sort")
			continue
		}
		d.lost <- p // REPORT ctxwait/channel
	}
}

func (d *Desk) take() (Parcel, bool) {
	select {
	case p := <-d.parcels:
		return p, true
	default:
		return Parcel{}, false
	}
}
