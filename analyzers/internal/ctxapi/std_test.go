package ctxapi_test

import (
	"bytes"
	"fmt"
	"go/importer"
	"go/token"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi"
	"github.com/ctxchain/ctxchain/analyzers/internal/ctxapi/verify"
)

// stdLoader imports packages of the running toolchain's standard library from
// the export data that go list names.
func stdLoader(t *testing.T, paths ...string) verify.Loader {
	t.Helper()
	args := append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", "--"}, paths...)
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	files := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		files[path] = file
	}
	imp := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, fmt.Errorf("no package %q", path)
		}
		return os.Open(files[path])
	})
	return imp.Import
}

func stdPackagesOf(rows []*ctxapi.Row) []string {
	var paths []string
	seen := make(map[string]bool)
	for _, r := range rows {
		if !seen[r.Package] {
			seen[r.Package] = true
			paths = append(paths, r.Package)
		}
	}
	return paths
}

func stdModules() (mods []*ctxapi.Module, rows []*ctxapi.Row) {
	for _, m := range ctxapi.All() {
		if m.Path == "std" {
			mods = append(mods, m)
			rows = append(rows, m.Rows...)
		}
	}
	return mods, rows
}

func TestStandardLibrary(t *testing.T) {
	mods, rows := stdModules()
	if len(rows) < 400 {
		t.Fatalf("only %d rows", len(rows))
	}
	load := stdLoader(t, stdPackagesOf(rows)...)
	for _, m := range mods {
		for _, err := range verify.Module(m, load) {
			t.Error(err)
		}
	}
}

// A row with a typing error must not get through: each of these has one.
func TestVerifyFindsFaults(t *testing.T) {
	load := stdLoader(t, "net/http", "database/sql", "context", "net", "sync")
	for _, tt := range []struct{ pkg, recv, line, want string }{
		{"net/http", "*Client", "Get\toutgoing\t-\thttp;ctx=none;timeout=Client.Timeout", ""},
		{"net/htp", "", "Get\tnodeadline\t-\thttp", `no package "net/htp"`},
		{"net/http", "*Client", "Gett\toutgoing\t-\thttp", "no such thing"},
		{"net/http", "*Klient", "Get\toutgoing\t-\thttp", "no such thing"},
		{"net/http", "Client", "Get\toutgoing\t-\thttp", "no such thing"},
		{"net/http", "", "NewRequestWithContext\tderive\t1\tresult=carrier;from=1", "parameter 1 of func net/http.NewRequestWithContext"},
		{"net/http", "", "NewRequestWithContext\tderive\t-\tresult=carrier", "is a context, the row has none"},
		{"context", "", "WithValue\tderive\t0\tfrom=1;adds=values", "from=1 is no context"},
		{"database/sql", "*DB", "Query\tvariant\t-\tQueryCtx;sibling-since=go1.8;params=same", "no sibling *DB QueryCtx"},
		{"database/sql", "*DB", "Query\tvariant\t-\tExec;sibling-since=go1.8;params=same", "sibling Exec takes no context"},
		{"database/sql", "*DB", "Query\tvariant\t-\tQueryRowContext;sibling-since=go1.8;params=same", "results=same is wrong"},
		{"database/sql", "*DB", "Begin\tvariant\t-\tBeginTx;sibling-since=go1.8;params=same", "params=same is wrong"},
		{"database/sql", "*DB", "Begin\tvariant\t-\tBeginTx;sibling-since=go1,8;params=differs", `"go1,8" is no Go release`},
		{"net", "*TCPConn", "SetDeadline\ttimeout-field\t-\tsetter;zero=none", "declared on *conn, the row says *TCPConn"},
		{"net", "*TCPConn", "SetDeadline\ttimeout-field\t-\tsetter;zero=none;declared=*netFD", "declared on *conn, the row says *netFD"},
		{"net/http", "", "HandlerFunc\tcarrier\t-\tcallback", "kind=type is missing"},
		{"net/http", "", "Handler\tcarrier\t-\tcallback;kind=type", "is no func-typed type"},
		{"sync", "*WaitGroup", "Go\tspawn\t-\tjoined=none;task=1\tgo1.25", "task=1 is no parameter"},
		{"net/http", "*Client", "Head\toutgoing\t-\tsocket;ctx=none", "a lookup doesn't find the row, but 2 others"},
		{"net", "*Resolver", "~Lookup.*\toutgoing\t0\tdns;seen=1", " matches in net, the row says 1"},
	} {
		mods, err := ctxapi.Parse("test", "module std go1.26\npackage "+tt.pkg+"\n["+tt.recv+"]\n"+tt.line+"\n")
		if err != nil {
			t.Errorf("%s: %v", tt.line, err)
			continue
		}
		errs := verify.Module(mods[0], load)
		if tt.want == "" && len(errs) > 0 || tt.want != "" && !strings.Contains(fmt.Sprint(errs), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.line, errs, tt.want)
		}
	}
}

