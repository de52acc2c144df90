// Gen writes docs/ctxchain.schema.json. It runs in the directory of package config.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/ctxchain/ctxchain/analyzers"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/config"
)

func main() {
	schema := config.Schema(catalogue.New(analyzers.New(), analyzers.Categories()))
	file := filepath.Join("..", "..", "..", "..", "docs", "ctxchain.schema.json")
	if err := os.WriteFile(file, schema, 0o666); err != nil {
		log.Fatal(err)
	}
}
