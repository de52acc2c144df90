package unit

import (
	"os"
	"time"
)

// exitWithParent ends this process soon after the go command that started it.
// When a supervisor stops the go command, or a user the ctxchain that runs it,
// nobody else tells the units, and their results would go nowhere.
func exitWithParent() {
	parent := os.Getppid()
	go func() {
		for range time.Tick(500 * time.Millisecond) {
			if os.Getppid() != parent {
				os.Exit(1)
			}
		}
	}()
}
