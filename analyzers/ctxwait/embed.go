package ctxwait

import (
	_ "embed"
	"sync"

	"github.com/ctxchain/ctxchain/analyzers/internal/checkdoc"
)

//go:embed doc.go
var docGo string

// doc returns the documentation of the check, which is doc.go's, taken from it
// once for all analyzers of that name.
var doc = sync.OnceValue(func() string { return checkdoc.Doc(docGo, Name) })
