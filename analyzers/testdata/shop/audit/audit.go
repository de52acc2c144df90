// Package audit keeps the audit log: who did what, for those who check the books.
package audit

import (
	"context"
	"database/sql"
	"log/slog"
	"time"
)

// A Log is an audit log in a database.
type Log struct {
	db *sql.DB
}

// Open opens the log that the data source names, through the database driver of
// that name, and makes sure that it is there.
func Open(ctx context.Context, driver, source string) (*Log, error) {
	db, err := sql.Open(driver, source)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return &Log{db: db}, nil
}

// Record notes what somebody did.
func (l *Log) Record(who, what string) error {
	// Whoever buys something waits for this. The checkout has the deadline of the
	// request, but Record takes none, and so a slow database holds the page up.
	_, err := l.db.ExecContext(context.Background(), insert, time.Now(), who, what) // REPORT ctxroot/helper
	return err
}

// Append notes what somebody did, if that takes no longer than ctx allows.
func (l *Log) Append(ctx context.Context, who, what string) error {
	_, err := l.db.ExecContext(ctx, insert, time.Now(), who, what)
	return err
}

// Seen notes that somebody saw a page. Nobody waits for it.
func (l *Log) Seen(ctx context.Context, who, page string) {
	//ctxchain:detached page views are counted even if the reader has gone
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := l.Append(ctx, who, "saw "+page); err != nil {
			slog.WarnContext(ctx, "page view lost", "who", who, "error", err)
		}
	}()
}

// Started notes that the shop is open. Whether that gets through doesn't matter.
func (l *Log) Started(ctx context.Context) {
	//ctxchain:detached the shop opens even if the database is slow, and nothing depends on this line
	go l.Append(context.Background(), "shop", "opened")
}

// Compact removes what is older than keep.
//
//ctxchain:root the nightly timer calls it, and there is no hurry at night
func (l *Log) Compact(keep time.Duration) error {
	_, err := l.db.ExecContext(context.Background(), "DELETE FROM audit WHERE at < ?", time.Now().Add(-keep))
	return err
}

// Close notes the end and closes the log. io.Closer leaves no room for a
// context, so there is a limit of its own.
func (l *Log) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if err := l.Append(ctx, "shop", "closed"); err != nil {
		slog.WarnContext(ctx, "audit log closed without its last line", "error", err)
	}
	return l.db.Close()
}

const insert = "INSERT INTO audit (at, who, what) VALUES (?, ?, ?)"
