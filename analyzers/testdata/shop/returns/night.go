package returns

import (
	"context"
	"net"
	"time"
)

// Close books the day. Only one desk may do so at a time.
func (d *Desk) Close(ctx context.Context) error {
	if err := d.Lock.Lock(ctx); err != nil {
		return err
	}
	// When the time is up, the lock stays, and with it all other desks.
	defer d.Lock.Unlock(ctx)  // REPORT ctxlifetime/cleanup
	defer d.removeDrafts(ctx) // REPORT ctxlifetime/tidyup
	return d.note(ctx, "booked")
}

// Stamp notes the time, and leaves the timer of its limit behind: what would stop it
// is thrown away.
func (d *Desk) Stamp(ctx context.Context) error {
	ctx, _ = context.WithTimeout(ctx, time.Minute) // REPORT ctxlifetime/lostcancel
	return d.note(ctx, "stamped")
}

// Reopen does so, and gives the lock back in any case.
func (d *Desk) Reopen(ctx context.Context) error {
	if err := d.Lock.Lock(ctx); err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		d.Lock.Unlock(ctx)
	}()
	return d.note(ctx, "open again")
}

func (d *Desk) removeDrafts(ctx context.Context) error {
	_, err := d.DB.ExecContext(ctx, "delete from drafts")
	return err
}

// Value returns what a parcel is worth. Those who ask for the same one at a time
// get one answer, and all get none when the first of them doesn't wait for it.
func (d *Desk) Value(ctx context.Context, parcel string) (any, error) {
	v, err, _ := d.asked.Do(parcel, func() (any, error) {
		return d.value(ctx, parcel) // REPORT ctxlifetime/shared
	})
	return v, err
}

// Weight does so, and right: it goes on without the first.
func (d *Desk) Weight(ctx context.Context, parcel string) (any, error) {
	v, err, _ := d.asked.Do("weight "+parcel, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		return d.value(ctx, parcel)
	})
	return v, err
}

func (d *Desk) value(ctx context.Context, parcel string) (cents int, err error) {
	err = d.DB.QueryRowContext(ctx, "select cents from returns where id = ?", parcel).Scan(&cents)
	return cents, err
}

// Scanners takes in what the scanners at the door send. They may do so for a minute
// after the start, and never again.
func (d *Desk) Scanners(l net.Listener) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // REPORT ctxlifetime/startup
	defer cancel()
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go d.scan(ctx, conn)
	}
}

func (d *Desk) scan(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	d.note(ctx, "scanner "+conn.RemoteAddr().String())
}
