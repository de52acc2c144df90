package main

import (
	"slices"
	"testing"
)

// TestLSPTags has the real checks find code that has no effect, which clients fade
// out if they can, and code that has a wrong one.
func TestLSPTags(t *testing.T) {
	t.Parallel()
	const module = `
-- go.mod --
module example.com/m

go 1.26.0
-- a.go --
package m

import (
	"context"

	"example.com/m/stock"
)

func Restock(ctx context.Context) error { return stock.Fill() }

//ctxchain:ignore ctxroot/inscope nothing is wrong here
func F(ctx context.Context) error { return ctx.Err() }

func G(ctx context.Context) error { return F(context.Background()) }
-- stock/stock.go --
package stock

import "net"

func Fill() error {
	_, err := net.LookupHost("warehouse")
	return err
}
`
	tags := map[string][]int{"ctxignored/unused": {1}, "ctxchain/directive": {1}, "ctxroot/inscope": nil}
	plain := fullCapabilities()
	plain["textDocument"] = object{}
	for name, test := range map[string]struct {
		caps object
		want map[string][]int
	}{
		"can":   {fullCapabilities(), tags},
		"can't": {plain, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := tempDir(t)
			unpack(t, dir, module)
			e := startEditorOf(t, "real", dir)
			e.initialize(object{"capabilities": test.caps})
			e.open("a.go")
			for _, d := range e.wants("a.go", "8:13-8:16 ctxignored/unused", "10:0-10:55 ctxchain/directive", "13:45-13:65 ctxroot/inscope") {
				if !slices.Equal(d.Tags, test.want[d.Code]) {
					t.Errorf("%s: tags %v, want %v", d.Code, d.Tags, test.want[d.Code])
				}
			}
		})
	}
}
