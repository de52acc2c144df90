// Package store is what the handlers of the package above work with.
package store

import (
	"context"
	"net/http"
)

type Store struct{ client *http.Client }

func (s *Store) Load(ctx context.Context, key string) error { // want `Load: 0 loops; ctxmap/store.Store.get`
	return s.get(ctx, key)
}

func (s *Store) Save(ctx context.Context, keys []string) error { // want `Save: 1 loops; ctxmap/store.Store.get`
	for _, key := range keys {
		if err := s.get(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) get(ctx context.Context, key string) error { // want `get: 0 loops; net/http.Client.Do out:http`
	req, err := http.NewRequestWithContext(ctx, "GET", key, nil)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
