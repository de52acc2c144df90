package report

import (
	"flag"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func testCheck() *Check {
	return NewCheck("ctxroot",
		Category{Name: "shadow", Default: true, Severity: Error, Summary: "a shadowed context"},
		Category{Name: "helper", Default: true, Severity: Warning, Summary: "a root in a helper"},
		Category{Name: "call", Severity: Note, Summary: "a call that starts a root"},
	)
}

func TestEnabled(t *testing.T) {
	tests := []struct {
		args string
		want string // the categories that are on
	}{
		{"", "shadow helper"},
		{"-preset=default", "shadow helper"},
		{"-preset=strict", "shadow helper call"},
		{"-preset=strict -preset=default", "shadow helper"},
		{"-helper=false", "shadow"},
		{"-call", "shadow helper call"},
		{"-call=true -shadow=0", "helper call"},
		{"-preset=strict -helper=false", "shadow call"},
		{"-helper=false -preset=strict", "shadow call"},
		{"-helper=false -helper=", "shadow helper"},
	}
	for _, test := range tests {
		check := testCheck()
		fs := flag.NewFlagSet("ctxroot", flag.ContinueOnError)
		check.Register(fs)
		if err := fs.Parse(strings.Fields(test.args)); err != nil {
			t.Errorf("%s: %v", test.args, err)
			continue
		}
		var on []string
		for _, c := range check.Categories() {
			if check.Enabled(c.Name) {
				on = append(on, c.Name)
			}
		}
		if got := strings.Join(on, " "); got != test.want {
			t.Errorf("%q: on are %q, want %q", test.args, got, test.want)
		}
		if check.Enabled("nosuch") {
			t.Errorf("%q: an unknown category is on", test.args)
		}
	}
}

func TestBadFlags(t *testing.T) {
	tests := []struct{ name, value, want string }{
		{"preset", "loose", `ctxroot.preset is "loose"; allowed are default and strict`},
		{"preset", "", `ctxroot.preset is ""; allowed are default and strict`},
		{"helper", "maybe", `ctxroot.helper is "maybe"; allowed are true and false`},
	}
	for _, test := range tests {
		check := testCheck()
		fs := flag.NewFlagSet("ctxroot", flag.ContinueOnError)
		fs.SetOutput(io.Discard)
		check.Register(fs)
		err := fs.Set(test.name, test.value)
		if err == nil || err.Error() != test.want {
			t.Errorf("-%s=%s: error %v, want %s", test.name, test.value, err, test.want)
		}
		if !check.Enabled("helper") || check.Enabled("call") {
			t.Errorf("-%s=%s: a bad value has changed the check", test.name, test.value)
		}
	}
}

// TestFlagValues checks what drivers and help texts see.
func TestFlagValues(t *testing.T) {
	check := testCheck()
	fs := flag.NewFlagSet("ctxroot", flag.ContinueOnError)
	check.Register(fs)
	values := func() string {
		var all []string
		fs.VisitAll(func(f *flag.Flag) { all = append(all, f.Name+"="+f.Value.String()) })
		return strings.Join(all, " ")
	}
	if got, want := values(), "call= helper= nolint=true preset=default shadow="; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for name, value := range map[string]string{"call": "true", "helper": "F", "nolint": "false", "preset": "strict"} {
		if err := fs.Set(name, value); err != nil {
			t.Error(err)
		}
	}
	if got, want := values(), "call=true helper=false nolint=false preset=strict shadow="; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var usage strings.Builder
	fs.SetOutput(&usage)
	fs.PrintDefaults() // calls String on zero values
	if want := "a call that starts a root (off in the default preset)"; !strings.Contains(usage.String(), want) {
		t.Errorf("help lacks %q:\n%s", want, usage.String())
	}
	if b, ok := fs.Lookup("helper").Value.(interface{ IsBoolFlag() bool }); !ok || !b.IsBoolFlag() {
		t.Error("helper isn't a boolean flag")
	}
}

// TestInstances makes sure that two analyzers of one check don't share flags.
func TestInstances(t *testing.T) {
	a, b := testCheck(), testCheck()
	fs := flag.NewFlagSet("ctxroot", flag.ContinueOnError)
	a.Register(fs)
	if err := fs.Parse([]string{"-helper=false", "-preset=strict"}); err != nil {
		t.Fatal(err)
	}
	if !b.Enabled("helper") || b.Enabled("call") {
		t.Error("the flags of one check changed another")
	}
}

func TestOf(t *testing.T) {
	check := testCheck()
	a := &analysis.Analyzer{Name: "ctxroot"}
	if Of(a) != nil {
		t.Error("an analyzer without flags has a check")
	}
	check.Register(&a.Flags)
	if Of(a) != check {
		t.Error("the analyzer's check isn't found")
	}
	other := &analysis.Analyzer{Name: "other"}
	other.Flags.String("preset", "", "something else")
	if Of(other) != nil {
		t.Error("another's preset flag is taken for a check's")
	}
}

func TestCategories(t *testing.T) {
	check := testCheck()
	cats := check.Categories()
	if got := cats[1].ID(); got != "ctxroot/helper" {
		t.Errorf("ID is %s, want ctxroot/helper", got)
	}
	cats[0].Name = "changed"
	if _, ok := check.Category("shadow"); !ok {
		t.Error("a caller can change a check's categories")
	}
	if c, ok := check.Category("call"); !ok || c.Default || c.Severity != Note || c.Check != "ctxroot" {
		t.Errorf("call is %+v, %v", c, ok)
	}
	if check.Name() != "ctxroot" {
		t.Errorf("name is %s", check.Name())
	}
}

func TestOrder(t *testing.T) {
	all := Order()
	seen := make(map[string]bool)
	for _, id := range all {
		if check, name, ok := strings.Cut(id, "/"); !ok || check == "" || name == "" || seen[id] {
			t.Errorf("%q is malformed or there twice", id)
		}
		seen[id] = true
	}
	// From the specification: each comes before the next.
	want := []string{
		"ctxchain/directive", "ctxhop/extend", "ctxbudget/stale", "ctxlifetime/dead", "ctxgoroutine/groupafter",
		"ctxgoroutine/outerctx", "ctxgoroutine/errgroup", "ctxignored/variant", "ctxignored/request",
		"ctxroot/shadow", "ctxroot/stored", "ctxroot/inscope", "ctxroot/detach", "ctxroot/helper", "ctxwait/sleep",
		"ctxloop/spin", "ctxloop/stream", "ctxgoroutine/unshared", "ctxdeadline/unbounded", "ctxignored/unused",
		"ctxignored/conn", "ctxloop/endless", "ctxloop/cpu", "ctxgoroutine/waitgroup",
	}
	if !slices.IsSortedFunc(want, func(a, b string) int { return slices.Index(all, a) - slices.Index(all, b) }) {
		t.Errorf("the order is not the specified one: %v", all)
	}
	for _, id := range want {
		if !seen[id] {
			t.Errorf("%s is missing", id)
		}
	}
	all[0] = "changed"
	if Order()[0] != "ctxchain/directive" {
		t.Error("a caller can change the order")
	}
}

func TestRank(t *testing.T) {
	first := Category{Check: "ctxbudget", Name: "noop"} // early in the order, but off by default
	late := Category{Check: "ctxgoroutine", Name: "waitgroup", Default: true}
	unknown := Category{Check: "ctxnew", Name: "x", Default: true}
	if rank(first) <= rank(late) || rank(first) <= rank(unknown) {
		t.Error("a category that is off by default comes before one that is on")
	}
	if rank(unknown) <= rank(late) {
		t.Error("an unknown category comes before a known one")
	}
}

func TestURL(t *testing.T) {
	if got, want := URL("ctxroot/helper"), "https://github.com/ctxchain/ctxchain/blob/main/docs/checks/ctxroot.md#ctxroothelper"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
