// Package limits has an interceptor that gives every call a deadline.
package limits

import (
	"context"
	"time"

	"google.golang.org/grpc"

	"ctxdeadline/rpc/orders"
)

// An Interceptor has the timeout of all calls.
type Interceptor struct{ Timeout time.Duration }

// Unary goes on with a deadline.
func (i *Interceptor) Unary(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx, cancel := context.WithTimeout(ctx, i.Timeout)
	defer cancel()
	return invoker(ctx, method, req, reply, cc, opts...)
}

func fresh(c orders.Client) (*orders.Order, error) {
	return c.Get(context.Background(), &orders.Request{})
}
