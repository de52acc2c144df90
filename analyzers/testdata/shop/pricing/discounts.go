package pricing

import (
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
