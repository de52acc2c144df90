package ctxapi_test

import (
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
)

func TestParseOwnErrors(t *testing.T) {
	for _, test := range []struct{ row, err string }{
		{"outgoin example.com/a.F", `unknown role "outgoin"`},
		{"outgoing", "a name is missing"},
		{"outgoing F", `"F": want path.Func, (path.Type).Name or (*path.Type).Name`},
		{"outgoing example.com/a", `"example.com/a": want`},
		{"outgoing (*example.com/a.T)F", `"(*example.com/a.T)F": want`},
		{"outgoing (*example.com/a.T).", `"(*example.com/a.T).": want`},
		{"outgoing (*example.com/*.T).F", `"(*example.com/*.T).F": want`},
		{"outgoing example.com/a.1x", `"example.com/a.1x": want`},
		{"outgoing example.com/a.F ctx=first", "ctx=first: want the index of a parameter"},
		{"outgoing example.com/a.F ctx=-1", "ctx=-1: want the index of a parameter"},
		{"outgoing example.com/a.F stream=yes", `option "stream=yes": want stream`},
		{"outgoing example.com/a.F kind", `option "kind": want stream, or NAME=VALUE`},
		{"outgoing example.com/a.F kind=a-b", "kind=a-b: want a word"},
		{"outgoing example.com/a.F timeout=soon", "timeout=soon: want a time such as 30s"},
		{"outgoing example.com/a.F timeout=-1s", "timeout=-1s: want a time such as 30s"},
		{"outgoing example.com/a.F sibling=G", `outgoing has no option "sibling"`},
		{"derive example.com/a.F adds=time", "adds=time: want deadline, cancel or values"},
		{"retry example.com/a.F use=a..b", "use=a..b: want a name such as retry.Context"},
		{"spawn example.com/a.F joined=never", "joined=never: want itself, wait or none"},
		{"variant example.com/a.F", "option sibling is missing"},
		{"root example.com/a.F", `unknown role "root"`},
	} {
		_, err := ctxapi.ParseOwn("sleep example.com/a.Nap; " + test.row)
		if err == nil || !strings.HasPrefix(err.Error(), test.row+": "+test.err) {
			t.Errorf("%s: error %v, want %q", test.row, err, test.err)
		}
	}
}

const ownSource = `
import "context"

type Client struct{ Base context.Context }
func (*Client) Call(name string, ctx context.Context) error { return nil }
func (*Client) Plain() error { return nil }
func (*Client) PlainContext(ctx context.Context) error { return nil }
type Poster interface{ Post(ctx context.Context) error }
type API1 struct{}
func (API1) GetThing(ctx context.Context) {}
func (API1) GetOther() {}
func (API1) Put() {}
func Nap(n int) {}
func NapFor(ctx context.Context, n int) {}
func With(ctx context.Context) context.Context { return ctx }
func Off(ctx context.Context) context.Context { return ctx }
func Work() {}
func Start(n int, f func()) {}
func StartAll(fs ...func()) {}
func Again(f func() error) error { return nil }

func f(ctx context.Context, c *Client, p Poster, a API1) {
	_ = c.Call("", ctx)
	_ = c.Plain()
	_ = p.Post(ctx)
	a.GetThing(ctx)
	a.GetOther()
	a.Put()
	Nap(1)
	NapFor(ctx, 1)
	_ = With(ctx)
	_ = Off(ctx)
	Work()
	_ = c.Base
}
`

const ownRows = `
outgoing (*example.com/own.Client).Call kind=grpc timeout=30s
variant (*example.com/own.Client).Plain sibling=PlainContext
outgoing (example.com/own.Poster).Post stream
outgoing (example.com/own.API*).Get*
sleep example.com/own.Nap; sleep example.com/own.NapFor
derive example.com/own.With adds=deadline,cancel
detach example.com/own.Off
job example.com/own.Work
spawn example.com/own.Start*; retry example.com/own.Again use=again.With
carrier (example.com/own.Client).Base
timeout-header X-Left
`

func TestOwnLookup(t *testing.T) {
	tables := new(ctxapi.Tables)
	if err := tables.Set(ownRows); err != nil {
		t.Fatal(err)
	}
	if tables.String() != ownRows {
		t.Errorf("String gives %q", tables.String())
	}
	std := []string{"context"}
	got := lookupsIn(t, tables, "example.com/own", std, nil, ownSource)
	compare(t, got, map[string]string{
		"c.Call":     "outgoing grpc",
		"c.Plain":    "variant PlainContext",
		"p.Post":     "outgoing call stream",
		"a.GetThing": "outgoing call",
		"a.GetOther": "outgoing call",
		"a.Put":      "",
		"Nap":        "sleep",
		"NapFor":     "sleep",
		"With":       "derive",
		"Off":        "detach",
		"Work":       "job",
		"c.Base":     "carrier",
	})
}

