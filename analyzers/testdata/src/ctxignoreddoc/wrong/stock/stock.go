// Package stock is what ctxignored's examples ask, as it is.
package stock

import "database/sql"

func Ping(db *sql.DB) error { return db.Ping() }

func Fill(db *sql.DB) error {
	_, err := db.Exec("UPDATE stock SET n = 1")
	return err
}
