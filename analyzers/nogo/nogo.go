// Package nogo is for the nogo rule of Bazel's rules_go, which takes from each
// package that it is given the variable Analyzer. docs/bazel.md shows how.
package nogo

import "github.com/ctxchain/ctxchain/analyzers"

// Analyzer reports what all checks find; see [analyzers.Umbrella] for its
// flags.
var Analyzer = analyzers.Umbrella()
