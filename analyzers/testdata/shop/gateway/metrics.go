package gateway

import (
	"expvar"
	"net/http"
)

// ServeMetrics tells whoever asks at the address how the shop is doing.
func ServeMetrics(address string) error {
	return http.ListenAndServe(address, expvar.Handler()) // REPORT ctxdeadline/server
}

// ServeDebug does so for this machine alone, which is right without limits.
func ServeDebug() error {
	return http.ListenAndServe("localhost:6060", expvar.Handler())
}
