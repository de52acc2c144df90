package ctxapi_test

import "testing"

func TestStandardLookup(t *testing.T) {
	std := []string{"context", "database/sql", "net", "net/http", "testing", "time"}
	got := lookups(t, std, nil, `
import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"testing"
	"time"
)

type mine struct{ *http.Client }

func f(ctx context.Context, db *sql.DB, c *http.Client, m mine, conn *net.TCPConn, tt *testing.T, r *http.Request) {
	ctx, cancel := context.WithTimeout(ctx, 1)
	defer cancel()
	_ = db.Ping()
	_, _ = db.QueryContext(ctx, "")
	_, _ = m.Get("")
	_ = conn.SetDeadline(time.Time{})
	_ = tt.Context()
	c.Timeout = time.Second
	_ = http.DefaultClient
	_ = r.Header
	h := r.Header
	_ = h.Get("")
	<-time.After(1)
	var tr http.RoundTripper
	_, _ = tr.RoundTrip(r)
}
`)
	compare(t, got, map[string]string{
		"WithTimeout":      "derive",
		"db.Ping":          "variant PingContext; outgoing sql",
		"Ping":             "variant PingContext; outgoing sql",
		"db.QueryContext":  "outgoing sql; retains until Rows.Close or Row.Scan",
		"m.Get":            "variant .NewRequestWithContext; outgoing http",
		"conn.SetDeadline": "timeout-field setter: all later reads or writes",
		"SetDeadline":      "timeout-field setter: all later reads or writes", // by (*conn), which declares it
		"tt.Context":       "carrier t.Context()",
		"c.Timeout":        "timeout-field whole call with redirects and body read",
		"Timeout":          "timeout-field whole call with redirects and body read", // by the field alone
		"r.Header":         "",
		"h.Get":            "header read",
		"DefaultClient":    "nodeadline http",
		"After":            "wait chan",
		"tr.RoundTrip":     "outgoing http; retains until the Body is read and closed",
	})
}

const redisSource = `
import "context"

type Cmd struct{}
type StringCmdable interface{ Get(ctx context.Context, key string) *Cmd; Append(ctx context.Context, key string) *Cmd }
type Cmdable interface {
	StringCmdable
	Pipeline() Pipeliner
	Pipelined(ctx context.Context, fn func(Pipeliner) error) ([]Cmd, error)
}
type Pipeliner interface {
	Cmdable
	Exec(ctx context.Context) ([]Cmd, error)
}
type cmdable func(ctx context.Context, cmd Cmd) error
func (c cmdable) Get(ctx context.Context, key string) *Cmd
func (c cmdable) Append(ctx context.Context, key string) *Cmd
func (c cmdable) BLPop(ctx context.Context, key string) *Cmd
type Client struct{ cmdable }
type Pipeline struct{ cmdable }
func (c *Pipeline) Exec(ctx context.Context) ([]Cmd, error)
`

// Trap 1: embedding changes the object. One declaring type serves clients, whose
// methods send, and pipelines, whose methods queue.
func TestEmbedding(t *testing.T) {
	src := map[string]string{
		"github.com/redis/go-redis/v9": redisSource,
		"sigs.k8s.io/controller-runtime/pkg/client": `
import "context"
type Reader interface{ Get(ctx context.Context, key string) error; Scheme() int }
type Client interface{ Reader }
`,
		"sigs.k8s.io/controller-runtime/pkg/cache": `
import "sigs.k8s.io/controller-runtime/pkg/client"
type Cache interface{ client.Reader }
`,
		"github.com/nats-io/nats.go/jetstream": `
import "context"
type Publisher interface{ Publish(ctx context.Context, subject string) error }
type JetStream interface{ Publisher }
`,
		"go.etcd.io/etcd/client/v3": `
import "context"
type KV interface{ Put(ctx context.Context, key string) error }
type Watcher interface{ Watch(ctx context.Context, key string) <-chan int }
type Client struct{ KV; Watcher }
`,
	}
	got := lookups(t, []string{"context"}, src, `
import (
	"context"
	redis "github.com/redis/go-redis/v9"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"github.com/nats-io/nats.go/jetstream"
	etcd "go.etcd.io/etcd/client/v3"
)

type wrapper struct{ *redis.Client }

func f(ctx context.Context, rc *redis.Client, all redis.Cmdable, w wrapper, pipe *redis.Pipeline, pi redis.Pipeliner,
	kc client.Client, cc cache.Cache, js jetstream.JetStream, ec *etcd.Client) {
	rc.Get(ctx, ""); rc.Append(ctx, ""); rc.BLPop(ctx, "")
	all.Get(ctx, ""); all.Pipelined(ctx, nil); all.Pipeline()
	w.Append(ctx, "")
	pipe.Get(ctx, ""); pipe.Append(ctx, ""); pipe.Exec(ctx)
	pi.Get(ctx, ""); pi.Append(ctx, ""); pi.Exec(ctx); pi.Pipelined(ctx, nil)
	kc.Get(ctx, ""); kc.Scheme()
	cc.Get(ctx, "")
	js.Publish(ctx, "")
	ec.Put(ctx, ""); ec.Watch(ctx, "")
}
`)
	compare(t, got, map[string]string{
		"rc.Get":        "outgoing kv",
		"rc.Append":     "outgoing kv",
		"rc.BLPop":      "outgoing kv stream",
		"BLPop":         "outgoing kv stream", // by cmdable alone: a row for the name beats the pattern
		"all.Get":       "outgoing kv",
		"all.Pipelined": "outgoing kv",
		"all.Pipeline":  "", // takes no context
		"w.Append":      "outgoing kv",
		"pipe.Get":      "logger values-only",
		"pipe.Append":   "logger values-only",
		"pipe.Exec":     "outgoing kv",
		"pi.Get":        "logger values-only",
		"pi.Append":     "logger values-only",
		"pi.Exec":       "outgoing kv",
		"pi.Pipelined":  "outgoing kv",
		"kc.Get":        "outgoing http",
		"kc.Scheme":     "",
		"cc.Get":        "wait ctx-aware",
		"js.Publish":    "outgoing broker",
		"Publish":       "outgoing broker",
		"ec.Put":        "outgoing kv",
		"ec.Watch":      "outgoing kv stream; retains for the watch's life",
	})
}

