// Package checkout sells things.
package checkout

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"example.com/shop/audit"
	"example.com/shop/inventory"
	"example.com/shop/pricing"
)

// An Order is what a customer wants to buy.
type Order struct {
	Customer string `json:"customer"`
	SKU      string `json:"sku"`
	Count    int    `json:"count"`
	Cents    int    `json:"cents"`
	Currency string `json:"currency"`
	Gift     bool   `json:"gift"`
}

// A Receipt says what was bought, and for how much.
type Receipt struct {
	Reservation string `json:"reservation"`
	Amount      int    `json:"amount"`
}

// A Service sells things with the help of other services.
type Service struct {
	Stock *inventory.Client
	Rates *pricing.Rates
	Audit *audit.Log
	Bank  *Partner
	Post  *Partner
}

// Place reserves what is ordered, has it paid and sends it on its way.
func (s *Service) Place(ctx context.Context, order Order) (*Receipt, error) {
	kept, err := s.Stock.Reserve(ctx, order.SKU, order.Count)
	if err != nil {
		return nil, fmt.Errorf("not reserved: %w", err)
	}
	amount, err := s.Rates.Convert(ctx, order.Cents*order.Count, order.Currency)
	if err == nil {
		err = s.pay(ctx, order, amount)
	}
	if err != nil {
		return nil, errors.Join(err, s.giveBack(ctx, kept.ID))
	}
	if err := s.send(ctx, order); err != nil {
		return nil, err
	}
	s.confirm(ctx, order)
	return &Receipt{Reservation: kept.ID, Amount: amount}, s.Audit.Record(order.Customer, "bought "+order.SKU)
}

// pay has the customer's bank pay.
func (s *Service) pay(ctx context.Context, order Order, amount int) error {
	// Two seconds sound careful. But they count from here, on a root of their own:
	// the page gives up after 800 ms and the customer pays all the same.
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second) // REPORT ctxroot/shadow
	defer cancel()
	return s.Bank.Call(ctx, "pay", order.Customer, amount)
}

// send has the parcel service fetch the parcel.
func (s *Service) send(ctx context.Context, order Order) error {
	if order.Gift {
		// Inside these braces, ctx is another one, and it has no deadline.
		ctx := context.Background() // REPORT ctxroot/shadow
		if err := s.Post.Call(ctx, "wrap", order.SKU, order.Count); err != nil {
			return err
		}
	}
	return s.Post.Call(ctx, "fetch", order.Customer, order.Count)
}

// confirm sends the customer a message. Nobody waits for that.
func (s *Service) confirm(ctx context.Context, order Order) {
	// It is right that this outlives the request, but nothing ever ends it: if the
	// parcel service hangs, one goroutine more hangs with it for each order.
	go s.Post.Call(context.Background(), "message", order.Customer, 1) // REPORT ctxroot/detach
}

// giveBack gives reserved items back, also when the customer has gone. What ctx
// carries stays, and there is a limit: that is right.
func (s *Service) giveBack(ctx context.Context, reservation string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return s.Stock.Release(ctx, reservation)
}

// Cancel takes an order back.
func (s *Service) Cancel(ctx context.Context, reservation string) (err error) {
	defer func() {
		// A deferred step that has to happen, but it can block for ever.
		if e := s.Audit.Append(context.Background(), "shop", "cancelled "+reservation); e != nil { // REPORT ctxroot/detach
			slog.WarnContext(ctx, "audit log incomplete", "error", e)
			err = errors.Join(err, e)
		}
	}()
	return s.Stock.Release(ctx, reservation)
}
