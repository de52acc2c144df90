package outlive

import (
	"context"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/google"
)

// New tokens are asked for under the context that the credentials were found with.
func tokens() (oauth2.TokenSource, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	creds, err := google.FindDefaultCredentials(ctx) // want `ctx is cancelled on return, and what google\.FindDefaultCredentials gave is returned; let its user cancel it`
	if err != nil {
		return nil, err
	}
	return creds.TokenSource, nil
}

// The project is no part that needs it.
func project() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	creds, err := google.FindDefaultCredentials(ctx)
	if err != nil {
		return "", err
	}
	return creds.ProjectID, nil
}

// A token is asked for at once.
func token() (*oauth2.Token, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	creds, err := google.FindDefaultCredentials(ctx)
	if err != nil {
		return nil, err
	}
	return creds.TokenSource.Token()
}

type perCall interface {
	Metadata(ctx context.Context) (map[string]string, error)
}

type source struct{ oauth2.TokenSource }

func (source) Metadata(ctx context.Context) (map[string]string, error) { return nil, ctx.Err() }

func newPerCall(ctx context.Context, scopes ...string) (perCall, error) {
	creds, err := google.FindDefaultCredentials(ctx, scopes...)
	if err != nil {
		return nil, err
	}
	return source{creds.TokenSource}, nil
}

var findPerCall = func(ctx context.Context) (perCall, error) { return newPerCall(ctx) }

type settings struct {
	name string
	per  perCall
}

type bundle struct {
	settings settings
	mode     string
}

// named returns a bundle with all that b has, in another mode.
func (b *bundle) named(mode string) (*bundle, error) {
	n := &bundle{settings: b.settings}
	n.mode = mode
	return n, nil
}

// describe returns nothing of b that needs a context.
func (b *bundle) describe() (*settings, error) {
	return &settings{name: b.mode}, nil
}

// NewBundle puts what it finds into its settings, and these into what another function copies.
func NewBundle(s settings) *bundle {
	if s.per == nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		s.per, _ = findPerCall(ctx) // want `ctx is cancelled on return, and what findPerCall gave is returned; let its user cancel it`
	}
	b := &bundle{settings: s}
	b, _ = b.named("fallback")
	return b
}

func describeBundle(s settings) (*settings, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s.per, _ = findPerCall(ctx)
	b := &bundle{settings: s}
	return b.describe()
}
