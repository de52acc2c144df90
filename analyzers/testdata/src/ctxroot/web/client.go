package web

import (
	"context"
	"net/http"
)

type sender struct {
	rt   http.RoundTripper
	stop chan struct{}
}

// post gives a request that it was handed to send a context of its own, which
// the sender's stop cancels.
func (s *sender) post(req *http.Request) error {
	ctx, cancel := context.WithCancel(context.Background())
	req = req.WithContext(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		_, err := s.rt.RoundTrip(req)
		done <- err
	}()
	select {
	case <-s.stop:
		cancel()
		return context.Canceled
	case err := <-done:
		return err
	}
}

// ask hands its own request's context to nobody.
func (s *sender) ask(req *http.Request) error {
	ctx := context.Background()
	probe, err := http.NewRequestWithContext(ctx, http.MethodGet, req.URL.String(), nil) // want `context.Background drops the deadline of req.Context\(\); use req.Context\(\)`
	if err != nil {
		return err
	}
	_, err = s.rt.RoundTrip(probe)
	return err
}

// middleware answers a request, so that its context is the caller's.
func middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.Background())) // want `context.Background drops the deadline of r.Context\(\); use r.Context\(\)`
	})
}
