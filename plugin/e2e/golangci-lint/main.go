// The program golangci-lint is golangci-lint with ctxchain in it, as golangci-lint
// custom would build it, but from the module registry only.
package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/ctxchain/ctxchain/plugin"
)

func main() {
	// With this version, what is cached goes by the content of the program.
	// With another, a changed plugin would answer with what the last one found.
	info := commands.BuildInfo{GoVersion: runtime.Version(), Version: "(devel)", Commit: "?", Date: "?"}
	if err := commands.Execute(info); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
