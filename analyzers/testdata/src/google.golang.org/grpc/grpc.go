// Package grpc stands for gRPC.
package grpc

import "context"

// A ClientConn is a connection to a server.
type ClientConn struct{}

// A CallOption is an option of a call.
type CallOption interface{ before() }

// A UnaryInvoker makes a call.
type UnaryInvoker func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error
