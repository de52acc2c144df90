package ctxapi_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
)

// row parses one line of a table, of package p and receiver *T.
func row(t *testing.T, line string) *ctxapi.Row {
	t.Helper()
	mods, err := ctxapi.Parse("test", "module m v1\npackage p\n[*T]\n"+line+"\n")
	if err != nil {
		t.Fatal(err)
	}
	return mods[0].Rows[0]
}

func TestDetail(t *testing.T) {
	for _, tt := range []struct {
		detail, kind string
		has, hasNot  []string
		attrs        map[string]string
	}{
		{"http;ctx=none;timeout=Client.Timeout", "http", []string{"http", "ctx"}, []string{"stream"},
			map[string]string{"ctx": "none", "timeout": "Client.Timeout", "http": "", "nothing": ""}},
		{"grpc stream", "grpc stream", []string{"grpc stream", "grpc", "stream"}, nil, nil},
		{"itself (implements context.Context)", "itself (implements context.Context)", []string{"itself"}, nil, nil},
		{"setter: server connection;zero=none", "setter: server connection", []string{"setter"}, nil, map[string]string{"zero": "none"}},
		{"from=0;adds=deadline,cancel", "", nil, []string{"deadline"}, map[string]string{"adds": "deadline,cancel"}},
		{"sql;clean-up", "sql", []string{"clean-up"}, nil, nil},
		{"joined=none;callback=1", "", []string{"callback"}, nil, map[string]string{"callback": "1"}},
		{"", "", nil, []string{""}, nil},
	} {
		r := row(t, "F\toutgoing\t-\t"+tt.detail)
		if r.Kind != tt.kind {
			t.Errorf("%q: kind %q, want %q", tt.detail, r.Kind, tt.kind)
		}
		for _, w := range tt.has {
			if !r.Has(w) {
				t.Errorf("%q: hasn't %q", tt.detail, w)
			}
		}
		for _, w := range tt.hasNot {
			if r.Has(w) {
				t.Errorf("%q: has %q", tt.detail, w)
			}
		}
		for k, v := range tt.attrs {
			if got := r.Attr(k); got != v {
				t.Errorf("%q: %s is %q, want %q", tt.detail, k, got, v)
			}
		}
	}
}

func TestFromAndAdds(t *testing.T) {
	for _, tt := range []struct {
		line string
		from int
		adds string
	}{
		{"F\tderive\t0\tfrom=0;adds=deadline,cancel", 0, "deadline cancel"},
		{"F\tderive\t1\tfrom=1;adds=values", 1, "values"},
		{"F\tderive\t-\tcallback;from=request;adds=deadline", -1, "deadline"},
		{"F\tdetach\t0\tkeeps=values", 0, ""},
		{"F\tdetach\t-\tkeeps=values", -1, ""},
	} {
		r := row(t, tt.line)
		var adds []string
		for _, a := range []string{"deadline", "cancel", "values"} {
			if r.Adds(a) {
				adds = append(adds, a)
			}
		}
		if got := fmt.Sprintf("%d %v", r.From(), adds); got != fmt.Sprintf("%d [%s]", tt.from, tt.adds) {
			t.Errorf("%s: got %s", tt.line, got)
		}
	}
}

func TestSibling(t *testing.T) {
	for _, tt := range []struct{ kind, recv, name string }{
		{"&Context", "*T", "FContext"},
		{".New&WithContext", "", "NewFWithContext"},
		{"(*Dialer).DialContext", "*Dialer", "DialContext"},
		{"(Conn).&Context", "Conn", "FContext"},
		{"WithContext;via=receiver", "*T", "WithContext"},
	} {
		recv, name, ok := row(t, "F\tvariant\t-\t"+tt.kind).Sibling()
		if recv != tt.recv || name != tt.name || !ok {
			t.Errorf("%s: got %q %q %v", tt.kind, recv, name, ok)
		}
	}
	if _, _, ok := row(t, "F\toutgoing\t-\thttp").Sibling(); ok {
		t.Error("an outgoing row has a sibling")
	}
}

