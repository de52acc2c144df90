// Package wrong has the wrong forms of ctxlifetime's documentation.
package wrong

import (
	"context"
	"database/sql"
	"net"
	"time"

	"go.etcd.io/etcd/client/v3/concurrency"
	"golang.org/x/sync/singleflight"
)

type server interface {
	Shutdown(ctx context.Context) error
}

type rates interface {
	Load(ctx context.Context, sku string) error
}

type skuKey struct{}

type mail interface {
	Send(ctx context.Context, to string) error
}

type OrderRequest struct{ Customer string }

type OrderResponse struct{}

func (s *Shop) place(ctx context.Context, in *OrderRequest) (*OrderResponse, error) { return nil, nil }

type printer interface {
	Label(ctx context.Context, id string) (string, error)
	Release(ctx context.Context) error
}

func (s *Shop) insert(ctx context.Context, skus []string) error { return ctx.Err() }

func (s *Shop) print(ctx context.Context) error { return ctx.Err() }

func (s *Shop) ask(ctx context.Context, sku string) (int, error) { return 0, s.rates.Load(ctx, sku) }

func (s *Shop) talk(ctx context.Context, conn net.Conn) error { return ctx.Err() }

type Shop struct {
	lock    *concurrency.Mutex
	flights *singleflight.Group
	printer printer
	db      *sql.DB
	mail    mail
	server  server
	rates   rates
}

func (s *Shop) Serve(ctx context.Context) error {
	<-ctx.Done()
	return s.server.Shutdown(ctx) // want `ctx is done here`
}

func (s *Shop) Prices(ctx context.Context, skus []string) error {
	for _, sku := range skus {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel() // want `cancel is deferred in a loop`
		if err := s.rates.Load(ctx, sku); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) Load(ctx context.Context, skus []string) error {
	for _, sku := range skus {
		ctx = context.WithValue(ctx, skuKey{}, sku) // want `ctx is derived from itself`
		if err := s.rates.Load(ctx, sku); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) Orders(ctx context.Context) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.db.QueryContext(ctx, "select * from orders") // want `ctx is cancelled on return`
}

func (s *Shop) Order(ctx context.Context, in *OrderRequest) (*OrderResponse, error) {
	go s.mail.Send(ctx, in.Customer) // want `ctx ends with the request`
	return s.place(ctx, in)
}

func (s *Shop) Import(ctx context.Context, skus []string) error {
	if err := s.lock.Lock(ctx); err != nil {
		return err
	}
	defer s.lock.Unlock(ctx) // want `s\.lock\.Unlock comes to nothing when ctx is done`
	return s.insert(ctx, skus)
}

func (s *Shop) Render(ctx context.Context) error {
	defer s.printer.Release(ctx) // want `s\.printer\.Release comes to nothing when ctx is done`
	return s.print(ctx)
}

func (s *Shop) Price(ctx context.Context, sku string) (any, error) {
	price, err, _ := s.flights.Do(sku, func() (any, error) {
		return s.ask(ctx, sku) // want `ctx is the first caller's`
	})
	return price, err
}

func (s *Shop) Listen(l net.Listener) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // want `ctx is made once before the loop`
	defer cancel()
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go s.talk(ctx, conn)
	}
}

func (s *Shop) Label(ctx context.Context, id string) (string, error) {
	ctx, _ = context.WithTimeout(ctx, time.Second) // want `ctx has its timer until that fires, as its cancel function is thrown away; call it`
	return s.printer.Label(ctx, id)
}
