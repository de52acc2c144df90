package cli

import (
	"fmt"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// explain writes what went wrong on the way to stderr, and returns it. What the
// go command says about packages is told as it is, with a word that not all is
// well; when nothing was analyzed, for a single reason, that is told as
// ctxchain's own.
func (c *Command) explain(report *vetdrive.Report) []string {
	messages := report.Messages
	last := ""
	switch n := len(messages) - 1; {
	case report.Complete():
	case report.Units > 0:
		last = "not all packages could be analyzed"
	case n < 0 || strings.HasPrefix(messages[n], "#") || n > 0 && !isWarning(messages[n-1]):
		last = "no package could be analyzed"
	default:
		last = plain(messages[n])
		messages = messages[:n]
		if report.NoModule && !strings.Contains(last, "go.mod") {
			last += " (there's no go.mod here, nor further up)"
		}
	}
	var problems []string
	for _, m := range messages {
		fmt.Fprintln(c.Stderr, m)
		if !report.Complete() && !isWarning(m) {
			problems = append(problems, m)
		}
	}
	for _, f := range report.Failures {
		fmt.Fprintf(c.Stderr, "ctxchain: %v\n", f)
		problems = append(problems, f.String())
	}
	if last != "" {
		fmt.Fprintf(c.Stderr, "ctxchain: %s\n", last)
		problems = append(problems, last)
	}
	return problems
}

// isWarning reports whether the go command went on after the message.
func isWarning(message string) bool { return strings.HasPrefix(message, "go: warning: ") }

// plain turns the go command's words about a run of go vet into ctxchain's.
func plain(message string) string {
	message = strings.TrimPrefix(message, "go: ")
	if message == "no packages to vet" {
		return "no packages to analyze"
	}
	return strings.Replace(message, "can't vet ", "can't analyze ", 1)
}
