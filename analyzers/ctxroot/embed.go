package ctxroot

import _ "embed"

//go:embed doc.go
var docGo string

func doc() string { return docGo }
