// Package zero is imported by a dependency only.
package zero

// Zero returns 0.
func Zero() int { return 0 }
