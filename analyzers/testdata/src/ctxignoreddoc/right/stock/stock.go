// Package stock is what ctxignored's examples ask, as it is right.
package stock

import (
	"context"
	"database/sql"
)

func Ping(ctx context.Context, db *sql.DB) error { return db.PingContext(ctx) }

func Fill(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "UPDATE stock SET n = 1")
	return err
}
