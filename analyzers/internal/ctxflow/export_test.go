package ctxflow

import "testing"

// OpenGate lets the engine analyze the standard library, and packages that have
// nothing to do with contexts, until the test ends. Tests that need it can't run
// in parallel.
func OpenGate(t testing.TB) {
	openGate = true
	t.Cleanup(func() { openGate = false })
}
