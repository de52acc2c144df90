package ctxapi

import (
	"cmp"
	"go/types"
	"slices"
	"strings"
	"sync"
)

// A family is a path prefix (whole elements) and the file that has the rows of
// the packages under it.
type family struct{ prefix, file string }

// families is sorted by prefix. It is constant, and laid out by the linker: a
// package that no prefix covers costs a few string comparisons and no more.
var families = [...]family{
	{"bufio", "blocking.txt"},
	{"cloud.google.com/go", "google.txt"},
	{"connectrpc.com/connect", "grpc.txt"},
	{"context", "context.txt"},
	{"crypto/tls", "net.txt"},
	{"database/sql", "sql.txt"},
	{"github.com/Azure/azure-sdk-for-go/sdk", "azure.txt"},
	{"github.com/IBM/sarama", "kafka.txt"},
	{"github.com/alitto/pond/v2", "pools.txt"},
	{"github.com/avast/retry-go/v4", "retry.txt"},
	{"github.com/avast/retry-go/v5", "retry.txt"},
	{"github.com/aws/aws-sdk-go", "aws.txt"},
	{"github.com/aws/aws-sdk-go-v2", "aws.txt"},
	{"github.com/bradfitz/gomemcache", "memcache.txt"},
	{"github.com/cenkalti/backoff/v4", "retry.txt"},
	{"github.com/cenkalti/backoff/v5", "retry.txt"},
	{"github.com/coder/websocket", "websocket.txt"},
	{"github.com/elastic/go-elasticsearch/v8", "elasticsearch.txt"},
	{"github.com/elastic/go-elasticsearch/v9", "elasticsearch.txt"},
	{"github.com/failsafe-go/failsafe-go", "retry.txt"},
	{"github.com/gin-gonic/gin", "web.txt"},
	{"github.com/go-chi/chi/v5", "web.txt"},
	{"github.com/go-co-op/gocron/v2", "jobs.txt"},
	{"github.com/go-logr/logr", "logging.txt"},
	{"github.com/go-resty/resty/v2", "httpclient.txt"},
	{"github.com/go-sql-driver/mysql", "sqldb.txt"},
	{"github.com/gocql/gocql", "nosql.txt"},
	{"github.com/gofiber/fiber/v2", "web.txt"},
	{"github.com/gofiber/fiber/v3", "web.txt"},
	{"github.com/gomodule/redigo", "redis.txt"},
	{"github.com/googleapis/gax-go/v2", "google.txt"},
	{"github.com/gorilla/websocket", "websocket.txt"},
	{"github.com/hashicorp/consul/api", "hashicorp.txt"},
	{"github.com/hashicorp/go-cleanhttp", "httpclient.txt"},
	{"github.com/hashicorp/go-retryablehttp", "httpclient.txt"},
	{"github.com/hashicorp/vault/api", "hashicorp.txt"},
	{"github.com/hibiken/asynq", "jobs.txt"},
	{"github.com/jackc/pgx/v5", "pgx.txt"},
	{"github.com/jmoiron/sqlx", "sqldb.txt"},
	{"github.com/jonboulle/clockwork", "clock.txt"},
	{"github.com/labstack/echo/v4", "web.txt"},
	{"github.com/labstack/echo/v5", "web.txt"},
	{"github.com/miekg/dns", "dns.txt"},
	{"github.com/minio/minio-go/v7", "docker.txt"},
	{"github.com/moby/moby/client", "docker.txt"},
	{"github.com/nats-io/nats.go", "messaging.txt"},
	{"github.com/neo4j/neo4j-go-driver/v5", "nosql.txt"},
	{"github.com/panjf2000/ants/v2", "pools.txt"},
	{"github.com/quic-go/quic-go", "websocket.txt"},
	{"github.com/rabbitmq/amqp091-go", "messaging.txt"},
	{"github.com/redis/go-redis/v9", "redis.txt"},
	{"github.com/riverqueue/river", "jobs.txt"},
	{"github.com/robfig/cron/v3", "jobs.txt"},
	{"github.com/rs/zerolog", "logging.txt"},
	{"github.com/segmentio/kafka-go", "kafka.txt"},
	{"github.com/sethvargo/go-retry", "retry.txt"},
	{"github.com/sirupsen/logrus", "logging.txt"},
	{"github.com/slack-go/slack", "services.txt"},
	{"github.com/sourcegraph/conc", "pools.txt"},
	{"github.com/spf13/cobra", "cli.txt"},
	{"github.com/twmb/franz-go", "kafka.txt"},
	{"github.com/uptrace/bun", "sqldb.txt"},
	{"github.com/urfave/cli/v2", "cli.txt"},
	{"github.com/urfave/cli/v3", "cli.txt"},
	{"github.com/wneessen/go-mail", "services.txt"},
	{"go.etcd.io/etcd/client/v3", "etcd.txt"},
	{"go.mongodb.org/mongo-driver", "nosql.txt"},
	{"go.opentelemetry.io/otel", "otel.txt"},
	{"go.temporal.io/sdk", "jobs.txt"},
	{"go.uber.org/zap", "logging.txt"},
	{"golang.org/x/crypto", "x.txt"},
	{"golang.org/x/net", "x.txt"},
	{"golang.org/x/oauth2", "x.txt"},
	{"golang.org/x/sync", "x.txt"},
	{"golang.org/x/time", "x.txt"},
	{"google.golang.org/grpc", "grpc.txt"},
	{"gorm.io/gorm", "gorm.txt"},
	{"io", "blocking.txt"},
	{"k8s.io/apimachinery", "kubernetes.txt"},
	{"k8s.io/client-go", "kubernetes.txt"},
	{"k8s.io/utils", "clock.txt"},
	{"log/slog", "observe.txt"},
	{"log/syslog", "net.txt"},
	{"net", "net.txt"},
	{"net/http", "nethttp.txt"},
	{"os", "process.txt"},
	{"runtime", "observe.txt"},
	{"sigs.k8s.io/controller-runtime", "kubernetes.txt"},
	{"sync", "blocking.txt"},
	{"testing", "testing.txt"},
	{"time", "blocking.txt"},
}

