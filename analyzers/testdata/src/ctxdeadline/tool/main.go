// Command tool runs once and exits; whoever started it can end it.
package main

import (
	"context"
	"net/http"
)

func main() {
	http.Get("http://x")
	help()
	run(context.Background())
}

func help() { http.Get("http://x") }

func run(ctx context.Context) {
	for {
		req, err := http.NewRequestWithContext(ctx, "GET", "http://x", nil)
		if err != nil {
			return
		}
		http.DefaultClient.Do(req)
	}
}

func asked(ctx context.Context) { http.Get("http://x") } // want `http\.Get may wait for ever`
