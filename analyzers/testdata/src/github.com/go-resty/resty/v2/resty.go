// Package resty has the shape of the library of that name.
package resty

import (
	"context"
	"time"
)

// A Client sends requests.
type Client struct{ timeout time.Duration }

// New returns a client without a timeout.
func New() *Client { return &Client{} }

// SetTimeout limits each attempt.
func (c *Client) SetTimeout(d time.Duration) *Client { c.timeout = d; return c }

// SetHeader adds a header to all requests.
func (c *Client) SetHeader(name, value string) *Client { return c }

// R returns a request on a fresh root.
func (c *Client) R() *Request { return &Request{} }

// A Request is sent by its method.
type Request struct{ ctx context.Context }

// Context returns the request's context.
func (r *Request) Context() context.Context { return r.ctx }

// SetContext sets it.
func (r *Request) SetContext(ctx context.Context) *Request { r.ctx = ctx; return r }

// SetBody sets what is sent.
func (r *Request) SetBody(body any) *Request { return r }

// A Response is an answer.
type Response struct{}

// Get sends the request.
func (r *Request) Get(url string) (*Response, error) { return &Response{}, nil }

// Post sends the request.
func (r *Request) Post(url string) (*Response, error) { return &Response{}, nil }