// An alias says that packages under from have the shape of those under to: an
// older major, a former import path, or a fork that became the successor.
type alias struct{ from, to string }

// aliases is sorted by from, and constant like families. A longer prefix wins,
// and so do families over aliases. Where a version differs from the table all
// the same, Row.fits drops the row.
var aliases = [...]alias{
	{"github.com/Shopify/sarama", "github.com/IBM/sarama"},
	{"github.com/avast/retry-go", "github.com/avast/retry-go/v4"},
	{"github.com/avast/retry-go/v3", "github.com/avast/retry-go/v4"},
	{"github.com/cenkalti/backoff", "github.com/cenkalti/backoff/v4"},
	{"github.com/cenkalti/backoff/v3", "github.com/cenkalti/backoff/v4"},
	{"github.com/coreos/etcd/clientv3", "go.etcd.io/etcd/client/v3"},
	{"github.com/docker/docker/client", "github.com/moby/moby/client"},
	{"github.com/elastic/go-elasticsearch/v7", "github.com/elastic/go-elasticsearch/v8"},
	{"github.com/garyburd/redigo", "github.com/gomodule/redigo"},
	{"github.com/go-redis/redis/v8", "github.com/redis/go-redis/v9"},
	{"github.com/go-redis/redis/v9", "github.com/redis/go-redis/v9"},
	{"github.com/jackc/pgconn", "github.com/jackc/pgx/v5/pgconn"},
	{"github.com/jackc/pgx/v4", "github.com/jackc/pgx/v5"},
	{"github.com/labstack/echo", "github.com/labstack/echo/v4"},
	{"github.com/streadway/amqp", "github.com/rabbitmq/amqp091-go"},
	{"go.etcd.io/etcd/clientv3", "go.etcd.io/etcd/client/v3"},
	{"nhooyr.io/websocket", "github.com/coder/websocket"},
	{"resty.dev/v3", "github.com/go-resty/resty/v2"},
}

