// Package shoptest helps those who test against a shop.
package shoptest

import (
	"context"
	"database/sql"
	"testing"
)

// A Shop is opened for a test.
type Shop struct {
	*testing.T
	db *sql.DB
}

// Order looks whether the database is there.
func (s *Shop) Order() {
	if err := s.db.PingContext(context.Background()); err != nil {
		s.Fatal(err)
	}
}
