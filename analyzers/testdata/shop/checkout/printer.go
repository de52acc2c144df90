package checkout

import (
	"context"
	"fmt"
	"net"
	"time"
)

// A Printer prints the labels of parcels.
type Printer struct {
	Address string
}

// Label prints the label of an order.
func (p *Printer) Label(ctx context.Context, order Order) error {
	dialer := &net.Dialer{Timeout: 5 * time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", p.Address)
	if err != nil {
		return err
	}
	defer conn.Close()
	// ctx has bounded the dialing, and nothing else: out of paper, a printer takes
	// what it is sent when somebody comes by.
	_, err = fmt.Fprintln(conn, order.Customer, order.SKU) // REPORT ctxignored/conn
	return err
}

// Labels prints several. Right: who gives up closes the connection.
func (p *Printer) Labels(ctx context.Context, orders []Order) error {
	dialer := &net.Dialer{Timeout: 5 * time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", p.Address)
	if err != nil {
		return err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	for _, order := range orders {
		if _, err := fmt.Fprintln(conn, order.Customer, order.SKU); err != nil {
			return err
		}
	}
	return nil
}
