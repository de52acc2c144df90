// Stocktake prints what the shop has in stock, and exits.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
)

func main() {
	// Whoever runs it sees that it hangs; only the strict preset minds.
	res, err := http.Get("http://localhost:8080/stock") // REPORT ctxdeadline/oneshot
	if err != nil {
		fmt.Fprintln(os.Stderr, "stocktake:", err)
		os.Exit(1)
	}
	defer res.Body.Close()
	io.Copy(os.Stdout, res.Body)
}
