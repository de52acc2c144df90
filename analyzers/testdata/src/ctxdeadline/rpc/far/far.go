// Package far imports the interceptor's package by way of another.
package far

import (
	"context"

	"ctxdeadline/rpc/limited"
	"ctxdeadline/rpc/orders"
)

var _ = limited.Total

func fresh(c orders.Client) (*orders.Order, error) {
	return c.Get(context.Background(), &orders.Request{})
}
