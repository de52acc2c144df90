package cli

import (
	"context"
	"fmt"
	"path/filepath"

	urfave "github.com/urfave/cli/v3"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/config"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
)

// initConfig writes a configuration to begin with.
func (c *Command) initConfig() *urfave.Command {
	dir := "."
	return &urfave.Command{
		Name:  "init",
		Usage: "write a commented " + config.Name + " that changes nothing yet",
		Flags: []urfave.Flag{argFlag("C", "`DIR`: write it there", setString(&dir))},
		Action: func(_ context.Context, cmd *urfave.Command) error {
			if cmd.Args().Present() {
				return fmt.Errorf("init takes no arguments: %s", cmd.Args().First())
			}
			file, err := config.Init(dir)
			if err != nil {
				return err
			}
			abs, err := filepath.Abs(dir)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.Stdout, "wrote %s\n", present.Name(abs, file))
			return err
		},
	}
}
