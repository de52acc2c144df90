package unit

import (
	"os"
	"runtime/debug"
)

// tuneMemory trades memory for time. A unit lives for a second or less and its
// heap mostly grows, so most collections find little to free.
//
// TODO figures
func tuneMemory() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return // somebody else's decision
	}
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(180 << 20)
}
