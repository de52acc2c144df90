package progress

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestLine(t *testing.T) {
	for _, test := range []struct {
		name string
		run  func(*Line)
		want string
	}{
		{"short", func(l *Line) {
			time.Sleep(patience - time.Millisecond)
		}, ""},
		{"short with a message", func(l *Line) {
			fmt.Fprintln(l, "go: downloading a")
		}, "go: downloading a\n"},
		{"long", func(l *Line) {
			l.Package()
			time.Sleep(patience + time.Millisecond)
			fmt.Fprintln(l, "go: downloading a")
			l.Package()
			time.Sleep(interval)
		}, "\r\x1b[Kanalyzing: 1 package done, 2 s\r\x1b[Kgo: downloading a\n\r\x1b[Kanalyzing: 2 packages done, 2 s\r\x1b[K"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var out strings.Builder
				l := Start(&out)
				test.run(l)
				l.Stop()
				l.Stop()
				if got := out.String(); got != test.want {
					t.Errorf("got %q, want %q", got, test.want)
				}
			})
		})
	}
}
