package selection

import (
	"slices"
	"strings"
	"testing"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
)

var checks = catalogue.Catalogue{
	{Name: "root", Categories: []catalogue.Category{
		{Check: "root", Name: "helper", Default: true},
		{Check: "root", Name: "call"},
	}},
	{Name: "wait", Categories: []catalogue.Category{
		{Check: "wait", Name: "sleep", Default: true},
		{Check: "wait", Name: "channel"},
	}},
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		strict          bool
		enable, disable string
		want            string // the categories that are on
	}{
		{false, "", "", "root/helper wait/sleep"},
		{true, "", "", "root/helper root/call wait/sleep wait/channel"},
		{false, "root", "", "root/helper root/call wait/sleep"},
		{false, "root/call", "", "root/helper root/call wait/sleep"},
		{false, "", "root", "wait/sleep"},
		{false, "", "root,wait", ""},
		{true, "", "root", "wait/sleep wait/channel"},
		{true, "", "root/helper", "root/call wait/sleep wait/channel"},
		// The longer name wins, whichever way round.
		{false, "root/call", "root", "root/call wait/sleep"},
		{false, "root", "root/helper", "root/call wait/sleep"},
		{true, "root/helper", "root", "root/helper wait/sleep wait/channel"},
		{false, " root/call , wait/channel,", "", "root/helper root/call wait/sleep wait/channel"},
	} {
		set, err := New(checks, test.strict, Layer{Names(test.enable), Names(test.disable)})
		if err != nil {
			t.Errorf("%+v: %v", test, err)
			continue
		}
		var on []string
		for _, c := range checks.Categories() {
			if set.Has(c.String()) {
				on = append(on, c.String())
			}
		}
		if got := strings.Join(on, " "); got != test.want {
			t.Errorf("strict %t, enable %q, disable %q: got %q, want %q", test.strict, test.enable, test.disable, got, test.want)
		}
		if !set.Has("new/check") {
			t.Errorf("%+v: a category outside the catalogue is off", test)
		}
	}
}

// TestLayers has a configuration and, over it, a command line.
func TestLayers(t *testing.T) {
	config := Layer{Enable: []string{"wait/channel"}, Disable: []string{"root"}}
	for _, test := range []struct{ enable, disable, want string }{
		{"", "", "wait/sleep wait/channel"},
		{"root/call", "", "root/call wait/sleep wait/channel"},
		{"root", "", "root/helper root/call wait/sleep wait/channel"},
		{"", "wait", ""}, // also what the configuration has by its longer name
	} {
		set, err := New(checks, false, config, Layer{Names(test.enable), Names(test.disable)})
		if err != nil {
			t.Fatal(err)
		}
		var on []string
		for _, c := range checks.Categories() {
			if set.Has(c.String()) {
				on = append(on, c.String())
			}
		}
		if got := strings.Join(on, " "); got != test.want {
			t.Errorf("enable %q, disable %q: got %q, want %q", test.enable, test.disable, got, test.want)
		}
	}
}

func TestNewErrors(t *testing.T) {
	for _, test := range []struct {
		enable, disable, want string
	}{
		{"nosuch", "", `unknown check or category "nosuch"`},
		{"root,nosuch/helper", "", `unknown check or category "nosuch/helper"`},
		{"", "root/sleep", `unknown check or category "root/sleep"`},
		{"helper", "", `unknown check or category "helper"`},
		{"root/helper", "wait,root/helper", "root/helper is both enabled and disabled"},
		{"root", "root", "root is both enabled and disabled"},
	} {
		_, err := New(checks, false, Layer{Names(test.enable), Names(test.disable)})
		if err == nil || err.Error() != test.want {
			t.Errorf("enable %q, disable %q: got error %v, want %s", test.enable, test.disable, err, test.want)
		}
	}
}

func TestNames(t *testing.T) {
	if got := Names(" a, b/c ,,"); !slices.Equal(got, []string{"a", "b/c"}) {
		t.Errorf("got %q", got)
	}
	if got := Names(" , "); len(got) != 0 {
		t.Errorf("got %q", got)
	}
}
