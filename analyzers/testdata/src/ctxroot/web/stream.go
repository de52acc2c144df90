package web

import (
	"context"
	"net/http"
)

type stream interface{ Context() context.Context }

func work(ctx context.Context) error { return ctx.Err() }

func serve(s stream) error {
	return work(context.TODO()) // want `context\.TODO drops the deadline of s\.Context\(\); use s\.Context\(\)`
}

func blankRequest(w http.ResponseWriter, _ *http.Request) {
	work(context.Background()) // want `context\.Background drops the deadline of the blank \*http\.Request parameter; name it and use it`
}

func localFromRequest(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	work(context.Background()) // want `context\.Background drops the deadline of ctx; use ctx`
	work(ctx)
}

func hidden(r *http.Request) {
	{
		r := 1
		_ = r
		work(context.Background()) // want `context\.Background drops the deadline of r\.Context\(\); use r\.Context\(\)`
	}
}

func do(r *http.Request) error { return nil }

func get(ctx context.Context, url string) error {
	req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
	return do(req)
}

func handlesOn(ctx context.Context) error {
	return get(context.Background(), "x") // want `context\.Background drops the deadline of ctx; use ctx`
}

func makesRequest(ctx context.Context) error {
	req, _ := http.NewRequestWithContext(context.Background(), "GET", "x", nil) // want `context\.Background drops the deadline of ctx; use ctx`
	return do(req)
}

// Handlers that are written in init, main or a package variable are given a context.

type tool struct{ run func(stream) error }

var cmd = tool{run: func(s stream) error {
	return work(context.Background()) // want `context\.Background drops the deadline of s\.Context\(\); use s\.Context\(\)`
}}

func init() {
	work(context.Background())
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		work(context.Background()) // want `context\.Background drops the deadline of r\.Context\(\); use r\.Context\(\)`
	})
}
