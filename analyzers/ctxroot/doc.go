// Package ctxroot defines an analyzer that finds fresh roots in the middle of
// a deadline chain.
//
// # Analyzer ctxroot
//
// ctxroot: find fresh root contexts that break a deadline chain
package ctxroot
