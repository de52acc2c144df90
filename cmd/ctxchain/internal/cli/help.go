package cli

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v3"
)

// helpTemplate is the help of a subcommand.
const helpTemplate = `ctxchain {{.Name}}: {{.Usage}}

Usage:
  {{.FullName}}{{if .VisibleFlags}} [flags]{{end}}{{if .ArgsUsage}} {{.ArgsUsage}}{{end}}{{if .VisibleCommands}}

Commands:{{range .VisibleCommands}}
  {{.Name}}` + "\t" + `{{.Usage}}{{end}}{{end}}{{if .Description}}

{{.Description}}{{end}}{{if .VisibleFlags}}

Flags:{{range .VisibleFlags}}
  {{.}}{{end}}{{end}}
`

// rootTemplate is the help of ctxchain as a whole: one screen.
const rootTemplate = `ctxchain finds where a Go program breaks its deadline chain.

Usage:
  ctxchain [flags] [packages]
  ctxchain COMMAND [flags] ...

Packages are named as for go build; without any, it's the one in the working
directory. Exit status: 0 without findings, 1 with, 2 if something couldn't be
analyzed. Flags take one dash or two.

Commands:{{range .VisibleCommands}}
  {{.Name}}` + "\t" + `{{.Usage}}{{end}}

Flags:{{range .VisibleFlags}}
  {{.}}{{end}}

-mod, -modfile, -modcacherw, -overlay, -race, -msan and -asan are go build's.
It is a vet tool as well: go vet -vettool=$(which ctxchain) ./...
`

// help prints help on a command.
func (c *Command) help() *urfave.Command {
	return &urfave.Command{
		Name:      "help",
		Usage:     "print help on a command",
		ArgsUsage: "[COMMAND]",
		ShellComplete: func(_ context.Context, cmd *urfave.Command) {
			for _, sub := range cmd.Root().VisibleCommands() {
				fmt.Fprintln(c.Stdout, sub.Name)
			}
		},
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			switch name := cmd.Args().First(); {
			case name == "":
				return urfave.ShowRootCommandHelp(cmd.Root())
			case cmd.Root().Command(name) == nil:
				return fmt.Errorf("no command %q: ctxchain help lists them", name)
			default:
				return urfave.ShowCommandHelp(ctx, cmd.Root(), name)
			}
		},
	}
}

// describeCompletion finishes the command with the shells' completion scripts.
func (c *Command) describeCompletion(cmd *urfave.Command) {
	cmd.Hidden = false
	cmd.Usage = "print a completion script for a shell"
	cmd.Description = `In bash and zsh, source its output; put it into fish's completions directory:
  source <(ctxchain completion bash)
  ctxchain completion fish >~/.config/fish/completions/ctxchain.fish`
	cmd.Action = func(ctx context.Context, cmd *urfave.Command) error {
		if shell := cmd.Args().First(); shell != "" {
			return fmt.Errorf("no completion for %q: want bash, zsh, fish or pwsh", shell)
		}
		return urfave.ShowCommandHelp(ctx, cmd.Root(), cmd.Name)
	}
	c.prepare(cmd)
}
