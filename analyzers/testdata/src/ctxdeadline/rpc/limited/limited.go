// Package limited calls in a module that has such an interceptor.
package limited

import (
	"context"

	"ctxdeadline/rpc/limits"
	"ctxdeadline/rpc/orders"
)

var interceptor limits.Interceptor

func fresh(c orders.Client) (*orders.Order, error) {
	return c.Get(context.Background(), &orders.Request{})
}

// Total is what an order costs.
func Total(o *orders.Order) int { return o.Total }
