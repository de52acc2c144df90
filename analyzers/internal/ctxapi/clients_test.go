package ctxapi_test

import (
	"go/types"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
)

const grpcSource = `
import "context"
type CallOption interface{ before() }
type ClientConnInterface interface{ Invoke(ctx context.Context, method string, opts ...CallOption) error }
type ClientStream interface{ RecvMsg(m any) error; SendMsg(m any) error; CloseSend() error; Context() context.Context }
type ServerStreamingClient[T any] interface{ Recv() (*T, error); ClientStream }
type UnaryInvoker func(ctx context.Context, method string, opts ...CallOption) error
`

// Trap 5: the context isn't always the first parameter.
func TestContextIndex(t *testing.T) {
	src := map[string]string{
		"github.com/cenkalti/backoff/v4": `
import "context"
type BackOff interface{ Reset() }
type BackOffContext interface{ BackOff; Context() context.Context }
func WithContext(b BackOff, ctx context.Context) BackOffContext
`,
		"github.com/gomodule/redigo/redis": `
import "context"
type Conn interface{ Do(cmd string) (any, error) }
func DoContext(c Conn, ctx context.Context, cmd string) (any, error)
`,
	}
	s := newSources(t, []string{"context"}, src)
	for path, name := range map[string]string{
		"github.com/cenkalti/backoff/v4":   "WithContext",
		"github.com/gomodule/redigo/redis": "DoContext",
	} {
		pkg, err := s.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		rows := new(ctxapi.Tables).Rows(pkg.Scope().Lookup(name))
		if len(rows) != 1 || rows[0].Ctx != 1 {
			t.Errorf("%s.%s: rows %q, want one with the context at 1", path, name, describe(rows))
		}
	}
	// No sibling in this version of the library: no variant.
	pkg, _ := s.Import("github.com/gomodule/redigo/redis")
	do, _, _ := types.LookupFieldOrMethod(pkg.Scope().Lookup("Conn").Type(), true, pkg, "Do")
	if got := describe(new(ctxapi.Tables).Rows(do)); got != "outgoing kv" {
		t.Errorf("Conn.Do: got %q", got)
	}
}