func TestVerifyFindsDuplicates(t *testing.T) {
	mods, err := ctxapi.Parse("test", "module std go1.26\npackage net/http\n[*Client]\n"+strings.Repeat("Get\toutgoing\t-\thttp\n", 2))
	if err != nil {
		t.Fatal(err)
	}
	errs := verify.Module(mods[0], stdLoader(t, "net/http"))
	if got := fmt.Sprint(errs); !strings.Contains(got, "there is another row like it") {
		t.Errorf("got %s", got)
	}
}

// A line that doesn't parse is an error that names the file and the line.
func TestParseErrors(t *testing.T) {
	const head = "module std go1.26\npackage p\n[T]\n"
	for _, tt := range []struct{ text, want string }{
		{"module std\n", "test:1: want: module PATH VERSION"},
		{"package p\n", "test:1: package before module"},
		{"module std go1.26\nf\troot\t-\t\n", "test:2: row before package"},
		{"module std go1.26\npackage p\n[T\n", "test:3: receiver without ]"},
		{head + "f\troot\t-\n", "test:4: 3 columns"},
		{head + "f\trot\t-\t\n", `test:4: unknown role "rot"`},
		{head + "f\tderive\tctx\t\n", `test:4: context index "ctx"`},
		{head + "f\troot\t-\t\tgo2\n", `test:4: column "go2"`},
		{head + "~(\toutgoing\t0\thttp\n", "test:4: error parsing regexp"},
		{head + "~.*\toutgoing\t0\thttp;match=lasterr\n", "test:4: unknown match=lasterr"},
		{head + "~.*\toutgoing\t0\thttp;match=param\n", "test:4: match=param wants an argument"},
	} {
		_, err := ctxapi.Parse("test", tt.text)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestIsStdKnowsTheToolchain(t *testing.T) {
	out, err := exec.Command("go", "list", "std", "cmd/go").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	paths := strings.Fields(string(out))
	if len(paths) < 300 {
		t.Fatalf("go list std: only %d packages", len(paths))
	}
	for _, p := range paths {
		if !ctxapi.IsStd(p) {
			t.Errorf("IsStd(%q) is false", p)
		}
	}
}

func TestIsStd(t *testing.T) {
	for path, want := range map[string]bool{
		"context":                                true,
		"net/http":                               true,
		"crypto/xyz":                             true, // of some later release
		"encoding/json/v2":                       true,
		"internal/poll":                          true,
		"vendor/golang.org/x/net/dns/dnsmessage": true,
		"cmd/go/internal/load":                   true,
		"syscall/js":                             true,
		"unsafe":                                 true,
		"golang.org/x/net/context":               false,
		"github.com/acme/net/http":               false,
		"shop":                                   false,
		"shop/net/http":                          false,
		"contexts":                               false,
		"fmt/fmt":                                false,
		"example.com/shop":                       false,
		"vendor":                                 false,
		"":                                       false,
	} {
		if got := ctxapi.IsStd(path); got != want {
			t.Errorf("IsStd(%q) = %v", path, got)
		}
	}
}
