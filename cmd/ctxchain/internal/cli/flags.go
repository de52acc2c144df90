package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/selection"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/unit"
)

// options is what the command line says. All commands share it, so that a flag
// counts before the subcommand's name and after it.
type options struct {
	// Which findings: selectionFlags.
	preset  string // "" if not said
	enable  []string
	disable []string
	test    *bool // nil if not said

	config   string // a file, none, or "" if not said: configFlags
	baseline string // the same: historyFlags
	newFrom  string // a revision, "" if not said

	// How they are reported: outputFlags.
	format  string
	output  string // file, "" for stdout
	sort    string
	color   string
	quiet   bool
	verbose bool

	// For the go command: goFlags.
	dir      string   // to work in, "" for the current
	build    []string // handed on
	commands bool     // print what the go command runs
}

func newOptions() *options {
	return &options{format: formatText, color: colorAuto, sort: sortPosition}
}

// selectionFlags say which findings are reported.
func (o *options) selectionFlags() []urfave.Flag {
	return []urfave.Flag{
		argFlag("preset", "`default|strict`: the categories that are on by default, or all", func(name string) error {
			o.preset = name
			return unit.CheckPreset(name)
		}),
		argFlag("enable", "`NAME,...`: report these checks or categories as well", appendNames(&o.enable)),
		argFlag("disable", "`NAME,...`: don't report these; a category wins over its check", appendNames(&o.disable)),
		boolFlag("test", "=false: report nothing in _test.go files", func(value string) error {
			o.test = new(bool)
			return setBool(o.test)(value)
		}),
	}
}

// dirFlag says where to work.
func (o *options) dirFlag() urfave.Flag {
	return argFlag("C", "`DIR`: work in this directory", setString(&o.dir))
}

// goFlags are for the go command.
func (o *options) goFlags() []urfave.Flag {
	flags := []urfave.Flag{
		o.dirFlag(),
		argFlag("tags", "`TAG,...`: build tags", o.buildFlag("tags")),
		argFlag("p", "`N`: analyze so many packages at a time", func(value string) error {
			if n, err := strconv.Atoi(value); err != nil || n < 1 {
				return errors.New("want a number from 1 up")
			}
			return o.buildFlag("p")(value)
		}),
		boolFlag("x", "print the commands that the go command runs", func(value string) error {
			return errors.Join(setBool(&o.commands)(value), o.buildFlag("x")(value))
		}),
	}
	for _, name := range []string{"mod", "modfile", "overlay"} {
		flags = append(flags, hidden(argFlag(name, "", o.buildFlag(name))))
	}
	for _, name := range []string{"asan", "modcacherw", "msan", "race"} {
		flags = append(flags, hidden(boolFlag(name, "", func(value string) error {
			return errors.Join(setBool(new(bool))(value), o.buildFlag(name)(value))
		})))
	}
	return flags
}

// buildFlag returns a function that notes a flag for the go command, which is
// the judge of its value.
func (o *options) buildFlag(name string) func(string) error {
	return func(value string) error {
		o.build = append(o.build, "-"+name+"="+value)
		return nil
	}
}

// appendNames returns a function that adds a list of names to *to.
func appendNames(to *[]string) func(string) error {
	return func(list string) error {
		names := selection.Names(list)
		if len(names) == 0 {
			return errors.New("want names of checks or categories")
		}
		*to = append(*to, names...)
		return nil
	}
}

// setString returns a function that sets *to.
func setString(to *string) func(string) error {
	return func(value string) error {
		*to = value
		return nil
	}
}

// setBool returns a function that sets *to.
func setBool(to *bool) func(string) error {
	return func(value string) error {
		b, err := strconv.ParseBool(value)
		if err != nil {
			return errors.New("want true or false")
		}
		*to = b
		return nil
	}
}

// setOneOf returns a function that sets *to to one of some values.
func setOneOf(to *string, values ...string) func(string) error {
	return func(value string) error {
		if !slices.Contains(values, value) {
			return fmt.Errorf("want %s", strings.Join(values, ", "))
		}
		*to = value
		return nil
	}
}

// argFlag returns a flag with an argument. The usage is for help; what stands
// in backquotes names the argument.
func argFlag(name, usage string, set func(string) error) *urfave.GenericFlag {
	return newFlag(name, usage, &flagValue{set: set})
}

// boolFlag returns a flag without an argument: it may have =false.
func boolFlag(name, usage string, set func(string) error) *urfave.GenericFlag {
	return newFlag(name, usage, &flagValue{set: set, bool: true})
}

// newFlag makes a flag of the one command that it is given to: what subcommands
// take, they say themselves.
func newFlag(name, usage string, value *flagValue) *urfave.GenericFlag {
	f := &urfave.GenericFlag{Name: name, Usage: usage, Value: value, Local: true}
	if arg, rest, ok := strings.Cut(strings.TrimPrefix(usage, "`"), "`: "); ok {
		f.DefaultText, f.Usage = " "+arg, rest
	} else if arg, rest, ok := strings.Cut(usage, ": "); ok && strings.HasPrefix(arg, "=") {
		f.DefaultText, f.Usage = arg, rest
	}
	f.SetStringer(describeFlag)
	return f
}

// hidden leaves a flag out of help.
func hidden(f *urfave.GenericFlag) *urfave.GenericFlag {
	f.Hidden = true
	return f
}

// describeFlag is a flag's line in help: -name ARGUMENT, a tab, what it does.
func describeFlag(f urfave.Flag) string {
	arg, usage := "", ""
	if d, ok := f.(*urfave.GenericFlag); ok {
		arg, usage = d.DefaultText, d.Usage
	} else if d, ok := f.(urfave.DocGenerationFlag); ok {
		usage = d.GetUsage()
	}
	return "-" + f.Names()[0] + arg + "\t" + usage
}

// A flagValue hands a flag's value to a function.
type flagValue struct {
	set  func(string) error
	bool bool
}

func (v *flagValue) Set(value string) error { return v.set(value) }
func (v *flagValue) String() string         { return "" }
func (v *flagValue) Get() any               { return nil }
func (v *flagValue) IsBoolFlag() bool       { return v.bool }
