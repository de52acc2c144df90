package analyzers

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers/internal/report"
)

// An allFlags holds what the flags of an umbrella say about several checks.
type allFlags struct {
	checks []*analysis.Analyzer
	own    map[string]bool // flags of one check that were set, such as ctxroot.helper
	shared map[string]string
	lists  map[bool][]string // names to switch on and off
}

// registerAll adds the flags that Umbrella documents.
func registerAll(fs *flag.FlagSet, checks []*analysis.Analyzer) {
	all := &allFlags{
		checks: checks,
		own:    make(map[string]bool),
		shared: make(map[string]string),
		lists:  make(map[bool][]string),
	}
	for _, a := range checks {
		// Most of a check's flags are its own. Those that each check has
		// are there once more for all.
		a.Flags.VisitAll(func(f *flag.Flag) {
			name := report.Of(a).Name() + "." + f.Name
			fs.Var(&ownFlag{f.Value, name, all}, name, f.Usage)
		})
	}
	for _, name := range []string{"preset", "nolint"} {
		f := checks[0].Flags.Lookup(name)
		fs.Var(&sharedFlag{name, f.DefValue, all}, name, f.Usage+", for all checks")
	}
	fs.Var(&rowsFlag{checks: checks}, "api", "what functions of your own libraries do, a row each: see docs/configuration.md")
	fs.Var(&listFlag{true, all}, "enable", "checks or categories to report as well, separated by commas")
	fs.Var(&listFlag{false, all}, "disable", "checks or categories not to report, separated by commas")
}

// apply hands on what is said about several checks to those about which
// nothing else is said.
func (all *allFlags) apply() error {
	for _, a := range all.checks {
		check := report.Of(a)
		for _, name := range []string{"preset", "nolint"} {
			if value, ok := all.shared[name]; ok && !all.own[check.Name()+"."+name] {
				if err := a.Flags.Set(name, value); err != nil {
					return errors.New(strings.TrimPrefix(err.Error(), check.Name()+"."))
				}
			}
		}
		for _, c := range check.Categories() {
			on, said := all.switched(c)
			if !said || all.own[c.Check+"."+c.Name] {
				continue
			}
			if err := a.Flags.Set(c.Name, fmt.Sprint(on)); err != nil {
				return err
			}
		}
	}
	return nil
}

// switched returns what the lists say about a category, if they do: by its own
// name, else by its check's.
func (all *allFlags) switched(c Category) (on, said bool) {
	for _, name := range []string{c.ID(), c.Check} {
		for _, on := range []bool{true, false} {
			if slices.Contains(all.lists[on], name) {
				return on, true
			}
		}
	}
	return false, false
}

// known reports whether a check or category has that name.
func (all *allFlags) known(name string) bool {
	return slices.ContainsFunc(all.checks, func(a *analysis.Analyzer) bool {
		check := report.Of(a)
		return check.Name() == name || slices.ContainsFunc(check.Categories(), func(c Category) bool { return c.ID() == name })
	})
}

// An ownFlag is a flag of one check.
type ownFlag struct {
	flag.Value
	name string
	all  *allFlags
}

func (f *ownFlag) IsBoolFlag() bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

func (f *ownFlag) String() string {
	if f.Value == nil { // as package flag asks for the zero value
		return ""
	}
	return f.Value.String()
}

// Set sets the check's flag; one that is set to nothing follows the others.
func (f *ownFlag) Set(value string) error {
	if err := f.Value.Set(value); err != nil {
		return err
	}
	f.all.own[f.name] = value != ""
	return f.all.apply()
}

// A sharedFlag sets a flag of all checks.
type sharedFlag struct {
	name, value string
	all         *allFlags
}

func (f *sharedFlag) IsBoolFlag() bool { return f.name == "nolint" }

func (f *sharedFlag) String() string { return f.value }

func (f *sharedFlag) Set(value string) error {
	f.value = value
	f.all.shared[f.name] = value
	return f.all.apply()
}

// A listFlag switches the checks and categories of a list on or off.
type listFlag struct {
	on  bool
	all *allFlags
}

func (f *listFlag) String() string {
	if f.all == nil {
		return ""
	}
	return strings.Join(f.all.lists[f.on], ",")
}

// Set adds to the list.
func (f *listFlag) Set(value string) error {
	for _, name := range strings.FieldsFunc(value, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		switch {
		case !f.all.known(name):
			return fmt.Errorf("unknown check or category %q", name)
		case slices.Contains(f.all.lists[!f.on], name):
			return fmt.Errorf("%s is both enabled and disabled", name)
		}
		f.all.lists[f.on] = append(f.all.lists[f.on], name)
	}
	return f.all.apply()
}

// A rowsFlag hands rows to the engine of the checks.
type rowsFlag struct {
	checks []*analysis.Analyzer
	rows   string
}

func (f *rowsFlag) String() string { return f.rows }

func (f *rowsFlag) Set(rows string) error {
	if err := SetRows(f.checks, rows); err != nil {
		return err
	}
	f.rows = rows
	return nil
}
