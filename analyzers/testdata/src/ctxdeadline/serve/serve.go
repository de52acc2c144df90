// Package serve runs servers.
package serve

import (
	"net"
	"net/http"
	"time"

	"ctxdeadline/lib"
)

func plain(h http.Handler) { http.ListenAndServe(":80", h) } // want `http\.ListenAndServe sets clients no time limit; use a server with a ReadHeaderTimeout`

func onListener(l net.Listener) { http.Serve(l, nil) } // want `http\.Serve sets clients no time limit`

func debug() { http.ListenAndServe("localhost:6060", nil) }

func socket() {
	l, _ := net.Listen("unix", "/run/x")
	http.Serve(l, nil)
}

func literal() {
	s := &http.Server{Addr: ":80"} // want `http\.Server\{\.\.\.\} sets clients no time limit; give it a ReadHeaderTimeout`
	go s.ListenAndServe()
	s.Close()
}

func writes() {
	s := http.Server{WriteTimeout: time.Second, IdleTimeout: time.Second} // want `http\.Server\{\.\.\.\} sets clients no time limit`
	s.ListenAndServe()
}

func variable() {
	var s http.Server
	s.ListenAndServe() // want `s sets clients no time limit; give it a ReadHeaderTimeout`
}

func local() {
	s := &http.Server{Addr: "127.0.0.1:6060"}
	s.ListenAndServe()
}

func headers() {
	s := &http.Server{ReadHeaderTimeout: time.Second}
	s.ListenAndServe()
}

func requests() {
	s := &http.Server{}
	s.ReadTimeout = time.Second
	s.ListenAndServe()
}

func elsewhere() {
	lib.Server(":80").ListenAndServe() // want `lib\.Server\(\.\.\.\) sets clients no time limit`
}

// Kept is a server that a field holds.
type Kept struct{ srv *http.Server }

func NewKept() *Kept {
	return &Kept{srv: &http.Server{}} // want `http\.Server\{\} sets clients no time limit`
}

func (k *Kept) Run() { k.srv.ListenAndServe() }

// Set is one that is set up later.
type Set struct{ srv *http.Server }

func NewSet() *Set { return &Set{srv: &http.Server{}} }

func (s *Set) Limit(d time.Duration) { s.srv.ReadTimeout = d }

func (s *Set) Run() { s.srv.ListenAndServe() }

func given(s *http.Server) { s.ListenAndServe() }

// Given runs anybody's server.
func Given(s *http.Server) { given(s) }

// Made is for others to run.
func Made() *http.Server { return &http.Server{} }

// A callback waits for a browser on this machine.
type callback struct {
	addr string
	l    net.Listener
}

func wait() { newCallback("127.0.0.1:1234").serve() }

func newCallback(addr string) *callback { return &callback{addr: addr} }

func (c *callback) serve() {
	c.l, _ = net.Listen("tcp", c.addr)
	s := &http.Server{}
	s.Serve(c.l)
}
