// Package connectivity stands for the real one: the names and types that the tables know.
package connectivity

// State is that of a connection.
type State int

const (
	Idle State = iota
	Connecting
	Ready
)
