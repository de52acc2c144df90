// Package examples shows how to get something.
package examples

import "net/http"

func Get() { http.Get("http://x") }
