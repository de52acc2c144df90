// Package orders has the client of a service.
package orders

import (
	"context"

	"google.golang.org/grpc"
)

// A Request asks for an order.
type Request struct{ ID string }

// An Order is the answer.
type Order struct{ Total int }

// A Client is as generators write them.
type Client interface {
	Get(ctx context.Context, in *Request, opts ...grpc.CallOption) (*Order, error)
}

func fresh(c Client) (*Order, error) {
	return c.Get(context.Background(), &Request{}) // want `c\.Get may never end, as its context has no deadline; use context\.WithTimeout`
}
