// Package google stands for the real one: the names and types that the tables know.
package google

import (
	"context"

	"golang.org/x/oauth2"
)

// Credentials are who one is to Google.
type Credentials struct {
	ProjectID   string
	TokenSource oauth2.TokenSource
}

// FindDefaultCredentials finds them where they are by default.
func FindDefaultCredentials(ctx context.Context, scopes ...string) (*Credentials, error) {
	return &Credentials{}, ctx.Err()
}
