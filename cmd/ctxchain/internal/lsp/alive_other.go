//go:build !unix

package lsp

import "os"

// alive reports whether there is a process with the ID, as far as the system
// tells: on Windows one that is gone can't be opened.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	p.Release()
	return true
}
