// Package attest has a name with a test in it, and tests of its own.
package attest

import (
	"context"
	"database/sql"
)

// Sign asks the database.
func Sign(db *sql.DB) error {
	return db.PingContext(context.Background()) // want `context\.Background starts a chain that no caller of Sign can bound`
}
