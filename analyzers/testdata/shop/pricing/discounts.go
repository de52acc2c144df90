package pricing

import (
	"context"
	"sync"
	"time"
)

// Discounts are what customers with a code pay less.
type Discounts struct {
	load func() map[string]float64

	mu     sync.Mutex
	byCode map[string]float64
}

// NewDiscounts returns discounts that are loaded every hour.
func NewDiscounts(load func() map[string]float64) *Discounts {
	d := &Discounts{load: load, byCode: load()}
	go d.renew()
	return d
}

// Of returns the discount for a code, 0 if there is none.
func (d *Discounts) Of(code string) float64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.byCode[code]
}

func (d *Discounts) renew() {
	// Also when nobody asks for them any more.
	for {
		time.Sleep(time.Hour) // REPORT ctxwait/stop
		byCode := d.load()
		d.mu.Lock()
		d.byCode = byCode
		d.mu.Unlock()
	}
}

// A Draft is an order whose price isn't settled yet.
type Draft struct {
	Context context.Context // of whoever works on it
	Settle  func(ctx context.Context) error
	Rest    time.Duration // that the bank wants between two
}

// Next settles the draft. Whoever has left waits for the rest all the same.
func (d *Draft) Next() error {
	err := d.Settle(d.Context)
	time.Sleep(d.Rest) // REPORT ctxwait/held
	return err
}
