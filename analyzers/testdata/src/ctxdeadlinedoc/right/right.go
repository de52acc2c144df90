// Package right has the right forms of ctxdeadline's documentation.
package right

import (
	"context"
	"net"
	"net/http"
	"time"
)

func (s *Shop) Rates(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://bank.example/rates", nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

func (s *Shop) Label(parcel string) (*http.Response, error) {
	client := &http.Client{CheckRedirect: s.stay, Timeout: 10 * time.Second}
	return client.Get("https://post.example/label/" + parcel)
}

func (s *Shop) Audit(ctx context.Context, line string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	go func() {
		defer cancel()
		s.db.ExecContext(ctx, "insert into audit values (?)", line)
	}()
}

func (s *Shop) Scale() (net.Conn, error) {
	return net.DialTimeout("tcp", s.scale, time.Second)
}

func (s *Shop) Serve() error {
	server := &http.Server{Addr: ":8080", Handler: s, ReadHeaderTimeout: 5 * time.Second}
	return server.ListenAndServe()
}

func main() {
	client := &http.Client{Timeout: time.Minute}
	res, err := client.Get("https://shop.example/stock")
	report(res, err)
}
