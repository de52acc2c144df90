package known

import (
	"context"
	"database/sql"
	"testing"
)

func helper(ctx context.Context, t *testing.T, db *sql.DB) error { return db.Ping() }

func fake(ctx context.Context, db *sql.DB) error { return db.Ping() }
