// Package old is imported for one use.
package old

// Call is old.
func Call() {}
