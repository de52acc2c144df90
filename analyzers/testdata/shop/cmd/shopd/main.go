// Shopd is a little shop, made to be analyzed rather than run: a database driver
// and the services that it asks are missing. Between the request that comes in
// and these services it loses the request's deadline in each of the ways that
// ctxchain knows. Comments say where; what they call right looks alike, and is
// not reported.
package main

import (
	"context"
	"flag"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"example.com/shop/audit"
	"example.com/shop/checkout"
	"example.com/shop/gateway"
	"example.com/shop/inventory"
	"example.com/shop/pricing"
	"example.com/shop/session"
	"example.com/tokens"
)

type config struct {
	address  string
	services string // address under which the other services are
	driver   string // database/sql driver of the audit log; builds link in their own
	source   string
}

func main() {
	var cfg config
	flag.StringVar(&cfg.address, "listen", "localhost:8080", "address to listen at")
	flag.StringVar(&cfg.services, "services", "http://localhost:8081", "where the other services are")
	flag.StringVar(&cfg.driver, "audit-driver", "sqlite", "database driver of the audit log")
	flag.StringVar(&cfg.source, "audit", "audit.db", "data source of the audit log")
	flag.Parse()

	// A program's first context is right to have no parent.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, cfg); err != nil {
		slog.Error("shop closed", "error", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, cfg config) error {
	log, err := audit.Open(ctx, cfg.driver, cfg.source)
	if err != nil {
		return err
	}
	defer log.Close()
	log.Started(ctx)
	go compact(ctx, log)

	stock := inventory.New(cfg.services + "/inventory")
	watcher := inventory.Watch(stock, time.Minute)
	defer watcher.Close()
	rates := pricing.New(cfg.services + "/rates")
	if err := rates.Warm(ctx); err != nil {
		slog.WarnContext(ctx, "first customers may have to wait", "error", err)
	}
	visitors := new(session.Visitors)
	visitors.Watch(ctx)
	limit := gateway.NewLimiter(1000)
	defer limit.Close()
	return gateway.Serve(ctx, cfg.address, &gateway.Gateway{
		Checkout: &checkout.Service{
			Stock: stock,
			Rates: rates,
			Audit: log,
			Bank:  checkout.NewPartner(cfg.services + "/bank"),
			Post:  checkout.NewPartner(cfg.services + "/post"),
		},
		Stock:    watcher,
		Rates:    rates,
		Sessions: session.NewStore(ctx, cfg.services+"/sessions"),
		Visitors: visitors,
		Limit:    limit,
		Issuer:   &tokens.Issuer{URL: cfg.services + "/tokens"},
		Audit:    log,
	})
}

// compact makes the audit log smaller every day.
func compact(ctx context.Context, log *audit.Log) {
	day := time.NewTicker(24 * time.Hour)
	defer day.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-day.C:
		}
		if err := log.Compact(90 * 24 * time.Hour); err != nil {
			slog.WarnContext(ctx, "audit log not compacted", "error", err)
		}
	}
}
