package web

import (
	"database/sql"
	"fmt"
	"net/http"

	"ctxignored/lib"
)

type server struct{ db *sql.DB }

func (s *server) ready(w http.ResponseWriter, r *http.Request) { // want `r\.Context\(\) is never read though lib\.Save makes outgoing calls; pass it on`
	if err := lib.Save(s.db, r.URL.Path); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	fmt.Fprintln(w, "ready")
}

func (s *server) readyBlank(w http.ResponseWriter, _ *http.Request) { // want `the context of its request is never read though lib\.Save makes outgoing calls; pass it on`
	if err := lib.Save(s.db, "a"); err != nil {
		http.Redirect(w, nil, "/", http.StatusFound)
	}
}

func (s *server) readyMethod(w http.ResponseWriter, r *http.Request) { // want `r\.Context\(\) is never read though lib\.Save makes outgoing calls; pass it on`
	if !allowed(r) {
		http.NotFound(w, r)
		return
	}
	lib.Save(s.db, r.FormValue("key"))
}

func allowed(r *http.Request) bool { return r.Method == http.MethodGet }

// It is asked for, if for something else.
func (s *server) looks(w http.ResponseWriter, r *http.Request) {
	if r.Context().Err() == nil {
		lib.Save(s.db, "a")
	}
}

func signedIn(r *http.Request) bool { return r.Context().Value(server{}) != nil }

func (s *server) passes(w http.ResponseWriter, r *http.Request) {
	if signedIn(r) {
		lib.Save(s.db, "a")
	}
}

func (s *server) quiet(w http.ResponseWriter, r *http.Request) { lib.Check(r.URL.Path) }

// A direct call is told at the call.
func (s *server) direct(w http.ResponseWriter, r *http.Request) {
	s.db.Ping() // want `call of s\.db\.Ping ignores r\.Context\(\); use s\.db\.PingContext`
}

func (s *server) ping() error {
	return s.db.Ping() // want `call of s\.db\.Ping ignores r\.Context\(\) of the caller server\.helper; take ctx and use s\.db\.PingContext`
}

func (s *server) helper(w http.ResponseWriter, r *http.Request) { s.ping() }
