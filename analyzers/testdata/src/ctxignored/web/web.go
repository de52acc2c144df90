// Package web makes requests.
package web

import (
	"context"
	"crypto/tls"
	"io"
	"net/http"
	"strings"
	"time"
)

func build(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil) // want `call of http\.NewRequest ignores ctx; use http\.NewRequestWithContext`
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/plain")
	return c.Do(req)
}

// A doer is a client of one's own.
type doer interface {
	Do(*http.Request) (*http.Response, error)
}

func byInterface(ctx context.Context, d doer, url string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequest("POST", url, body) // want `call of http\.NewRequest ignores ctx; use http\.NewRequestWithContext`
	if err != nil {
		return nil, err
	}
	return d.Do(req)
}

func send(c *http.Client, req *http.Request) error {
	resp, err := c.Do(req)
	if err == nil {
		resp.Body.Close()
	}
	return err
}

func byHelper(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequest("PUT", url, nil) // want `call of http\.NewRequest ignores ctx; use http\.NewRequestWithContext`
	if err != nil {
		return err
	}
	return send(c, req)
}

func byLiteral(ctx context.Context, c *http.Client, url string) {
	req, _ := http.NewRequest("GET", url, nil) // want `call of http\.NewRequest ignores ctx; use http\.NewRequestWithContext`
	get := func() *http.Request { return req }
	c.Do(get())
}

var newRequest = http.NewRequest

func byVariable(ctx context.Context, url string) {
	newRequest("GET", url, nil) // want `call of newRequest ignores ctx; use http\.NewRequestWithContext`
}

func given(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return nil, err
	}
	req = req.WithContext(ctx)
	return c.Do(req)
}

func cloned(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req.Clone(ctx))
}

func sendOn(ctx context.Context, c *http.Client, req *http.Request) error {
	return send(c, req.WithContext(ctx))
}

func beside(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return err
	}
	return sendOn(ctx, c, req)
}

// again sends a request several times, as it was made: its context only ends the pauses.
func again(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	for {
		resp, err := c.Do(req)
		if err == nil {
			return resp, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func besidePauses(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequest("GET", url, nil) // want `call of http\.NewRequest ignores ctx; use http\.NewRequestWithContext`
	if err != nil {
		return nil, err
	}
	return again(ctx, c, req)
}

// perhaps sends a request with the context that it is given, if there is one.
func perhaps(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	if ctx != nil {
		req = req.WithContext(ctx)
	}
	return c.Do(req)
}

func besidePerhaps(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return nil, err
	}
	return perhaps(ctx, c, req)
}

func makeRequest(ctx context.Context, url string) (*http.Request, error) {
	return http.NewRequest("GET", url, nil)
}

func sendMade(ctx context.Context, c *http.Client, url string) error {
	req, err := makeRequest(ctx, url)
	if err != nil {
		return err
	}
	return send(c, req.WithContext(ctx))
}

func makeBare(ctx context.Context, url string) (*http.Request, error) {
	return http.NewRequest("GET", url, nil) // want `call of http\.NewRequest ignores ctx; use http\.NewRequestWithContext`
}

func sendBare(ctx context.Context, c *http.Client, url string) error {
	req, err := makeBare(ctx, url)
	if err != nil {
		return err
	}
	return send(c, req)
}

// MakeRequest makes one that somebody else may give a context.
func MakeRequest(ctx context.Context, url string) (*http.Request, error) {
	return http.NewRequest("GET", url, nil)
}

// handled asks a handler of this process.
func handled(ctx context.Context, h http.Handler, w http.ResponseWriter) {
	req, _ := http.NewRequest("GET", "/", strings.NewReader(""))
	h.ServeHTTP(w, req)
}

func get(ctx context.Context, url string) (*http.Response, error) {
	return http.Get(url) // want `call of http\.Get ignores ctx; use http\.NewRequestWithContext and Do`
}

func proxy(w http.ResponseWriter, r *http.Request) {
	c := &http.Client{Timeout: time.Second}
	resp, err := c.Get("http://backend.example/") // want `call of c\.Get ignores r\.Context\(\); use http\.NewRequestWithContext and Do`
	if err == nil {
		resp.Body.Close()
	}
	req, err := http.NewRequest("GET", "http://backend.example/", nil) // want `call of http\.NewRequest ignores r\.Context\(\); use http\.NewRequestWithContext`
	if err == nil {
		send(c, req)
	}
}

// register's literal has a context of its own.
func register(ctx context.Context, mux *http.ServeMux) {
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		http.Head("http://backend.example/") // want `call of http\.Head ignores r\.Context\(\); use http\.NewRequestWithContext and Do`
	})
}

func secure(ctx context.Context, addr string) (io.Closer, error) {
	return tls.Dial("tcp", addr, nil) // want `call of tls\.Dial ignores ctx; use tls\.Dialer\.DialContext`
}

// Fetch has no context, and nobody is seen to have one. But others may call it.
func Fetch(c *http.Client, url string) error {
	req, err := http.NewRequest("GET", url, nil) // want `http\.NewRequest makes a request that no caller of Fetch can bound; take ctx and use http\.NewRequestWithContext`
	if err != nil {
		return err
	}
	return send(c, req)
}

func fetch(c *http.Client, url string) error {
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return err
	}
	return send(c, req)
}
