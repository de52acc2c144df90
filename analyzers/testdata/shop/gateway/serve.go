package gateway

import (
	"context"
	"net/http"
	"time"
)

// Serve answers requests at the address until ctx is done, and then lets those
// that are under way come to their end.
func Serve(ctx context.Context, address string, g *Gateway) error {
	server := &http.Server{
		Addr:              address,
		Handler:           g.Handler(),
		ReadHeaderTimeout: 5 * time.Second,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.ListenAndServe() }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	// Right: ctx is done, so what is still to do needs a context of its own. It
	// has a limit.
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return server.Shutdown(ctx)
}
