package wrong

import "context"

type Order struct{ Customer, SKU string }

type Shop struct {
	ctx                                          context.Context
	bank, inventory, mail, prices, sessions, log service
}

type service struct{}

func (service) Charge(ctx context.Context, o Order) error            { return ctx.Err() }
func (service) Count(ctx context.Context, sku string) (int, error)   { return 0, ctx.Err() }
func (service) Send(ctx context.Context, to string) error            { return ctx.Err() }
func (service) Lookup(ctx context.Context, what string) (int, error) { return 0, ctx.Err() }
func (service) Write(ctx context.Context, line string) error         { return ctx.Err() }
