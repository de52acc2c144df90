//go:build std

package ctxflow_test

import "testing"

// TestStd analyzes all of the standard library and of the modules that this
// one depends on, as far as it does, with this module and all their tests.
func TestStd(t *testing.T) {
	r := analyzeTwice(t, load(t, true, "std", "./..."))
	if r.packages < 700 || r.functions < 80000 || r.facts < 1500 {
		t.Errorf("analyzed no more than %v", r)
	}
}
