package web

import (
	"net/http"
	"testing"
)

func TestGet(t *testing.T) { http.Get("http://x") }

func helper() { http.Get("http://x") }
