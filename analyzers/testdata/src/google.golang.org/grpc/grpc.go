// Package grpc stands for gRPC.
package grpc

import (
	"context"

	"google.golang.org/grpc/connectivity"
)

// A ClientConn is a connection to a server.
type ClientConn struct{}

// A CallOption is an option of a call.
type CallOption interface{ before() }

// A UnaryInvoker makes a call.
type UnaryInvoker func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error

// GetState returns the state of the connection.
func (c *ClientConn) GetState() connectivity.State { return connectivity.Ready }

// WaitForStateChange waits until the state is another, or ctx is done.
func (c *ClientConn) WaitForStateChange(ctx context.Context, s connectivity.State) bool { return true }
