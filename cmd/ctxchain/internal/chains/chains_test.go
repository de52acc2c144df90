package chains

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/analyzers/ctxmap"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/present"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/vetdrive"
)

// shop is three packages: a gateway that takes requests and knows the others by
// an interface, what stands behind it, and a command that brings them together.
func shop(t *testing.T) []vetdrive.Map {
	return []vetdrive.Map{
		encode(t, "gateway", ctxmap.Map{
			Names: []string{
				"(*example.com/shop/gateway.Gateway).order", "(example.com/shop/gateway.Stock).Reserve",
				"example.com/shop/gateway.Routes$2", "(*example.com/shop/gateway.Gateway).old", "example.com/shop/gateway.idle",
			},
			Funcs: []ctxmap.Func{
				{Name: 0, File: "g.go", Line: 10, End: 20, Calls: []ctxmap.Call{{To: 1, Line: 12}}},
				{Name: 2, File: "g.go", Line: 32, End: 36, Calls: []ctxmap.Call{{To: 1, Line: 33}}, Loops: [][2]int{{32, 34}}},
				{Name: 3, File: "g.go", Line: 40, End: 45},
				{Name: 4, File: "g.go", Line: 50, End: 55},
			},
			Entries: []ctxmap.Entry{{Func: 0, Name: "POST /orders"}, {Func: 0}, {Func: 2}, {Func: 3}},
		}),
		encode(t, "inventory/v2", ctxmap.Map{
			Names: []string{
				"(*example.com/shop/inventory/v2.Client).Reserve", "(*example.com/shop/inventory/v2.Client).lookup",
				"(*net/http.Client).Do", "(*database/sql.DB).QueryContext",
			},
			Funcs: []ctxmap.Func{
				{Name: 0, File: "i.go", Line: 1, End: 9, Calls: []ctxmap.Call{{To: 3, Line: 3, Out: "sql"}, {To: 1, Line: 5}}},
				{Name: 1, File: "i.go", Line: 11, End: 19, Calls: []ctxmap.Call{{To: 1, Line: 12}, {To: 2, Line: 15, Out: "http"}}, Loops: [][2]int{{14, 16}}},
			},
		}),
		encode(t, "cmd/shopd", ctxmap.Map{
			Names: []string{"(example.com/shop/gateway.Stock).Reserve", "(*example.com/shop/inventory/v2.Client).Reserve"},
			Impls: [][2]int{{0, 1}},
		}),
	}
}

func encode(t *testing.T, pkg string, m ctxmap.Map) vetdrive.Map {
	t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return vetdrive.Map{Package: "example.com/shop/" + pkg, Dir: "/shop/" + pkg, Text: string(text)}
}

func finding(file string, line int, severity string) present.Finding {
	f := present.Finding{Severity: severity, Key: fmt.Sprint(file, line)}
	f.Start = vetdrive.Position{File: "/shop/" + file, Line: line, Col: 1}
	return f
}

