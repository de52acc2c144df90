package analyzers

//go:generate go run ./internal/checkdoc/gen ../docs/checks