// Trap 6: generated clients, in packages that no table names.
func TestGeneratedClients(t *testing.T) {
	src := map[string]string{
		"google.golang.org/grpc": grpcSource,
		"example.com/acme/shop": `
import (
	"context"
	"google.golang.org/grpc"
)
type Item struct{}
type ShopClient interface {
	Buy(ctx context.Context, in *Item, opts ...grpc.CallOption) (*Item, error)
	Watch(ctx context.Context, in *Item, opts ...grpc.CallOption) (grpc.ServerStreamingClient[Item], error)
	Upload(ctx context.Context, opts ...grpc.CallOption) (Shop_UploadClient, error)
	Follow(ctx context.Context, in *Item, opts ...grpc.CallOption) (Shop_FollowClient, error)
	Close(opts ...grpc.CallOption) error
}
type Shop_UploadClient interface{ Send(*Item) error; grpc.ClientStream }
type Shop_FollowClient = grpc.ServerStreamingClient[Item]
type buyer interface {
	Buy(ctx context.Context, in *Item, opts ...grpc.CallOption) (*Item, error)
}
type Wrapper struct{ Buyer buyer }
func (w *Wrapper) Buy(ctx context.Context, in *Item, opts ...grpc.CallOption) (*Item, error)
`,
		"k8s.io/apimachinery/pkg/apis/meta/v1": "type GetOptions struct{}; type PatchOptions struct{}; type ListOptions struct{}\n",
		"example.com/acme/crd/typed/shop/v1": `
import (
	"context"
	"k8s.io/apimachinery/pkg/apis/meta/v1"
)
type ShopInterface interface {
	Get(ctx context.Context, name string, opts v1.GetOptions) (*int, error)
	Patch(ctx context.Context, name string, opts v1.PatchOptions, sub ...string) (*int, error)
	Watch(ctx context.Context, opts v1.ListOptions) (*int, error)
	Describe(ctx context.Context, opts v1.GetOptions) error
}
`,
		"cloud.google.com/go/spanner/admin/database/apiv1": `
import (
	"context"
	gax "github.com/googleapis/gax-go/v2"
)
type DatabaseAdminClient struct{}
func (*DatabaseAdminClient) Drop(ctx context.Context, req *int, opts ...gax.CallOption) error
func (*DatabaseAdminClient) Close() error
func NewDatabaseAdminClient(ctx context.Context) *DatabaseAdminClient
`,
		"github.com/googleapis/gax-go/v2": "type CallOption interface{ Resolve() }\n",
		"github.com/aws/aws-sdk-go-v2/service/kms": `
import "context"
type Client struct{}
func (*Client) Encrypt(ctx context.Context, in *int, opts ...func(*int)) (*int, error)
func (*Client) Options() int
`,
	}
	got := lookups(t, []string{"context"}, src, `
import (
	"context"
	"example.com/acme/shop"
	crd "example.com/acme/crd/typed/shop/v1"
	database "cloud.google.com/go/spanner/admin/database/apiv1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"github.com/aws/aws-sdk-go-v2/service/kms"
)
func f(ctx context.Context, c shop.ShopClient, w *shop.Wrapper, k crd.ShopInterface, k2 crd.ShopInterface, d *database.DatabaseAdminClient, a *kms.Client) {
	c.Buy(ctx, nil); c.Watch(ctx, nil); c.Upload(ctx); c.Follow(ctx, nil); c.Close()
	n := w.Buyer
	n.Buy(ctx, nil)
	w.Buy(ctx, nil)
	k.Get(ctx, "", crdGet); k.Patch(ctx, "", crdPatch); k2.Watch(ctx, crdList); k.Describe(ctx, crdGet)
	d.Drop(ctx, nil); d.Close(); database.NewDatabaseAdminClient(ctx)
	a.Encrypt(ctx, nil); a.Options()
}
var (
	crdGet metav1.GetOptions
	crdPatch metav1.PatchOptions
	crdList metav1.ListOptions
)
`)
	const stream = "outgoing grpc stream; retains for the stream's life: an ended ctx ends the stream"
	compare(t, got, map[string]string{
		"c.Buy":                  "outgoing grpc",
		"c.Watch":                stream,
		"c.Upload":               stream,
		"c.Follow":               stream,
		"c.Close":                "",
		"n.Buy":                  "outgoing grpc", // a narrower interface over the client
		"w.Buy":                  "",              // a struct of the user's: its body says what it does
		"k.Get":                  "outgoing http",
		"k.Patch":                "outgoing http",
		"k2.Watch":               "outgoing http stream; retains for the watch's life",
		"k.Describe":             "",
		"d.Drop":                 "outgoing cloud",
		"d.Close":                "",
		"NewDatabaseAdminClient": "retains credentials may refresh under it",
		"a.Encrypt":              "outgoing cloud",
		"a.Options":              "",
	})
}

// Former import paths have the rows of their successors, as far as they fit.
func TestFormerPaths(t *testing.T) {
	src := map[string]string{
		"github.com/go-redis/redis/v8": redisSource,
		"github.com/jackc/pgx/v4/pgxpool": `
import "context"
type Pool struct{}
func (*Pool) Exec(ctx context.Context, sql string) error
func (*Pool) Close()
`,
		"github.com/streadway/amqp": `
type Channel struct{}
func (*Channel) Publish(key string) error
func (*Channel) Consume(key string) error
`,
		"example.com/prog/vendor/nhooyr.io/websocket": `
import "context"
type Conn struct{}
func (*Conn) Read(ctx context.Context) error
func (*Conn) Ping() error
`,
	}
	got := lookups(t, []string{"context"}, src, `
import (
	"context"
	v8 "github.com/go-redis/redis/v8"
	"github.com/jackc/pgx/v4/pgxpool"
	"github.com/streadway/amqp"
	"example.com/prog/vendor/nhooyr.io/websocket"
)
func f(ctx context.Context, rc *v8.Client, p *pgxpool.Pool, ch *amqp.Channel, ws *websocket.Conn) {
	rc.Append(ctx, "")
	p.Exec(ctx, ""); p.Close()
	ch.Publish(""); ch.Consume("")
	ws.Read(ctx); ws.Ping()
}
`)
	compare(t, got, map[string]string{
		"rc.Append":  "outgoing kv",
		"p.Exec":     "outgoing sql",
		"p.Close":    "wait no ctx-taking form",
		"ch.Publish": "", // no PublishWithContext there
		"ch.Consume": "",
		"ws.Read":    "outgoing socket stream",
		"ws.Ping":    "", // takes no context here
	})
}
