// Package require stands for a library for assertions.
package require

// NoError fails a test that has an error.
func NoError(t any, err error) {}
