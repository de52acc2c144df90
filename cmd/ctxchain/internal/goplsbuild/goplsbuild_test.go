package goplsbuild

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

func TestGoMod(t *testing.T) {
	source, err := filepath.Abs("src")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		opts Options
		want string
	}{
		{Options{Own: "v1.2.3"}, `module golang.org/x/tools/gopls/ctxchaingopls

go 1.26.0

require (
	golang.org/x/tools/gopls v0.23.0
	github.com/ctxchain/ctxchain v1.2.3
)

replace golang.org/x/tools => golang.org/x/tools v0.47.1
`},
		{Options{Own: "(devel)", Source: "src"}, `module golang.org/x/tools/gopls/ctxchaingopls

go 1.26.0

require (
	golang.org/x/tools/gopls v0.23.0
	github.com/ctxchain/ctxchain v0.0.0
)

replace golang.org/x/tools => golang.org/x/tools v0.47.1

replace github.com/ctxchain/ctxchain => ` + source + "\n"},
	} {
		got, err := test.opts.goMod(releases()[0], "v0.47.1")
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != test.want {
			t.Errorf("%+v:\n%s", test.opts, got)
		}
	}
}

// TestErrors asks for what can't be built. Nothing is downloaded for that.
func TestErrors(t *testing.T) {
	ctx := context.Background()
	err := Build(ctx, Options{Version: "v0.1.0"})
	if err == nil || !strings.HasSuffix(err.Error(), "want v0.23.0 or v0.24.0") {
		t.Errorf("an unknown version: %v", err)
	}
	b := &builder{ctx: ctx, dir: t.TempDir()}
	err = b.checkGo(release{version: "v0.99.0", goLang: "go1.99"})
	if err == nil || !strings.HasPrefix(err.Error(), "gopls v0.99.0 needs go1.99 or newer; the go command is go") {
		t.Errorf("an old go command: %v", err)
	}
}
