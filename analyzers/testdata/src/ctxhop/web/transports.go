package web

import (
	"context"
	"net"
	"net/http"
	"time"
)

type signing struct {
	next http.RoundTripper
	key  string
}

func (s *signing) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Header.Set("X-Key", s.key) // want `req\.Header\.Set changes the request of whoever called; clone it first`
	req.Host = "shop"
	return s.next.RoundTrip(req)
}

type cloning struct{ next http.RoundTripper }

func (c cloning) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("X-Key", "k")
	return c.next.RoundTrip(req)
}

type copying struct{ next http.RoundTripper }

func (c copying) RoundTrip(req *http.Request) (*http.Response, error) {
	once := new(http.Request)
	*once = *req
	once.Header = req.Header.Clone()
	once.Header.Set("X-Key", "k")
	return c.next.RoundTrip(once)
}

type shallow struct{ next http.RoundTripper }

func (s shallow) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	defer cancel()
	once := req.WithContext(ctx)
	once.Host = "shop"
	once.Header.Add("X-Key", "k") // want `once\.Header\.Add changes the request of whoever called, as the copy shares it; clone it instead`
	return s.next.RoundTrip(once)
}

type moving struct {
	next http.RoundTripper
	base string
}

func (m *moving) RoundTrip(req *http.Request) (*http.Response, error) {
	m.move(req) // want `m\.move changes the request of whoever called; clone it first`
	return m.next.RoundTrip(req)
}

func (m *moving) move(req *http.Request) { req.URL.Host = m.base }

type direct map[string]string

func (d direct) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Header == nil {
		req.Header = make(http.Header) // want `req\.Header changes the request of whoever called; clone it first`
	}
	for k, v := range d {
		req.Header[k] = []string{v}
	}
	return http.DefaultTransport.RoundTrip(req)
}

// To read the body, and to put back what others want to read, is all right.
type reading struct{ next http.RoundTripper }

func (r reading) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return nil, err
		}
		req.Body = body
	}
	return r.next.RoundTrip(req)
}

type tripper func(*http.Request) (*http.Response, error)

func (t tripper) RoundTrip(req *http.Request) (*http.Response, error) { return t(req) }

func literal(next http.RoundTripper, key string) http.RoundTripper {
	return tripper(func(req *http.Request) (*http.Response, error) {
		req.SetBasicAuth("shop", key) // want `req\.SetBasicAuth changes the request of whoever called; clone it first`
		return next.RoundTrip(req)
	})
}

// Do isn't a RoundTripper: its request is its own to change.
type client struct{ http *http.Client }

func (c *client) Do(req *http.Request) (*http.Response, error) {
	req.Header.Set("X-Key", "k")
	return c.http.Do(req)
}

type counted struct {
	net.Conn
	n int
}

func (c *counted) SetDeadline(time.Time) error     { return nil } // want `counted\.SetDeadline does nothing, so that deadlines never reach Conn; forward it`
func (c *counted) SetReadDeadline(time.Time) error { return nil }

type forwarding struct{ inner net.Conn }

func (f forwarding) Read(b []byte) (int, error)         { return f.inner.Read(b) }
func (f forwarding) Write(b []byte) (int, error)        { return f.inner.Write(b) }
func (f forwarding) RemoteAddr() net.Addr               { return f.inner.RemoteAddr() }
func (f forwarding) SetDeadline(t time.Time) error      { return f.inner.SetDeadline(t) }
func (f forwarding) SetReadDeadline(t time.Time) error  { return f.inner.SetReadDeadline(t) }
func (f forwarding) SetWriteDeadline(t time.Time) error { return f.inner.SetWriteDeadline(t) }

// There is no connection below that could have a deadline.
type memory struct{ b []byte }

func (m *memory) Read(b []byte) (int, error)       { return copy(b, m.b), nil }
func (m *memory) Write(b []byte) (int, error)      { return len(b), nil }
func (m *memory) RemoteAddr() net.Addr             { return nil }
func (m *memory) SetDeadline(time.Time) error      { return nil }
func (m *memory) SetReadDeadline(time.Time) error  { return nil }
func (m *memory) SetWriteDeadline(time.Time) error { return nil }

var _ = []any{literal, (*client).Do, (*counted).SetDeadline, forwarding{}, &memory{}}
