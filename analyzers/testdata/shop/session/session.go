// Package session knows who is signed in.
package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// A Session is a customer's visit.
type Session struct {
	Customer string `json:"customer"`
	Currency string `json:"currency"`
}

// ErrUnknown says that a token belongs to no session.
var ErrUnknown = errors.New("no such session")

// A Store is the client of the session service.
type Store struct {
	ctx  context.Context // of the program
	base string
	http *http.Client
}

// NewStore returns a client of the service at base. The context is that of the
// program: when it ends, so does the store.
func NewStore(ctx context.Context, base string) *Store {
	return &Store{ctx: ctx, base: base, http: &http.Client{Timeout: 30 * time.Second}}
}

// Lookup returns the session that a token belongs to.
func (s *Store) Lookup(ctx context.Context, token string) (*Session, error) {
	// The program's context goes on when the request's has ended.
	req, err := http.NewRequestWithContext(s.ctx, http.MethodGet, s.base+"/sessions/"+url.PathEscape(token), nil) // REPORT ctxroot/stored
	if err != nil {
		return nil, err
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound:
		return nil, ErrUnknown
	default:
		return nil, fmt.Errorf("session: %s", resp.Status)
	}
	found := new(Session)
	return found, json.NewDecoder(resp.Body).Decode(found)
}
