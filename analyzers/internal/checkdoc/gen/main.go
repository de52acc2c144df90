// Gen writes docs/checks from the checks. It is what go generate ./analyzers
// runs, with the directory as its argument.
package main

import (
	"fmt"
	"os"

	"github.com/ctxchain/ctxchain/analyzers"
	"github.com/ctxchain/ctxchain/analyzers/internal/checkdoc/page"
)

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("want one argument, the directory of the pages"))
	}
	written, err := page.Update(os.Args[1], analyzers.New(), false)
	if err != nil {
		fail(err)
	}
	for _, name := range written {
		fmt.Println(name)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "gen:", err)
	os.Exit(2)
}
