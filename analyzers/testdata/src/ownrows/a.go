package ownrows

import (
	"context"

	"ownrows/lib"
)

func handle(s *lib.Session) error {
	return lib.Fetch(context.Background()) // want `context.Background drops the deadline of s.Std\(\); use s.Std\(\)`
}

func serve(r lib.Request) error {
	return lib.Fetch(context.TODO()) // want `context.TODO drops the deadline of r.Base; use r.Base`
}

// right uses what the request carries.
func right(r lib.Request, s *lib.Session) error {
	if err := lib.Fetch(s.Std()); err != nil {
		return err
	}
	return lib.Fetch(r.Base)
}

// logs only writes a note.
func logs(ctx context.Context) error {
	lib.Note(context.Background(), "started")
	return lib.Fetch(ctx)
}

// Nightly is called by a scheduler.
func Nightly() error { return lib.Fetch(context.Background()) }

// Hourly is called as well, but nobody has said so.
func Hourly() error {
	return lib.Fetch(context.Background()) // want `context.Background starts a chain that no caller of Hourly can bound`
}
