// Package web sends requests with clients of all kinds.
package web

import (
	"context"
	"flag"
	"net"
	"net/http"
	"net/url"
	"time"

	"ctxdeadline/lib"
)

// The library's own client.

func get() { http.Get("http://x") } // want `http\.Get may wait for ever; use a client with a timeout, or a request with a deadline`

func post() { http.PostForm("http://x", url.Values{}) } // want `http\.PostForm may wait for ever`

func defaultClient() {
	req, _ := http.NewRequest("GET", "http://x", nil)
	http.DefaultClient.Do(req) // want `http\.DefaultClient\.Do may wait for ever`
}

func byAnotherName() {
	c := http.DefaultClient
	c.Get("http://x") // want `c\.Get may wait for ever`
}

func fresh() {
	req, _ := http.NewRequestWithContext(context.Background(), "GET", "http://x", nil)
	http.DefaultClient.Do(req) // want `http\.DefaultClient\.Do may wait for ever`
}

func callers(ctx context.Context) {
	req, _ := http.NewRequestWithContext(ctx, "GET", "http://x", nil)
	http.DefaultClient.Do(req)
}

func bounded() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, "GET", "http://x", nil)
	http.DefaultClient.Do(req)
}

func given(later bool) {
	req, _ := http.NewRequest("GET", "http://x", nil)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	http.DefaultClient.Do(req.WithContext(ctx))
}

func handed(req *http.Request) { http.DefaultClient.Do(req) }

// A timer stands in for a timeout.
func byTimer() {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(time.Second, cancel)
	req, _ := http.NewRequestWithContext(ctx, "GET", "http://x", nil)
	http.DefaultClient.Do(req)
}

func byDefer() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, "GET", "http://x", nil)
	http.DefaultClient.Do(req) // want `http\.DefaultClient\.Do may wait for ever`
}

// Clients made here.

func local() {
	c := &http.Client{}
	c.Get("http://x") // want `c has no timeout and its request no deadline; set one of them`
}

func value() {
	var c http.Client
	c.Get("http://x") // want `c has no timeout and its request no deadline`
}

func inLine() {
	(&http.Client{}).Get("http://x") // want `\(&http\.Client\{\}\) has no timeout and its request no deadline`
}

func zero() {
	c := &http.Client{Timeout: 0}
	c.Get("http://x") // want `c has no timeout and its request no deadline`
}

func once() {
	c := new(http.Client)
	c.Get("http://x") // want `c has no timeout and its request no deadline`
	c.Get("http://y") // the same client
}

func limited(d time.Duration) {
	c := &http.Client{Timeout: d}
	c.Get("http://x")
}

func after() {
	c := &http.Client{}
	c.Timeout = time.Second
	c.Get("http://x")
}

func inClosure() {
	c := &http.Client{}
	set := func() { c.Timeout = time.Second }
	set()
	c.Get("http://x")
}

func byHelper() {
	c := &http.Client{}
	configure(c)
	c.Get("http://x")
}

func configure(c *http.Client) { c.Timeout = time.Second }

func look(c *http.Client) { _ = c.Jar }

func lookedAt() {
	c := &http.Client{}
	look(c)
	c.Get("http://x") // want `c has no timeout and its request no deadline`
}

func byFlag(fs *flag.FlagSet) {
	c := &http.Client{}
	fs.DurationVar(&c.Timeout, "timeout", 0, "")
	c.Get("http://x")
}

func copied() {
	c := *http.DefaultClient
	c.Timeout = time.Second
	c.Get("http://x")
}

func copiedOnly() {
	c := *http.DefaultClient
	c.Get("http://x") // want `c has no timeout and its request no deadline`
}

func oneOf(slow bool) {
	c := &http.Client{Timeout: time.Second}
	if slow {
		c = &http.Client{}
	}
	c.Get("http://x")
}

// Transports.

func transport() {
	c := &http.Client{Transport: &http.Transport{
		DialContext:         (&net.Dialer{Timeout: time.Second}).DialContext,
		TLSHandshakeTimeout: time.Second,
	}}
	c.Get("http://x") // want `c has no timeout and its request no deadline`
}

func headerTimeout() {
	c := &http.Client{Transport: &http.Transport{ResponseHeaderTimeout: time.Second}}
	c.Get("http://x")
}

func cloned() {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns = 2
	c := &http.Client{Transport: t}
	c.Get("http://x") // want `c has no timeout and its request no deadline`
}

func clonedAndSet() {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = time.Second
	c := &http.Client{Transport: t}
	c.Get("http://x")
}

func deadlineConn() {
	c := &http.Client{Transport: &http.Transport{Dial: func(network, addr string) (net.Conn, error) {
		conn, err := net.Dial(network, addr)
		if err != nil {
			return nil, err
		}
		conn.SetDeadline(time.Now().Add(time.Second))
		return conn, nil
	}}}
	c.Get("http://x")
}

