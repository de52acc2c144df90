package inventory

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// A Watcher keeps a copy of what is in stock, for pages that needn't be exact.
type Watcher struct {
	client *Client
	cancel context.CancelFunc
	done   chan struct{}

	mu    sync.Mutex
	items []Item
}

// Watch starts to watch the stock. Its context has no parent, and that is right:
// the watcher lives until Close, which holds the cancel function.
func Watch(client *Client, every time.Duration) *Watcher {
	ctx, cancel := context.WithCancel(context.Background())
	w := &Watcher{client: client, cancel: cancel, done: make(chan struct{})}
	go w.run(ctx, every)
	return w
}

// Close stops the watcher and waits until it has stopped.
func (w *Watcher) Close() error {
	w.cancel()
	<-w.done
	return nil
}

// Items returns what was in stock a moment ago.
func (w *Watcher) Items() []Item {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.items
}

func (w *Watcher) run(ctx context.Context, every time.Duration) {
	defer close(w.done)
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		w.refresh(ctx, every)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func (w *Watcher) refresh(ctx context.Context, limit time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	items, err := w.client.ItemsContext(ctx)
	if err != nil {
		slog.WarnContext(ctx, "stock not refreshed", "error", err)
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.items = items
}
