//go:build std

package ctxflow_test

import "testing"

// TestStd analyzes all of the standard library and of the modules that this
// one depends on, as far as it does, with this module and all their tests.
func TestStd(t *testing.T) {
	r := analyzeTwice(t, load(t, "1", true, "std", "./..."))
	if r.packages < 2000 || r.functions < 150000 || r.facts < 10000 {
		t.Errorf("analyzed no more than %v", r)
	}
}

// TestStdPure analyzes what stands in for C where there is no cgo.
func TestStdPure(t *testing.T) {
	r := analyzeTwice(t, load(t, "0", true, "net", "os/user"))
	if r.packages < 100 || r.functions < 10000 {
		t.Errorf("analyzed no more than %v", r)
	}
}
