package ownrowsunset

import (
	"context"

	"ownrows/lib"
)

func handle(s *lib.Session) error {
	return lib.Fetch(context.Background()) // want `context.Background starts a chain that no caller of handle can bound`
}

func logs(ctx context.Context) error {
	lib.Note(context.Background(), "started")
	return lib.Fetch(ctx)
}
