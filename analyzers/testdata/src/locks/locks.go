// Package locks stands for another module, which waits in its own way.
package locks

import "time"

// Lock waits for a file.
func Lock(free func() bool) {
	for !free() {
		time.Sleep(50 * time.Millisecond)
	}
}