// Trap 2: aliases whose types live in internal packages.
func TestAliases(t *testing.T) {
	src := map[string]string{
		"cloud.google.com/go/internal/pubsub": `
import "context"
type PublishResult struct{}
func (*PublishResult) Get(ctx context.Context) (string, error)
`,
		"cloud.google.com/go/pubsub": `
import ipubsub "cloud.google.com/go/internal/pubsub"
type PublishResult = ipubsub.PublishResult
`,
		"github.com/Azure/azure-sdk-for-go/sdk/azcore/internal/exported": `
import "context"
type TokenCredential interface{ GetToken(ctx context.Context, o int) (string, error) }
`,
		"github.com/Azure/azure-sdk-for-go/sdk/azcore": `
import "github.com/Azure/azure-sdk-for-go/sdk/azcore/internal/exported"
type TokenCredential = exported.TokenCredential
`,
	}
	got := lookups(t, []string{"context"}, src, `
import (
	"context"
	"cloud.google.com/go/pubsub"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
)
func f(ctx context.Context, res *pubsub.PublishResult, cred azcore.TokenCredential) {
	_, _ = res.Get(ctx)
	_, _ = cred.GetToken(ctx, 0)
}
`)
	compare(t, got, map[string]string{"res.Get": "outgoing broker", "cred.GetToken": "outgoing cloud"})
}

// Trap 3: what is called may be a variable, a field or a value of a func type.
func TestCalledValues(t *testing.T) {
	src := map[string]string{
		"sigs.k8s.io/controller-runtime": `
import "context"
var SetupSignalHandler = func() context.Context { return nil }
var LoggerInto = func(ctx context.Context, log int) context.Context { return ctx }
`,
		"github.com/elastic/go-elasticsearch/v8/esapi": `
import "context"
type SearchRequest struct{}
func (r SearchRequest) Do(ctx context.Context, tr int) (*int, error)
type Search func(o ...func(*SearchRequest)) (*int, error)
func (f Search) WithContext(ctx context.Context) func(*SearchRequest)
`,
		"google.golang.org/grpc": grpcSource,
	}
	got := lookups(t, []string{"context"}, src, `
import (
	"context"
	ctrl "sigs.k8s.io/controller-runtime"
	"github.com/elastic/go-elasticsearch/v8/esapi"
	"google.golang.org/grpc"
)
func f(search esapi.Search, req esapi.SearchRequest, invoke grpc.UnaryInvoker) {
	ctx := ctrl.SetupSignalHandler()
	ctx = ctrl.LoggerInto(ctx, 1)
	_ = search.WithContext(ctx)
	_, _ = req.Do(ctx, 0)
	_ = invoke(ctx, "")
	_ = context.Background
}
`)
	compare(t, got, map[string]string{
		"SetupSignalHandler": "root signal context",
		"LoggerInto":         "derive",
		"search.WithContext": "derive opts: functional option es.X.WithContext(ctx) of the call es.X(...)",
		"req.Do":             "outgoing http",
		"UnaryInvoker":       "outgoing grpc",
	})
}

// Trap 4: names that look like siblings and are none.
func TestNoSiblings(t *testing.T) {
	src := map[string]string{
		"github.com/rs/zerolog": `
import "context"
type Logger struct{}
func (l Logger) With() int
func (l Logger) WithContext(ctx context.Context) context.Context
`,
		"connectrpc.com/connect": `
import "context"
type Client struct{}
func NewClient() *Client
func NewClientContext(ctx context.Context) context.Context
`,
	}
	got := lookups(t, []string{"context", "log/slog", "os/signal"}, src, `
import (
	"context"
	"log/slog"
	"os/signal"
	"connectrpc.com/connect"
	"github.com/rs/zerolog"
)
func f(ctx context.Context, l zerolog.Logger) {
	_ = l.With()
	_ = l.WithContext(ctx)
	_ = connect.NewClient()
	slog.Info("")
	signal.Notify(nil)
}
`)
	compare(t, got, map[string]string{
		"l.With":        "logger log",
		"l.WithContext": "derive",
		"NewClient":     "logger values-only",
		"Info":          "logger log",
		"Notify":        "variant .NotifyContext",
	})
}
