package wrong

import (
	"database/sql"
	"net/http"
)

// A Shop sells things.
type Shop struct {
	http.Handler
	scale string
	db    *sql.DB
}

func (s *Shop) stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func report(*http.Response, error) {}