// TestOwnFirst makes a row of the user's own speak before the one of the data
// files that answers the same question.
func TestOwnFirst(t *testing.T) {
	tables := new(ctxapi.Tables)
	if err := tables.Set("logger (*database/sql.DB).PingContext"); err != nil {
		t.Fatal(err)
	}
	src := `
import ("context"; "database/sql")
func f(ctx context.Context, db *sql.DB) { _ = db.PingContext(ctx); _ = db.Ping() }
`
	std := []string{"context", "database/sql"}
	compare(t, lookupsIn(t, tables, "example.com/own", std, nil, src), map[string]string{
		"db.PingContext": "logger values-only",
		"db.Ping":        "variant PingContext; outgoing sql",
	})
	if err := tables.Set(""); err != nil {
		t.Fatal(err)
	}
	compare(t, lookupsIn(t, tables, "example.com/own", std, nil, src), map[string]string{"db.PingContext": "outgoing sql"})
}

// TestOwnContext checks that the context parameter is found by the signature.
func TestOwnContext(t *testing.T) {
	tables := new(ctxapi.Tables)
	if err := tables.Set(ownRows); err != nil {
		t.Fatal(err)
	}
	pkg := checkSource(t, "example.com/own", []string{"context"}, nil, ownSource)
	find := func(name string, role ctxapi.Role) *ctxapi.Row {
		t.Helper()
		r := tables.Find(pkg.Scope().Lookup(name), role)
		if r == nil {
			t.Fatalf("no row for %s", name)
		}
		return r
	}
	if r := find("Nap", ctxapi.Sleep); r.Ctx != -1 || r.Has("ctx-aware") {
		t.Errorf("Nap: ctx %d, ctx-aware %v", r.Ctx, r.Has("ctx-aware"))
	}
	if r := find("NapFor", ctxapi.Sleep); r.Ctx != 0 || !r.Has("ctx-aware") {
		t.Errorf("NapFor: ctx %d, ctx-aware %v", r.Ctx, r.Has("ctx-aware"))
	}
	for name, task := range map[string]string{"Start": "1", "StartAll": "0.."} {
		if r := find(name, ctxapi.Spawn); r.Attr("task") != task {
			t.Errorf("%s: task %q, want %s", name, r.Attr("task"), task)
		}
	}
	if r := find("Again", ctxapi.Retry); r.Attr("ctx") != "none" || r.Attr("use") != "again.With" {
		t.Errorf("Again: ctx %q, use %q", r.Attr("ctx"), r.Attr("use"))
	}
	if r := find("With", ctxapi.Derive); r.From() != 0 || !r.Adds("deadline") || r.Adds("values") {
		t.Errorf("With: from %d, adds %q", r.From(), r.Attr("adds"))
	}
}

// TestOwnBounds checks that what bounds a call is understood as in the data files.
func TestOwnBounds(t *testing.T) {
	for _, test := range []struct {
		options             string
		byDefault, argument bool
	}{
		{"", false, false},
		{"timeout=1m30s", true, false},
		{"timeout=300us", true, false},
		{"timeout-arg=0", false, true},
		{"timeout-arg=3", false, true},
	} {
		rows, err := ctxapi.ParseOwn("outgoing example.com/a.F " + test.options)
		if err != nil {
			t.Fatal(err)
		}
		if r := rows[0]; r.BoundedByDefault() != test.byDefault || r.BoundedByArgument() != test.argument {
			t.Errorf("%q: by default %v, by an argument %v", test.options, r.BoundedByDefault(), r.BoundedByArgument())
		}
	}
}

func TestDeadlineHeaders(t *testing.T) {
	tables := new(ctxapi.Tables)
	if err := tables.Set("timeout-header X-Left"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"x-left": true, "Grpc-Timeout": true, "X-Request-Timeout": true, "X-Right": false, "": false} {
		if tables.IsDeadlineHeader(name) != want {
			t.Errorf("IsDeadlineHeader(%q) is %v", name, !want)
		}
	}
	if new(ctxapi.Tables).IsDeadlineHeader("X-Left") {
		t.Error("one user's header is another's")
	}
}
