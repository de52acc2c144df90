package check

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
)

// Former import paths, whose packages get the rows of their successors as far as
// these fit: how many rows a lookup gives for the last version under that path.
// A number that changes means that an alias leads elsewhere, or that rows were
// added or lost.
var former = []struct {
	from, to string // path prefixes
	packages []string
	rows     int
}{
	{"github.com/go-redis/redis/v8", "github.com/redis/go-redis/v9", []string{""}, 227},
	{"github.com/jackc/pgx/v4", "github.com/jackc/pgx/v5", []string{"", "/pgxpool", "/stdlib"}, 72},
	{"github.com/jackc/pgconn", "github.com/jackc/pgx/v5/pgconn", []string{""}, 15},
	{"github.com/Shopify/sarama", "github.com/IBM/sarama", []string{""}, 28},
	{"github.com/streadway/amqp", "github.com/rabbitmq/amqp091-go", []string{""}, 31},
	{"nhooyr.io/websocket", "github.com/coder/websocket", []string{""}, 8},
	{"github.com/cenkalti/backoff", "github.com/cenkalti/backoff/v4", []string{""}, 6},
	{"github.com/cenkalti/backoff/v3", "github.com/cenkalti/backoff/v4", []string{""}, 8},
	{"github.com/avast/retry-go", "github.com/avast/retry-go/v4", []string{""}, 2},
	{"github.com/avast/retry-go/v3", "github.com/avast/retry-go/v4", []string{""}, 2},
	{"github.com/labstack/echo", "github.com/labstack/echo/v4", []string{"", "/middleware"}, 6},
	{"github.com/elastic/go-elasticsearch/v7", "github.com/elastic/go-elasticsearch/v8", []string{"", "/esapi", "/esutil"}, 7},
	{"github.com/garyburd/redigo", "github.com/gomodule/redigo", []string{"/redis"}, 15},
	{"github.com/docker/docker/client", "github.com/moby/moby/client", []string{""}, 21},
	{"resty.dev/v3", "github.com/go-resty/resty/v2", []string{""}, 25},
}

func TestFormerPaths(t *testing.T) {
	var paths []string
	for _, f := range former {
		for _, p := range f.packages {
			paths = append(paths, f.from+p)
		}
	}
	u, err := newUniverse(paths)
	if err != nil {
		t.Fatal(err)
	}
	rows := make(map[string][]*ctxapi.Row) // by package
	for _, m := range thirdParty() {
		for _, r := range m.Rows {
			rows[r.Package] = append(rows[r.Package], r)
		}
	}
	for _, f := range former {
		got := 0
		for _, p := range f.packages {
			pkg, err := u.load(f.from + p)
			if err != nil {
				t.Error(err)
				continue
			}
			for _, r := range rows[f.to+p] {
				if applies(r, pkg) {
					got++
				} else if !r.IsPattern() {
					t.Logf("%s: no %s.%s (%s)", f.from+p, r.Recv, r.Name, r.Role)
				}
			}
		}
		if got != f.rows {
			t.Errorf("%s: %d rows apply, want %d", f.from, got, f.rows)
		}
	}
}

// applies reports whether a lookup of the row's object in the package gives the
// row; for a pattern, whether it does for some method.
func applies(r *ctxapi.Row, pkg *types.Package) bool {
	if r.IsPattern() {
		return slices.ContainsFunc(pkg.Scope().Names(), func(name string) bool {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() {
				return false
			}
			t := tn.Type()
			if !types.IsInterface(t) {
				t = types.NewPointer(t)
			}
			for sel := range types.NewMethodSet(t).Methods() {
				if slices.Contains(new(ctxapi.Tables).MethodRows(t, sel.Obj().(*types.Func)), r) {
					return true
				}
			}
			return false
		})
	}
	if r.Recv == "" {
		obj := pkg.Scope().Lookup(r.Name)
		return obj != nil && slices.Contains(new(ctxapi.Tables).Rows(obj), r)
	}
	tn, ok := pkg.Scope().Lookup(strings.TrimPrefix(r.Recv, "*")).(*types.TypeName)
	if !ok {
		return false
	}
	switch obj, _, _ := types.LookupFieldOrMethod(tn.Type(), true, pkg, r.Name); obj := obj.(type) {
	case *types.Func:
		return slices.Contains(new(ctxapi.Tables).MethodRows(tn.Type(), obj), r)
	case *types.Var:
		return slices.Contains(new(ctxapi.Tables).FieldRows(tn.Type(), obj), r)
	}
	return false
}
