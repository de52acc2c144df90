// Package slow has an interceptor that only counts.
package slow

import (
	"context"

	"google.golang.org/grpc"

	"ctxdeadline/rpc/orders"
)

var calls int

func count(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	calls++
	return invoker(ctx, method, req, reply, cc, opts...)
}

func fresh(c orders.Client) (*orders.Order, error) {
	return c.Get(context.Background(), &orders.Request{}) // want `c\.Get may never end, as its context has no deadline; use context\.WithTimeout`
}