func TestAnnotate(t *testing.T) {
	g, err := Join(shop(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		file string
		line int
		want string
	}{
		{"gateway/g.go", 12, "entry POST /orders@10 > cut gateway.Gateway.order@12 > behind inventory.Client.Reserve@1 > outgoing sql.DB.QueryContext@0"},
		// Nothing leaves the function after the finding.
		{"gateway/g.go", 15, "entry POST /orders@10 > cut gateway.Gateway.order@15"},
		// A handler of which no route is known is its own entry.
		{"gateway/g.go", 33, "cut gateway.Routes (literal)@33 > behind inventory.Client.Reserve@1 > outgoing sql.DB.QueryContext@0"},
		{"inventory/v2/i.go", 2, "entry POST /orders@10 > call gateway.Gateway.order@10 > cut inventory.Client.Reserve@2 > outgoing sql.DB.QueryContext@0"},
		// What is called on the finding's own line comes before what comes first.
		{"inventory/v2/i.go", 5, "entry POST /orders@10 > call gateway.Gateway.order@10 > cut inventory.Client.Reserve@5 > behind inventory.Client.lookup@11 > outgoing http.Client.Do@0"},
		// Recursion ends.
		{"inventory/v2/i.go", 12, "entry POST /orders@10 > call gateway.Gateway.order@10 > call inventory.Client.Reserve@1 > cut inventory.Client.lookup@12 > outgoing http.Client.Do@0"},
		// Neither an entry with more to it, nor anything behind.
		{"gateway/g.go", 41, ""},
		{"gateway/g.go", 52, ""},
		{"gateway/g.go", 99, ""},
		{"nosuch.go", 1, ""},
	} {
		findings := []present.Finding{finding(test.file, test.line, "error")}
		g.Annotate(findings)
		var hops []string
		for _, h := range findings[0].Chain {
			hops = append(hops, fmt.Sprintf("%s %s@%d", h.Role, h.Name, h.At.Line))
		}
		if got := strings.Join(hops, " > "); got != test.want {
			t.Errorf("%s:%d:\ngot  %s\nwant %s", test.file, test.line, got, test.want)
		}
	}
}

func TestSortByRisk(t *testing.T) {
	g, err := Join(shop(t))
	if err != nil {
		t.Fatal(err)
	}
	findings := []present.Finding{
		finding("gateway/g.go", 52, "error"),
		finding("gateway/g.go", 52, "error"),
		finding("gateway/g.go", 41, "note"),
		finding("gateway/g.go", 33, "warning"),
		finding("inventory/v2/i.go", 2, "warning"),
		finding("inventory/v2/i.go", 3, "error"),
		finding("inventory/v2/i.go", 15, "note"),
	}
	g.SortByRisk(findings)
	var got []string
	for _, f := range findings {
		got = append(got, fmt.Sprintf("%d %s: %s", f.Start.Line, f.Severity, f.Reason))
	}
	want := []string{
		"33 warning: reached from gateway.Routes (literal), outgoing call (sql), in a loop",
		"15 note: reached from POST /orders, outgoing call (http), in a loop",
		"3 error: reached from POST /orders, outgoing call (sql)",
		"2 warning: reached from POST /orders, outgoing call (sql)",
		"41 note: reached from gateway.Gateway.old",
		"52 error: ",
		"52 error: ",
	}
	if a, b := strings.Join(got, "\n"), strings.Join(want, "\n"); a != b {
		t.Errorf("got\n%s\nwant\n%s", a, b)
	}
}

// TestOrder joins the maps in other orders: nothing depends on it.
func TestOrder(t *testing.T) {
	maps := shop(t)
	var first string
	for range maps {
		maps = append(maps[1:], maps[0])
		g, err := Join(append(maps, maps[0])) // one of them twice
		if err != nil {
			t.Fatal(err)
		}
		findings := []present.Finding{finding("inventory/v2/i.go", 12, "error"), finding("gateway/g.go", 33, "error")}
		g.Annotate(findings)
		if text := fmt.Sprint(findings); first == "" {
			first = text
		} else if text != first {
			t.Errorf("got  %s\nwant %s", text, first)
		}
	}
}

func TestJoinErrors(t *testing.T) {
	for _, text := range []string{
		"", "[]", `{"funcs":[{"name":0}]}`, `{"names":["a"],"funcs":[{"name":0,"calls":[{"to":1}]}]}`,
		`{"names":["a"],"entries":[{"func":-1}]}`, `{"names":["a"],"impls":[[0,1]]}`, `{"names":["a"],"impls":[[1,0]]}`,
	} {
		_, err := Join([]vetdrive.Map{{Package: "p", Text: text}})
		if err == nil || !strings.HasPrefix(err.Error(), "description of the calls in p: ") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func TestLabel(t *testing.T) {
	for name, want := range map[string]string{
		"(*example.com/shop/inventory.Client).Reserve": "inventory.Client.Reserve",
		"(example.com/shop/gateway.Stock).Reserve":     "gateway.Stock.Reserve",
		"example.com/shop/retry/v3.Thrice":             "retry.Thrice",
		"(*example.com/v2.T).M":                        "example.com.T.M",
		"example.com/shop.Routes$1$2":                  "shop.Routes (literal)",
		"(*net/http.Client).Do":                        "http.Client.Do",
		"(net.Conn).Read":                              "net.Conn.Read",
		"(*gopkg.in/yaml.v3.Decoder).Decode":           "yaml.v3.Decoder.Decode",
		"main.main":                                    "main.main",
	} {
		if got := label(name); got != want {
			t.Errorf("label(%s) = %s, want %s", name, got, want)
		}
	}
}
