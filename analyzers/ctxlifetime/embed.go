package ctxlifetime

import (
	_ "embed"

	"github.com/ctxchain/ctxchain/analyzers/internal/checkdoc"
)

//go:embed doc.go
var docGo string

// doc returns the documentation of the check, which is doc.go's.
func doc() string { return checkdoc.Doc(docGo, Name) }
