package gateway

import (
	"context"
	"net/http"
)

// Ready answers those who ask whether the shop works. They ask every second, and
// soon give up. With a slow database, more and more of these wait for it.
func (g *Gateway) Ready(w http.ResponseWriter, r *http.Request) { // REPORT ctxignored/request
	if err := g.Audit.Check(); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

// Check is the same for other parts of the program. It takes a context because
// everything does.
func (g *Gateway) Check(ctx context.Context) error { // REPORT ctxignored/unused
	return g.Audit.Check()
}

// Open tells whether the shop can be seen at all. Right: nothing in it waits.
func (g *Gateway) Open(ctx context.Context) bool {
	return g.Stock != nil && g.Sessions != nil
}
