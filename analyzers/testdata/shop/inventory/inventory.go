// Package inventory is the client of the inventory service, which knows what is
// in stock.
package inventory

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"example.com/shop/retry"
)

// An Item is something that the shop sells.
type Item struct {
	SKU   string `json:"sku"`
	Stock int    `json:"stock"`
	Cents int    `json:"cents"`
}

// A Reservation keeps items for a customer.
type Reservation struct {
	ID    string `json:"id"`
	SKU   string `json:"sku"`
	Count int    `json:"count"`
}

// A Client talks to the inventory service. It is safe for concurrent use.
type Client struct {
	base string
	http *http.Client
}

// New returns a client of the service at base.
func New(base string) *Client {
	return &Client{base: base, http: &http.Client{Timeout: 30 * time.Second}}
}

// Reserve takes count items out of the stock.
func (c *Client) Reserve(ctx context.Context, sku string, count int) (*Reservation, error) {
	item, err := c.lookup(sku)
	if err != nil {
		return nil, err
	}
	if item.Stock < count {
		return nil, fmt.Errorf("%s: %d in stock, %d wanted", sku, item.Stock, count)
	}
	want := Reservation{SKU: sku, Count: count}
	made := new(Reservation)
	// The literal's ctx isn't the one above: it comes from Thrice, which takes none.
	err = retry.Thrice(func(ctx context.Context) error {
		return c.call(ctx, http.MethodPost, "/reservations", want, made)
	})
	return made, err
}

// lookup asks for an item. Reserve has the customer's context at hand, but this
// is as far as it gets: nobody can stop the request when the page times out.
func (c *Client) lookup(sku string) (*Item, error) {
	item := new(Item)
	ctx := context.Background() // REPORT ctxroot/helper
	err := c.call(ctx, http.MethodGet, "/items/"+url.PathEscape(sku), nil, item)
	return item, err
}

// Release gives reserved items back.
func (c *Client) Release(ctx context.Context, id string) error {
	return c.call(ctx, http.MethodDelete, "/reservations/"+url.PathEscape(id), nil, nil)
}

// Items returns all items, for those who have no context. It only stands for
// ItemsContext: whoever has a context calls that.
func (c *Client) Items() ([]Item, error) {
	return c.ItemsContext(context.Background())
}

// ItemsContext returns all items.
func (c *Client) ItemsContext(ctx context.Context) ([]Item, error) {
	var items []Item
	err := c.call(ctx, http.MethodGet, "/items", nil, &items)
	return items, err
}

// call sends a request with in as its body, if that isn't nil, and puts the
// answer into out, if that isn't nil.
func (c *Client) call(ctx context.Context, method, path string, in, out any) error {
	if ctx == nil { // old callers pass nil
		ctx = context.Background()
	}
	body := new(bytes.Buffer)
	if in != nil {
		if err := json.NewEncoder(body).Encode(in); err != nil {
			return err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("inventory: %s %s: %s", method, path, resp.Status)
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}
