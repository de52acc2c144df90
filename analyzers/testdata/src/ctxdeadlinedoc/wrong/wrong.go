// Package wrong has the wrong forms of ctxdeadline's documentation.
package wrong

import (
	"context"
	"net"
	"net/http"
)

func (s *Shop) Rates() (*http.Response, error) {
	return http.Get("https://bank.example/rates") // want `http\.Get may wait for ever; use a client with a timeout, or a request with a deadline`
}

func (s *Shop) Label(parcel string) (*http.Response, error) {
	client := &http.Client{CheckRedirect: s.stay}
	return client.Get("https://post.example/label/" + parcel) // want `client has no timeout and its request no deadline; set one of them`
}

func (s *Shop) Audit(ctx context.Context, line string) {
	ctx = context.WithoutCancel(ctx)
	go s.db.ExecContext(ctx, "insert into audit values (?)", line) // want `s\.db\.ExecContext may never end, as its context has no deadline; use context\.WithTimeout`
}

func (s *Shop) Scale() (net.Conn, error) {
	return net.Dial("tcp", s.scale) // want `net\.Dial has no time limit; use net\.DialTimeout`
}

func (s *Shop) Serve() error {
	return http.ListenAndServe(":8080", s) // want `http\.ListenAndServe sets clients no time limit; use a server with a ReadHeaderTimeout`
}

func main() {
	res, err := http.Get("https://shop.example/stock") // want `http\.Get may wait for ever; use a client with a timeout, or a request with a deadline`
	report(res, err)
}
