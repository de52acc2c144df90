package right

import (
	"database/sql"
	"log/slog"
	"net"
)

type Shop struct {
	db      *sql.DB
	log     *slog.Logger
	address string
	printer string
	dialer  net.Dialer
}
