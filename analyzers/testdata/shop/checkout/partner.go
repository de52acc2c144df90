package checkout

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"example.com/shop/retry"
)

// A Partner is a company that does part of the work.
type Partner struct {
	base string
	http *http.Client
}

// NewPartner returns the partner whose service is at base.
func NewPartner(base string) *Partner {
	return &Partner{base: base, http: &http.Client{Timeout: 30 * time.Second}}
}

// Call has the partner do something, and tries again while ctx allows it.
func (p *Partner) Call(ctx context.Context, action, subject string, amount int) error {
	body, err := json.Marshal(map[string]any{"subject": subject, "amount": amount})
	if err != nil {
		return err
	}
	return retry.Do(ctx, 3, 50*time.Millisecond, func(ctx context.Context) error {
		return p.post(ctx, action, body)
	})
}

func (p *Partner) post(ctx context.Context, action string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.base+"/"+action, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := p.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s: %s", action, resp.Status)
	}
	return nil
}
