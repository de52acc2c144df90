package wrong

import (
	"database/sql"
	"log/slog"
)

type Shop struct {
	db      *sql.DB
	log     *slog.Logger
	address string
}
