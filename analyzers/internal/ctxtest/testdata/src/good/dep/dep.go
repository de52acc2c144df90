// Package dep is a dependency.
package dep

import "good/dep/zero"

// Value is a value.
var Value = 1 + zero.Zero()
