// Package codes stands for the package of the same path: what the cases need of it.
package codes

type Code uint32

const (
	OK               Code = 0
	Canceled         Code = 1
	Unknown          Code = 2
	DeadlineExceeded Code = 4
	Unavailable      Code = 14
)
