//go:build e2e

package main

import (
	"encoding/json"
	"errors"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// driver is a page that has the report in a frame, does with it what a user
// would, and notes what can be seen.
const driver = `<!DOCTYPE html><pre id="result"></pre><iframe id="frame" width="1200" height="900" src="/report.html"></iframe>
<script>
const frame = document.getElementById("frame");
const result = {errors: []};
let step = 0;
frame.onload = () => {
  const win = frame.contentWindow, doc = frame.contentDocument;
  win.onerror = message => result.errors.push(message);
  const shown = () => [...doc.querySelectorAll("article")].filter(a => a.getClientRects().length > 0)
    .map(a => a.dataset.category + " " + a.dataset.package + " " + a.dataset.severity);
  const choose = (name, value) => {
    const field = doc.querySelector("[name=" + name + "]");
    field.value = value;
    field.dispatchEvent(new Event("input", {bubbles: true}));
    const seen = {shown: shown(), count: doc.getElementById("count").textContent, hash: win.location.hash};
    field.value = "";
    field.dispatchEvent(new Event("input", {bubbles: true}));
    return seen;
  };
  step++;
  if (step === 1) {
    result.all = shown();
    result.check = choose("check", "ctxroot");
    result.category = choose("check", "ctxroot/helper");
    result.package = choose("package", "example.com/shop/checkout");
    result.severity = choose("severity", "error");
    result.text = choose("text", "LOG.record");
    result.nothing = choose("text", "no such text anywhere");
    result.again = shown();
    result.marks = [...doc.querySelectorAll("mark")].map(m => m.textContent);
    result.hidden = [...doc.querySelectorAll("mark, svg.chain, h2")].filter(e => {
      const r = e.getBoundingClientRect();
      return r.width < 5 || r.height < 5 || r.left < 0 || r.left > 1200;
    }).map(e => e.outerHTML.slice(0, 100));
    result.chains = [...doc.querySelectorAll("svg.chain")].map(s => [...s.querySelectorAll(".name")].map(t => t.textContent).join(" > "));
    result.tight = [...doc.querySelectorAll("svg .hop")].filter(g => {
      const box = g.querySelector("rect").getBBox();
      return [...g.querySelectorAll("text")].some(t => t.getBBox().x + t.getBBox().width > box.x + box.width);
    }).map(g => g.textContent);
    result.wide = doc.documentElement.scrollWidth > 1200;
    frame.src = "/report.html?2#severity=warning&check=ctxroot";
  } else if (step === 2) {
    result.address = shown();
    document.getElementById("result").textContent = JSON.stringify(result);
  }
};
</script>`

type seen struct {
	Shown []string
	Count string
	Hash  string
}

// TestBrowser opens the page about the shop in Chromium, and uses its filters.
func TestBrowser(t *testing.T) {
	real, err := exec.LookPath("real")
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "report.html")
	inShop(t, real, "-format=html", "-o="+page, "./...")
	mux := http.NewServeMux()
	mux.HandleFunc("/report.html", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, page) })
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(driver)) })
	server := httptest.NewServer(mux)
	defer server.Close()
	var got struct {
		All, Again, Address, Marks, Hidden, Chains, Tight, Errors []string
		Check, Category, Package, Severity, Text, Nothing         seen
		Wide                                                      bool
	}
	browse(t, server.URL, &got)

	// What the page ought to show is what the format for programs has.
	stdout := inShop(t, real, "-format=json", "./...")
	var report struct {
		Findings []struct{ Category, Package, Severity, Function string }
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err)
	}
	want := func(fits func(category, pkg, severity, function string) bool) []string {
		var all []string
		for _, f := range report.Findings {
			pkg, _, _ := strings.Cut(f.Package, " ")
			if fits(f.Category, pkg, f.Severity, f.Function) {
				all = append(all, f.Category+" "+pkg+" "+f.Severity)
			}
		}
		return all
	}
	for _, test := range []struct {
		name string
		got  []string
		want []string
	}{
		{"all", got.All, want(func(_, _, _, _ string) bool { return true })},
		{"all again", got.Again, got.All},
		{"check", got.Check.Shown, want(func(c, _, _, _ string) bool { return strings.HasPrefix(c, "ctxroot/") })},
		{"category", got.Category.Shown, want(func(c, _, _, _ string) bool { return c == "ctxroot/helper" })},
		{"package", got.Package.Shown, want(func(_, p, _, _ string) bool { return p == "example.com/shop/checkout" })},
		{"severity", got.Severity.Shown, want(func(_, _, s, _ string) bool { return s == "error" })},
		{"address", got.Address, want(func(c, _, s, _ string) bool { return s == "warning" && strings.HasPrefix(c, "ctxroot/") })},
	} {
		if len(test.want) == 0 {
			t.Errorf("%s: nothing is to be shown", test.name)
		}
		if !slices.Equal(test.got, test.want) {
			t.Errorf("%s: shows\n%s\nwant\n%s", test.name, strings.Join(test.got, "\n"), strings.Join(test.want, "\n"))
		}
	}
	if n := len(got.Text.Shown); n == 0 || n == len(got.All) {
		t.Errorf("the text of one function shows %d of %d findings", n, len(got.All))
	}
	if len(got.Nothing.Shown) > 0 || !strings.HasPrefix(got.Nothing.Count, "0 of ") {
		t.Errorf("a text that isn't there shows %q, %q", got.Nothing.Shown, got.Nothing.Count)
	}
	if got.Category.Hash != "#check=ctxroot/helper" {
		t.Errorf("the address is %q", got.Category.Hash)
	}
	if !slices.Contains(got.Marks, "context.Background()") {
		t.Errorf("marked is %q", got.Marks)
	}
	const chain = "POST /orders > gateway.Gateway.order > checkout.Service.Place > checkout.Service.pay > checkout.Partner.Call > checkout.Partner.post > http.Client.Do"
	if !slices.Contains(got.Chains, chain) {
		t.Errorf("the chains are\n%s\nwithout\n%s", strings.Join(got.Chains, "\n"), chain)
	}
	for what, list := range map[string][]string{"errors": got.Errors, "out of sight": got.Hidden, "wider than their boxes": got.Tight} {
		if len(list) > 0 {
			t.Errorf("%s: %q", what, list)
		}
	}
	if got.Wide {
		t.Error("the page is wider than the window")
	}
}

// browse opens a page in Chromium, and decodes what its element result holds in
// the end.
func browse(t *testing.T, url string, result any) {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatalf("%v: install the system's package of that name", err)
	}
	var stderr strings.Builder
	cmd := exec.Command(chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--window-size=1300,1000", "--user-data-dir="+t.TempDir(), "--virtual-time-budget=30000", "--dump-dom", url)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("chromium: %v\n%s", err, &stderr)
	}
	_, text, _ := strings.Cut(string(out), `<pre id="result">`)
	text, _, _ = strings.Cut(text, "</pre>")
	if err := json.Unmarshal([]byte(html.UnescapeString(text)), result); err != nil {
		t.Fatalf("%v in %s\n%s", err, out, &stderr)
	}
}

// inShop runs a program in the shop's directory, whose findings make it exit
// with status 1, and returns what it writes to stdout.
func inShop(t *testing.T, name string, args ...string) string {
	t.Helper()
	var stdout, stderr strings.Builder
	cmd := exec.Command(name, args...)
	cmd.Dir = filepath.Join("..", "..", "analyzers", "testdata", "shop")
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("%s %q: %v, want exit status 1; stderr:\n%s", name, args, err, &stderr)
	}
	return stdout.String()
}