// familyOf returns the file for a package path and the path under which the file
// knows it; file is "" when no family covers it.
func familyOf(path string) (file, canonical string) {
	for p := path; ; {
		if i, ok := slices.BinarySearchFunc(families[:], p, func(f family, p string) int { return cmp.Compare(f.prefix, p) }); ok {
			return families[i].file, path
		}
		if i, ok := slices.BinarySearchFunc(aliases[:], p, func(a alias, p string) int { return cmp.Compare(a.from, p) }); ok {
			path = aliases[i].to + path[len(p):]
			p = path
			continue
		}
		i := strings.LastIndexByte(p, '/')
		if i < 0 {
			return "", ""
		}
		p = p[:i]
	}
}

// views has, by canonical package path, the []*pkgTable that cover it. Like
// tables, its entries are made once and never changed.
var views sync.Map

// tablesOf returns what covers the package: its own rows, then globs.
func tablesOf(path string) []*pkgTable {
	file, path := familyOf(unvendored(path))
	if file == "" {
		return nil
	}
	if v, ok := views.Load(path); ok {
		return v.([]*pkgTable)
	}
	t := load(file)
	var view []*pkgTable
	if pt := t.pkgs[path]; pt != nil {
		view = append(view, pt)
	}
	for _, pt := range t.globs {
		if pt.path != anyPackage && globMatch(pt.path, path) {
			view = append(view, pt)
		}
	}
	v, _ := views.LoadOrStore(path, view)
	return v.([]*pkgTable)
}

// anyPackage is the glob of patterns that a signature calls for, in whatever
// package: see anyTables.
const anyPackage = "**"

// anyTables returns the patterns for generated clients outside the packages that
// the tables know. To be cheap for the many methods that aren't, a signature must
// first show the type by which such a client is known.
func anyTables(sig *types.Signature) []*pkgTable {
	if sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) || !hasContext(sig) {
		return nil
	}
	var file string
	if e := variadicElem(sig); e != nil && isNamed(e, "google.golang.org/grpc", "CallOption") {
		file = "grpc.txt"
	} else if hasParamOf(sig, "k8s.io/apimachinery/pkg/apis/meta/v1") {
		file = "kubernetes.txt"
	} else {
		return nil
	}
	for _, pt := range load(file).globs {
		if pt.path == anyPackage {
			return []*pkgTable{pt}
		}
	}
	return nil
}

// globMatch reports whether a package path fits a glob: "*" inside an element
// stands for any text in it, "**" for any number of elements, also none.
func globMatch(glob, path string) bool {
	g, restG, moreG := strings.Cut(glob, "/")
	if g == "**" {
		if !moreG {
			return true
		}
		for {
			if globMatch(restG, path) {
				return true
			}
			_, rest, more := strings.Cut(path, "/")
			if !more {
				return false
			}
			path = rest
		}
	}
	e, restP, moreP := strings.Cut(path, "/")
	if pre, post, star := strings.Cut(g, "*"); star {
		if len(e) < len(pre)+len(post) || !strings.HasPrefix(e, pre) || !strings.HasSuffix(e, post) {
			return false
		}
	} else if g != e {
		return false
	}
	if !moreG && !moreP {
		return true
	}
	// a/** fits a itself as well.
	if moreG && !moreP {
		return restG == "**"
	}
	return moreG && globMatch(restG, restP)
}

// sortRows puts rows of one module into table order.
func sortRows(rows []*Row) {
	slices.SortFunc(rows, func(a, b *Row) int {
		return cmp.Compare(slices.Index(a.module.Rows, a), slices.Index(b.module.Rows, b))
	})
}
