package ctxflow

import (
	"regexp"
	"sync"
)

// pattern returns a regular expression that is compiled when it is first asked
// for: a vet tool starts once for each package, and few of them need one.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
