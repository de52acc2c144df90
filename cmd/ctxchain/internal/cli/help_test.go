package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"

	urfave "github.com/urfave/cli/v3"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
)

// screen is what fits on one: lines, and columns of a terminal that nobody has
// made wider.
const (
	screenLines   = 48
	screenColumns = 80
)

func newCommand() (c *Command, stdout, stderr *bytes.Buffer) {
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	return &Command{
		Checks: func() catalogue.Catalogue {
			return catalogue.Catalogue{{
				Name: "toy", Summary: "find toys", Doc: "find toys\n\nToys are everywhere.\n\n# toy/find\n\nA toy is found.\n\n\tfind()",
				Categories: []catalogue.Category{
					{Check: "toy", Name: "find", Default: true, Severity: "error", Summary: "a call of find", Fix: "loses it", URL: "https://example.com/toy#find"},
					{Check: "toy", Name: "hint", Severity: "note", Summary: "a call of hint"},
				},
			}}
		},
		Stdin:  strings.NewReader(""),
		Stdout: stdout,
		Stderr: stderr,
	}, stdout, stderr
}

// TestHelp asks each command for its help, in each way, and wants it on one
// screen, with all that there is.
func TestHelp(t *testing.T) {
	root := func() *urfave.Command {
		c, _, _ := newCommand()
		return c.root(new(bytes.Buffer))
	}()
	commands := append([]*urfave.Command{root}, root.Commands...)
	for _, cmd := range commands {
		var texts []string
		ways := [][]string{{cmd.Name, "-h"}, {cmd.Name, "-help"}, {cmd.Name, "--help"}, {"help", cmd.Name}}
		if cmd == root {
			ways = [][]string{{"-h"}, {"-help"}, {"--help"}, {"help"}}
		}
		for _, args := range ways {
			c, stdout, stderr := newCommand()
			if status := c.Run(context.Background(), args); status != exitClean || stderr.Len() > 0 {
				t.Fatalf("%q: exit status %d, stderr %q", args, status, stderr)
			}
			texts = append(texts, stdout.String())
		}
		for i, text := range texts {
			if text != texts[0] {
				t.Errorf("%q says\n%s\nand %q\n%s", ways[i], text, ways[0], texts[0])
			}
		}
		lines := strings.Split(texts[0], "\n")
		if len(lines) > screenLines {
			t.Errorf("help of %s has %d lines", cmd.Name, len(lines))
		}
		for _, line := range lines {
			if len(line) > screenColumns {
				t.Errorf("help of %s: %d columns: %s", cmd.Name, len(line), line)
			}
		}
		for _, f := range cmd.VisibleFlags() {
			if !strings.Contains(texts[0], "\n  -"+f.Names()[0]) {
				t.Errorf("help of %s doesn't have -%s", cmd.Name, f.Names()[0])
			}
		}
		for _, sub := range cmd.VisibleCommands() {
			if !strings.Contains(texts[0], "\n  "+sub.Name+" ") {
				t.Errorf("help of %s doesn't have %s", cmd.Name, sub.Name)
			}
		}
	}
}

// TestRun runs what needs no go command.
func TestRun(t *testing.T) {
	for _, test := range []struct {
		args   string
		status int
		stdout string // all of it, or what it begins with if that ends in "..."
		stderr string // all of it
	}{
		{"explain toy/find", 0, "toy/find: a call of find\nerror, on; the suggested fix loses it\n\nA toy is found.\n\n\tfind()\n\nhttps://example.com/toy#find\n", ""},
		{"explain -config none toy", 0, "toy: find toys\n\nToys are everywhere.\n\ntoy/find (error, on): a call of find\ntoy/hint (note, off): a call of hint\n", ""},
		{"explain toy/hint toy/find", 0, "toy/hint: a call of hint\nnote, off\n\nA call of hint.\n\ntoy/find: a call of find\n...", ""},
		{"explain", 2, "", "ctxchain: explain: want a check or category: ctxchain list has them\n"},
		{"explain find", 2, "", "ctxchain: unknown check or category \"find\": did you mean toy/find?\n"},
		{"explain ctxtoy/hint", 2, "", "ctxchain: unknown check or category \"ctxtoy/hint\": did you mean toy/hint?\n"},
		{"explain nosuch", 2, "", "ctxchain: unknown check or category \"nosuch\": ctxchain list has them\n"},
		{"list", 0, "toy/find  on   error  a call of find\ntoy/hint  off  note   a call of hint\n", ""},
		{"list -preset strict", 0, "toy/find  on  error  a call of find\ntoy/hint  on  note   a call of hint\n", ""},
		{"-disable toy list", 0, "toy/find  off  error  a call of find\ntoy/hint  off  note   a call of hint\n", ""},
		{"list --enable=toy/nosuch", 2, "", "ctxchain: unknown check or category \"toy/nosuch\"\n"},
		{"help nosuch", 2, "", "ctxchain: no command \"nosuch\": ctxchain help lists them\n"},
		{"version", 0, "ctxchain ...", ""},
		{"-version", 0, "ctxchain ...", ""},
		{"--version", 0, "ctxchain ...", ""},
		{"completion bash", 0, "#...", ""},
		{"completion zsh", 0, "#compdef ctxchain\n...", ""},
		{"completion fish", 0, "#...", ""},
		{"completion ksh", 2, "", "ctxchain: no completion for \"ksh\": want bash, zsh, fish or pwsh\n"},
		{"-format nosuch", 2, "", "ctxchain: invalid value \"nosuch\" for flag -format: want text, full, lines, json, sarif, github, junit, checkstyle, codeclimate, html\n"},
		{"--format=", 2, "", "ctxchain: invalid value \"\" for flag -format: want text, full, lines, json, sarif, github, junit, checkstyle, codeclimate, html\n"},
		{"--color sometimes", 2, "", "ctxchain: invalid value \"sometimes\" for flag -color: want auto, always, never\n"},
		{"-sort name", 2, "", "ctxchain: invalid value \"name\" for flag -sort: want position, risk\n"},
		{"-o= .", 2, "", "ctxchain: invalid value \"\" for flag -o: want a file\n"},
		{"-o", 2, "", "ctxchain: flag needs an argument: -o\n"},
		{"list -nosuch", 2, "", "ctxchain: flag provided but not defined: -nosuch\n"},
		{"list --q", 2, "", "ctxchain: flag provided but not defined: -q\n"},
	} {
		c, stdout, stderr := newCommand()
		t.Chdir(t.TempDir())
		status := c.Run(context.Background(), strings.Fields(test.args))
		if status != test.status {
			t.Errorf("%s: exit status %d, want %d", test.args, status, test.status)
		}
		if want, partly := strings.CutSuffix(test.stdout, "..."); partly {
			if !strings.HasPrefix(stdout.String(), want) || stdout.Len() == len(want) {
				t.Errorf("%s: stdout is\n%swant it to begin with\n%s", test.args, stdout, want)
			}
		} else if stdout.String() != want {
			t.Errorf("%s: stdout is\n%swant\n%s", test.args, stdout, want)
		}
		if stderr.String() != test.stderr {
			t.Errorf("%s: stderr is %q, want %q", test.args, stderr, test.stderr)
		}
	}
}
