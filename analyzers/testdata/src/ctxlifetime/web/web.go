// Package web answers requests, and leaves work behind.
package web

import (
	"context"
	"io"
	"net/http"
	"time"
)

type mail interface {
	Send(ctx context.Context, text string) error
}

type server struct {
	mail   mail
	client *http.Client
	jobs   chan func()
}

func (s *server) audit(ctx context.Context, what string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://audit.example", nil)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The request's context ends with the handler.
func (s *server) order(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	go s.audit(ctx, "order") // want `ctx ends with the request, but this goroutine goes on; use context\.WithoutCancel and a timeout`
	go func() {
		s.mail.Send(r.Context(), "thanks") // want `r\.Context\(\) ends with the request, but this goroutine goes on`
	}()
	s.later(ctx)
	w.WriteHeader(http.StatusAccepted)
}

// later is called by handlers alone.
func (s *server) later(ctx context.Context) {
	go func() {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		s.mail.Send(ctx, "later") // want `ctx ends with the request, but this goroutine goes on`
	}()
}

func (s *server) routes(mux *http.ServeMux) {
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		go s.mail.Send(r.Context(), "hello") // want `r\.Context\(\) ends with the request`
	})
	mux.HandleFunc("/order", s.order)
}

// Remote calls are requests, too.
type orderRequest struct{ id string }

type orderResponse struct{ id string }

func (s *server) Order(ctx context.Context, in *orderRequest) (*orderResponse, error) {
	go s.audit(ctx, in.id) // want `ctx ends with the request`
	return &orderResponse{in.id}, nil
}

type context2 struct {
	context.Context
	Request *http.Request
}

func (s *server) framework(c *context2) {
	go s.mail.Send(c.Request.Context(), "hello") // want `c\.Request\.Context\(\) ends with the request`
	go s.mail.Send(c, "right: the framework's own context doesn't end")
}

// Right: the handler waits, or hears of it.
func (s *server) waits(w http.ResponseWriter, r *http.Request) {
	done := make(chan error)
	go func() { done <- s.audit(r.Context(), "waits") }()
	if err := <-done; err != nil {
		w.WriteHeader(http.StatusInternalServerError)
	}
	pr, pw := io.Pipe()
	go func() {
		pw.CloseWithError(s.mail.Send(r.Context(), "piped"))
	}()
	io.Copy(w, pr)
}

// Right: a helper that listens, as long as the handler works.
func (s *server) helped(w http.ResponseWriter, r *http.Request) {
	go func() {
		<-r.Context().Done()
		s.audit(context.WithoutCancel(r.Context()), "left")
	}()
	s.mail.Send(r.Context(), "hello")
}

// Right: contexts of their own.
func (s *server) own(w http.ResponseWriter, r *http.Request) {
	ctx := context.WithoutCancel(r.Context())
	go s.audit(ctx, "own")
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), time.Minute)
		defer cancel()
		s.mail.Send(ctx, "own")
	}()
}

// Right: whose it is isn't known.
func (s *server) Anybody(ctx context.Context) {
	go s.audit(ctx, "anybody")
}

// The body of an answer needs the context until it is read.
func (s *server) fetch(ctx context.Context) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com", nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.client.Do(req) // want `req is cancelled on return, and what s\.client\.Do gave is returned`
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func (s *server) response(ctx context.Context) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com", nil)
	if err != nil {
		return nil, err
	}
	return s.client.Do(req) // want `req is cancelled on return, and what s\.client\.Do gave is returned`
}

// Right: it is read, or only looked at.
func (s *server) get(ctx context.Context) ([]byte, int, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com", nil)
	if err != nil {
		return nil, 0, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, 0, err
	}
	b, err := io.ReadAll(resp.Body)
	return b, resp.StatusCode, err
}

func (s *server) head(ctx context.Context) (http.Header, *http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com", nil)
	if err != nil {
		return nil, nil, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	return resp.Header, resp, nil
}