func dialling() {
	c := &http.Client{Transport: &http.Transport{Dial: func(network, addr string) (net.Conn, error) {
		return net.Dial(network, addr)
	}}}
	c.Get("http://x") // want `c has no timeout and its request no deadline`
}

type tripper struct{}

func (tripper) RoundTrip(r *http.Request) (*http.Response, error) { return nil, nil }

func ownTransport() {
	c := &http.Client{Transport: tripper{}}
	c.Get("http://x")
}

// A transport has no word for the whole of a call.
func anyTransport(t http.RoundTripper) {
	c := &http.Client{Transport: t}
	c.Get("http://x") // want `c has no timeout and its request no deadline`
}

// Those who call this give it one of ours, which may have.
func ourTransport(t http.RoundTripper) {
	c := &http.Client{Transport: t}
	c.Get("http://x")
}

func giveOurs() { ourTransport(tripper{}) }

// This one says itself what it makes of a request.
func wrapped(t http.RoundTripper) {
	c := &http.Client{Transport: around{t}}
	c.Get("http://x")
}

type around struct{ http.RoundTripper }

// Fields and package variables.

type service struct {
	plain   *http.Client
	limited *http.Client
	later   *http.Client
	option  *http.Client
	inner   http.Client
	set     http.Client
}

func newService() *service {
	return &service{plain: &http.Client{}, limited: &http.Client{Timeout: time.Second}, later: &http.Client{}, option: &http.Client{}}
}

func (s *service) setUp() {
	s.later.Timeout = time.Second
	s.set.Timeout = time.Second
}

// WithClient is how others choose a client.
func (s *service) WithClient(c *http.Client) { s.option = c }

func (s *service) calls() {
	s.plain.Get("http://x") // want `s\.plain has no timeout and its request no deadline`
	s.limited.Get("http://x")
	s.later.Get("http://x")
	s.option.Get("http://x")
	s.inner.Get("http://x") // want `s\.inner has no timeout and its request no deadline`
	s.set.Get("http://x")
}

// Exported may be set up by anybody.
type Exported struct {
	Client *http.Client
	client *http.Client
}

func NewExported() *Exported { return &Exported{Client: &http.Client{}, client: &http.Client{}} }

func (e *Exported) calls() {
	e.Client.Get("http://x")
	e.client.Get("http://x") // want `e\.client has no timeout and its request no deadline`
}

// Lent gives its client away.
type Lent struct{ client *http.Client }

func NewLent() *Lent { return &Lent{client: &http.Client{}} }

// HTTP returns the client, for others to set up.
func (l *Lent) HTTP() *http.Client { return l.client }

func (l *Lent) calls() { l.client.Get("http://x") }

var (
	plain   = &http.Client{}
	bound   = &http.Client{Timeout: time.Second}
	Public  = &http.Client{}
	swapped = &http.Client{}
)

func swap(c *http.Client) { swapped = c }

// Swap chooses a client.
func Swap(c *http.Client) { swap(c) }

func globals() {
	plain.Get("http://x") // want `plain has no timeout and its request no deadline`
	bound.Get("http://x")
	Public.Get("http://x")
	swapped.Get("http://x")
}

// Constructors, here and elsewhere.

func newClient() *http.Client { return &http.Client{} }

func newLimited() *http.Client { return &http.Client{Timeout: time.Second} }

func constructed() {
	newClient().Get("http://x") // want `newClient\(\) has no timeout and its request no deadline`
	newLimited().Get("http://x")
	c := newClient()
	c.Timeout = time.Second
	c.Get("http://x")
	lib.Plain().Get("http://x") // want `lib\.Plain\(\) has no timeout and its request no deadline`
	lib.Limited().Get("http://x")
	lib.Either(true).Get("http://x")
	lib.NewAPI().HTTP.Get("http://x")
	d := lib.Plain()
	d.Timeout = time.Second
	d.Get("http://x")
}

// Parameters.

func fetch(c *http.Client) {
	c.Get("http://x") // want `c has no timeout and its request no deadline`
}

func fetches() {
	fetch(&http.Client{})
	fetch(http.DefaultClient)
}

func fetchEither(c *http.Client) { c.Get("http://x") }

func fetchesEither() {
	fetchEither(&http.Client{})
	fetchEither(newLimited())
}

// Fetch may be given any client.
func Fetch(c *http.Client) { c.Get("http://x") }

// What others hand on.

func handsOn() {
	lib.Slow(context.Background(), "http://x") // want `lib\.Slow may never end, as its context has no deadline; use context\.WithTimeout`
	lib.Quick(context.Background(), "http://x")
	lib.Forever(context.Background(), "http://x")
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	lib.Slow(ctx, "http://x")
}

//ctxchain:ignore ctxdeadline/defaultclient it is asked once, by hand
func byHand() { http.Get("http://x") }

func handler(w http.ResponseWriter, r *http.Request) {
	http.Get("http://x") // want `http\.Get may wait for ever`
}
