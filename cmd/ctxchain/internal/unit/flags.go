package unit

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"strconv"

	"golang.org/x/tools/go/analysis"
)

// Presets that each check knows, and thus the command and the vet tool.
const (
	PresetDefault = "default" // the categories that are on by default
	PresetStrict  = "strict"  // all categories
)

const presetUsage = "categories to report, for all checks: default or strict"

// CommandFlags are the vet tool's flags when the command runs it through go vet,
// with the configuration's rows. They are always the same, whatever is to be
// reported: another value would analyze everything anew, dependencies and all.
func CommandFlags(rows string) []string {
	return withRows([]string{"-preset=" + PresetStrict, "-map"}, rows)
}

// LiveFlags are the vet tool's flags when it is run without go vet, for editors.
func LiveFlags(rows string) []string {
	return withRows([]string{"-preset=" + PresetStrict, "-hover"}, rows)
}

func withRows(flags []string, rows string) []string {
	if rows != "" {
		flags = append(flags, "-api="+rows)
	}
	return flags
}

// CheckPreset returns an error unless name is a preset's.
func CheckPreset(name string) error {
	if name != PresetDefault && name != PresetStrict {
		return fmt.Errorf("want %s or %s", PresetDefault, PresetStrict)
	}
	return nil
}

// A presetFlag sets the preset flag of every check that has one.
type presetFlag struct{ suite []*analysis.Analyzer }

func (presetFlag) String() string { return "" }

func (p presetFlag) Set(name string) error {
	if err := CheckPreset(name); err != nil {
		return err
	}
	for _, a := range p.suite {
		f := a.Flags.Lookup("preset")
		if f == nil {
			continue
		}
		if err := f.Value.Set(name); err != nil {
			return fmt.Errorf("%s: %v", a.Name, err)
		}
	}
	return nil
}

const hoverUsage = "report a description of the package's contexts, for editors"

const mapUsage = "report a description of the package's calls, for ctxchain itself"

// An emitFlag switches on an analyzer that describes, if there is one of the
// name.
type emitFlag struct {
	suite      []*analysis.Analyzer
	name, flag string
}

func (emitFlag) String() string   { return "" }
func (emitFlag) IsBoolFlag() bool { return true }

func (f emitFlag) Set(value string) error {
	for _, a := range f.suite {
		if a.Name == f.name {
			return a.Flags.Set(f.flag, value)
		}
	}
	_, err := strconv.ParseBool(value)
	return err
}

// A flagInfo is how the go command wants a flag described.
type flagInfo struct {
	Name  string
	Bool  bool
	Usage string
}

// describeFlags returns the answer to -flags: the flags that the go command
// may hand to a unit.
//
// unitchecker's own answer also lists -tags and -v, for the sake of scripts
// from before 2018. The go command then hands these to the tool and counts them
// as part of the analysis, so that another -tags would analyze the standard
// library and all dependencies anew. They have no effect on the analysis
// beyond the choice of files, which the go command accounts for; so they
// aren't listed here.
func describeFlags(suite []*analysis.Analyzer) []byte {
	infos := []flagInfo{
		{"V", true, "print version and exit"},
		{"api", false, apiUsage},
		{"c", false, "display offending line with this many lines of context"},
		{"deps", false, depsUsage},
		{"diff", true, "with -fix, don't update the files, but print a unified diff"},
		{"flags", true, "print flags in JSON"},
		{"hover", true, hoverUsage},
		{"json", true, "emit JSON output"},
		{"map", true, mapUsage},
		{"preset", false, presetUsage},
	}
	for _, a := range suite {
		infos = append(infos, flagInfo{a.Name, true, fmt.Sprintf("enable %q analysis", a.Name)})
		a.Flags.VisitAll(func(f *flag.Flag) {
			b, ok := f.Value.(interface{ IsBoolFlag() bool })
			infos = append(infos, flagInfo{a.Name + "." + f.Name, ok && b.IsBoolFlag(), f.Usage})
		})
	}
	data, err := json.MarshalIndent(infos, "", "\t")
	if err != nil {
		log.Fatal(err) // can't happen: strings and bools
	}
	return append(data, '\n')
}
