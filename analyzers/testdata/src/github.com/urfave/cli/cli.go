// Package cli stands for a library for the command line.
package cli

// A Context has a command's arguments.
type Context struct{ Args []string }
