package web

import (
	"context"
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
)

// Clients of other libraries.

func restyPlain() {
	resty.New().R().SetBody(1).Post("http://x") // want `resty\.New\(\)\.R\(\)\.SetBody\(\.\.\.\) has no timeout and its request no deadline`
	c := resty.New().SetHeader("a", "b")
	c.R().Get("http://x") // want `c\.R\(\) has no timeout and its request no deadline`
}

func restyLimited(ctx context.Context) {
	resty.New().SetTimeout(time.Second).R().Get("http://x")
	c := resty.New()
	c.SetTimeout(time.Second)
	c.R().Get("http://x")
	d := resty.New()
	d.R().SetContext(ctx).Get("http://x")
	req := d.R()
	req.SetContext(ctx)
	req.Get("http://x")
}

func retrying() {
	c := retryablehttp.NewClient()
	c.RetryMax = 3
	c.Get("http://x")                                          // want `c has no timeout and its request no deadline`
	c.StandardClient().Get("http://x")                         // the same client
	retryablehttp.NewClient().StandardClient().Get("http://x") // want `retryablehttp\.NewClient\(\)\.StandardClient\(\) has no timeout and its request no deadline`
	retryablehttp.Get("http://x")                              // want `retryablehttp\.Get may wait for ever`
}

func retryingLimited() {
	c := retryablehttp.NewClient()
	c.HTTPClient.Timeout = time.Second
	c.Get("http://x")
	d := retryablehttp.NewClient()
	d.HTTPClient = &http.Client{Timeout: time.Second}
	d.Get("http://x")
	d.StandardClient().Get("http://x")
}
