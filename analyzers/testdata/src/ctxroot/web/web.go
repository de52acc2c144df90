// Package web has carriers of contexts; it doesn't import context itself.
package web

import (
	"net/http"

	"ctxroot/lib"
)

func handler(w http.ResponseWriter, r *http.Request) {
	lib.Query(lib.Fresh()) // want `lib\.Fresh drops the deadline of r\.Context\(\); use r\.Context\(\)`
	lib.Query(r.Context())
}

func ownCarrier(c *command) {
	lib.Query(lib.Fresh()) // want `lib\.Fresh drops the deadline of c\.Request\(\)\.Context\(\); use c\.Request\(\)\.Context\(\)`
}

// command carries the request.
type command struct{ req *http.Request }

// Request returns it.
func (c *command) Request() *http.Request { return c.req }
