// Package lib is another package, of which only facts are known.
package lib

import (
	"context"
	"database/sql"
)

// A Reader keeps its context.
type Reader struct {
	ctx context.Context
	db  *sql.DB
}

// NewReader returns a reader that reads until ctx is done.
func NewReader(ctx context.Context, db *sql.DB) (*Reader, error) {
	return &Reader{ctx: ctx, db: db}, nil
}

// Next reads on.
func (r *Reader) Next() error { return r.db.PingContext(r.ctx) }

// Close ends it.
func (r *Reader) Close() error { return nil }

// A Buffer has one in it.
type Buffer struct{ r *Reader }

// NewBuffer returns a buffered reader.
func NewBuffer(ctx context.Context, db *sql.DB) *Buffer {
	r, err := NewReader(ctx, db)
	if err != nil {
		return nil
	}
	return &Buffer{r: r}
}

// Read reads all now.
func Read(ctx context.Context, db *sql.DB) ([]string, error) {
	return nil, db.PingContext(ctx)
}
