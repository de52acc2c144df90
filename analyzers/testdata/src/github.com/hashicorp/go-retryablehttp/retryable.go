// Package retryablehttp has the shape of the library of that name.
package retryablehttp

import "net/http"

// A Client sends requests again if they fail.
type Client struct {
	HTTPClient *http.Client
	RetryMax   int
}

// NewClient returns a client without a timeout.
func NewClient() *Client { return &Client{HTTPClient: &http.Client{}} }

// Get sends a request.
func (c *Client) Get(url string) (*http.Response, error) { return nil, nil }

// StandardClient returns a client that retries.
func (c *Client) StandardClient() *http.Client { return &http.Client{} }

// Get sends a request with a client that everybody shares.
func Get(url string) (*http.Response, error) { return nil, nil }