func TestAvailable(t *testing.T) {
	for _, tt := range []struct {
		line, version string
		want          bool
	}{
		{"F\tderive\t0\tfrom=0\tgo1.21", "go1.20", false},
		{"F\tderive\t0\tfrom=0\tgo1.21", "1.20.7", false},
		{"F\tderive\t0\tfrom=0\tgo1.21", "go1.21", true},
		{"F\tderive\t0\tfrom=0\tgo1.21", "1.21", true},
		{"F\tderive\t0\tfrom=0\tgo1.21", "go1.26.8", true},
		{"F\tderive\t0\tfrom=0\tgo1.21", "", true},
		{"F\tderive\t0\tfrom=0\tgo1.21", "tip", true},
		{"F\tderive\t0\tfrom=0", "go1.1", true},
		{"F\tvariant\t-\t&Context;sibling-since=go1.23", "go1.22", false},
		{"F\tvariant\t-\t&Context;sibling-since=go1.23", "go1.23", true},
	} {
		if got := row(t, tt.line).Available(tt.version); got != tt.want {
			t.Errorf("%s: Available(%q) = %v", tt.line, tt.version, got)
		}
	}
}

func TestBounded(t *testing.T) {
	for _, tt := range []struct {
		detail                string
		byDefault, byArgument bool
	}{
		{"mail;ctx=none;timeout=WithTimeout 15s", true, false},
		{"broker;ctx=none;timeout=10s or the argument", true, true},
		{"kv;timeout=Options.ReadTimeout 5s,WriteTimeout", true, false},
		{"broker;default-deadline=5s", true, false},
		{"kv;ctx=none;timeout=Client.Timeout 500ms", true, false},
		{"http;timeout=Client.Timeout", false, false},
		{"socket;timeout=SetDeadline", false, false},
		{"socket;timeout=arg2", false, true},
		{"http", false, false},
	} {
		r := row(t, "F\toutgoing\t-\t"+tt.detail)
		if r.BoundedByDefault() != tt.byDefault || r.BoundedByArgument() != tt.byArgument {
			t.Errorf("%s: by default %v, by argument %v", tt.detail, r.BoundedByDefault(), r.BoundedByArgument())
		}
	}
}

func TestKnows(t *testing.T) {
	for path, want := range map[string]bool{
		"net/http":                         true,
		"net/http/internal":                false,
		"net/mail":                         false,
		"fmt":                              false,
		"github.com/jackc/pgx/v5/pgxpool":  true,
		"github.com/jackc/pgx/v5/pgxpool2": false,
		"github.com/jackc/pgx/v55":         false,
		"example.com/a/vendor/github.com/jackc/pgx/v5":          true,
		"vendor/golang.org/x/net/trace":                         true,
		"github.com/aws/aws-sdk-go-v2/service/kms":              true,
		"github.com/aws/aws-sdk-go-v2/service/kms/types":        false,
		"github.com/Azure/azure-sdk-for-go/sdk/keyvault/azkeys": true,
		"cloud.google.com/go/kms/apiv1":                         true,
		"cloud.google.com/go/kms/apiv1/kmspb":                   false,
		"k8s.io/client-go/kubernetes/typed/batch/v1":            true,
		"github.com/Shopify/sarama":                             true,
		"github.com/labstack/echo":                              true,
		"github.com/labstack/echo/v9":                           false,
		"example.com/shop":                                      false,
		"shop":                                                  false,
	} {
		if got := new(ctxapi.Tables).Knows(path); got != want {
			t.Errorf("Knows(%q) = %v", path, got)
		}
	}
}

// Each file is reached by some family, and each package of a file by the prefix
// that leads to the file.
func TestFamilies(t *testing.T) {
	rows, mods := 0, make(map[string]bool)
	for _, m := range ctxapi.All() {
		mods[m.Path] = true
		rows += len(m.Rows)
		for _, r := range m.Rows {
			if r.Module() != m {
				t.Fatalf("%s.%s: module %v", r.Package, r.Name, r.Module())
			}
			if r.Package != "**" && !new(ctxapi.Tables).Knows(r.Package) {
				t.Errorf("%s: no family leads to it", r.Package)
			}
		}
	}
	if rows < 2900 || len(mods) < 91 {
		t.Errorf("%d rows of %d modules", rows, len(mods))
	}
	want := []string{"std", "google.golang.org/grpc", "k8s.io/client-go", "github.com/redis/go-redis/v9"}
	if i := slices.IndexFunc(want, func(p string) bool { return !mods[p] }); i >= 0 {
		t.Errorf("no module %s", want[i])
	}
}
