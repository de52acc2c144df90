package plugin

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/golangci/plugin-module-register/register"
)

// configure sets flags as the settings say: a setting has the name of a flag,
// where a map stands for the flags whose names begin with its own, and a list
// for its elements on a line each.
func configure(flags *flag.FlagSet, settings any) error {
	tree, err := register.DecodeSettings[any](settings)
	if err != nil {
		return err
	}
	values, err := flatten("", tree)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		switch value := values[name]; {
		case value == nil && stands(flags, name):
		case flags.Lookup(name) == nil:
			return unknown(flags, name)
		case value != nil:
			if err := flags.Set(name, *value); err != nil {
				return fmt.Errorf("setting %s: %w", name, err)
			}
		}
	}
	return nil
}

// stands reports whether a name stands for several flags.
func stands(flags *flag.FlagSet, name string) bool {
	found := name == ""
	flags.VisitAll(func(f *flag.Flag) { found = found || strings.HasPrefix(f.Name, name+".") })
	return found
}

// flatten returns the values of a setting and those below it, by full name;
// nil is that of a setting without one.
func flatten(name string, setting any) (map[string]*string, error) {
	values := make(map[string]*string)
	switch setting := setting.(type) {
	case nil:
		values[name] = nil
	case map[string]any:
		if len(setting) == 0 {
			values[name] = nil
		}
		for _, key := range slices.Sorted(maps.Keys(setting)) {
			full := strings.TrimPrefix(name+"."+key, ".")
			below, err := flatten(full, setting[key])
			if err != nil {
				return nil, err
			}
			maps.Copy(values, below)
		}
	case []any:
		var list []string
		for _, element := range setting {
			text, err := scalar(name, element)
			if err != nil {
				return nil, err
			}
			list = append(list, text)
		}
		text := strings.Join(list, "\n")
		values[name] = &text
	default:
		text, err := scalar(name, setting)
		if err != nil {
			return nil, err
		}
		values[name] = &text
	}
	return values, nil
}

// scalar returns the text of a value that is neither a map nor a list.
func scalar(name string, value any) (string, error) {
	if name == "" {
		return "", errors.New("settings are no map")
	}
	switch value := value.(type) {
	case string:
		return value, nil
	case bool:
		return strconv.FormatBool(value), nil
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64), nil
	}
	return "", fmt.Errorf("setting %s: a list holds %v", name, value)
}

// unknown tells which names there are where the unknown one is.
func unknown(flags *flag.FlagSet, name string) error {
	below := make(map[string]bool)
	top := make(map[string]bool)
	check, _, _ := strings.Cut(name, ".")
	flags.VisitAll(func(f *flag.Flag) {
		first, _, deeper := strings.Cut(f.Name, ".")
		if top[first] = true; deeper && first == check {
			below[f.Name] = true
		}
	})
	if len(below) == 0 {
		name, below = check, top
	}
	return fmt.Errorf("unknown setting %s; known are %s", name, strings.Join(slices.Sorted(maps.Keys(below)), ", "))
}
