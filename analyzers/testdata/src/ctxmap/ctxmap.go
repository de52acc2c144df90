// Package ctxmap registers handlers in the ways that there are.
package ctxmap // want `impl ctxmap.Loader.Load = ctxmap/store.Store.Load` `entry rpc Shop.Buy = ctxmap.server.Buy`

import (
	"context"
	"net/http"

	"ctxmap/store"
)

// A Loader hides the store: who implements it is seen where one becomes it.
type Loader interface {
	Load(ctx context.Context, key string) error
}

type app struct{ load Loader }

func New(s *store.Store) *app { return &app{load: s} } // want `New: 0 loops;$`

func (a *app) Routes(mux *http.ServeMux, path string) { // want `Routes: 0 loops; ctxmap.app.one@21 ctxmap.app.two@22 ctxmap.logged@22 ctxmap.app.three@23`
	mux.HandleFunc("GET /one", a.one)
	mux.Handle("/two", logged(http.HandlerFunc(a.two)))
	mux.HandleFunc(path, a.three)
	mux.HandleFunc("POST /four", func(w http.ResponseWriter, r *http.Request) { // want `Routes.1 \[POST /four\]: 1 loops; ctxmap.Loader.Load`
		for range 3 {
			a.load.Load(r.Context(), "four")
		}
	})
	mux.Handle("/five", five{a})
	get(mux).Get("/six", six)
	get(mux).Get("six", notARoute)
	a.load.Load(context.Background(), "/not/a/route")
}

func (a *app) one(w http.ResponseWriter, r *http.Request) { // want `one \[GET /one\]: 0 loops; ctxmap.Loader.Load`
	a.load.Load(r.Context(), "one")
}

func (a *app) two(w http.ResponseWriter, r *http.Request) { // want `two \[HTTP /two\]: 0 loops;$`
}

func (a *app) three(w http.ResponseWriter, r *http.Request) { // want `three \[handler\]: 0 loops;$`
}

type five struct{ *app }

func (f five) ServeHTTP(w http.ResponseWriter, r *http.Request) { // want `ServeHTTP \[HTTP /five\]: 0 loops; ctxmap.app.one`
	f.one(w, r)
}

// logged is a middleware: the literal in it handles requests, too.
func logged(next http.Handler) http.Handler { // want `logged: 0 loops;$`
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { // want `logged.1 \[handler\]: 0 loops;$`
		next.ServeHTTP(w, r)
	})
}

type router struct{}

func get(*http.ServeMux) router { return router{} } // want `get: 0 loops;$`

func (router) Get(path string, h func(*http.Request) error) {} // want `Get: 0 loops;$`

func six(r *http.Request) error { return nil } // want `six \[GET /six\]: 0 loops;$`

func notARoute(r *http.Request) error { return nil } // want `notARoute: 0 loops;$`

// What a generator writes for a service.

type ShopServer interface {
	Buy(ctx context.Context, what *string) (*string, error)
	mustEmbed()
}

func RegisterShopServer(registrar any, srv ShopServer) {} // want `RegisterShopServer: 0 loops;$`

type server struct{ load Loader }

func (s *server) Buy(ctx context.Context, what *string) (*string, error) { // want `Buy \[rpc Shop.Buy\]: 0 loops; ctxmap.Loader.Load`
	return what, s.load.Load(ctx, *what)
}

func (s *server) mustEmbed() {} // want `mustEmbed: 0 loops;$`

func Serve(l Loader) { // want `Serve: 0 loops; ctxmap.RegisterShopServer`
	RegisterShopServer(nil, &server{l})
}
