package config

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/ctxchain/ctxchain/analyzers"
)

// The words that a check or category may be set to.
const (
	on  = "on"
	off = "off"
)

// severities are words that switch a category on as well.
func severities() []string { return []string{"error", "warning", "note"} }

// presets are the values of preset.
func presets() []string { return []string{"default", "strict"} }

// parse reads the content of a file.
func parse(file string, data []byte) (*Config, error) {
	c := Default()
	c.File = file
	doc, ok, err := document(file, data)
	if err != nil || !ok {
		return c, err
	}
	return c, doc.fields(c.sections())
}

// sections are the keys of a file, and what takes their values.
func (c *Config) sections() map[string]func(value) error {
	return map[string]func(value) error{
		"preset":          c.preset,
		"tests":           c.tests,
		"checks":          c.checks,
		"exclude":         c.exclude,
		"baseline":        c.baseline,
		"api":             c.api,
		"jobs":            func(v value) error { return v.list(c.named("job")) },
		"timeout-headers": func(v value) error { return v.list(c.header) },
	}
}

func (c *Config) preset(v value) (err error) {
	c.Preset, err = v.oneOf(presets()...)
	return err
}

func (c *Config) tests(v value) (err error) {
	c.Tests, err = v.boolean()
	return err
}

// checks reads what is on and off. Whether the names are those of checks is for
// who knows these: see Config.Check.
func (c *Config) checks(v value) error {
	return v.mapping(func(name string, v value) error {
		s := Setting{Name: name, At: Place{v.at.File, v.keyLine, v.at.Key}}
		word := v.node.Value
		if b, err := v.boolean(); err == nil {
			if word = off; b {
				word = on
			}
		} else if word, err = v.oneOf(append([]string{on, off}, severities()...)...); err != nil {
			return err
		}
		s.On = word != off
		if word != on && word != off {
			s.Severity = word
		}
		c.Checks = append(c.Checks, s)
		return nil
	})
}

func (c *Config) baseline(v value) error {
	name, err := v.text()
	if err != nil {
		return err
	}
	if filepath.IsAbs(name) {
		return v.at.Errorf("%q: want a name relative to the configuration", name)
	}
	c.Baseline = filepath.Join(filepath.Dir(c.File), filepath.FromSlash(name))
	return nil
}

// exclude reads paths, each with or without the checks that it is for.
func (c *Config) exclude(v value) error {
	return v.list(func(v value) error {
		e := Exclusion{At: v.at, dir: filepath.Dir(c.File)}
		err := v.stringOr("path", &e.Path, map[string]func(value) error{
			"checks": func(v value) error {
				return v.list(func(v value) error {
					name, err := v.text()
					e.Checks = append(e.Checks, Setting{Name: name, At: v.at})
					return err
				})
			},
		})
		if err != nil {
			return err
		}
		switch {
		case !doublestar.ValidatePattern(e.Path):
			return v.at.Errorf("%q is no valid pattern", e.Path)
		case strings.HasPrefix(e.Path, "/") || strings.HasPrefix(e.Path, "./") || strings.Contains(e.Path, `\`):
			return v.at.Errorf("%q: want a path relative to the configuration, with slashes", e.Path)
		}
		c.Exclude = append(c.Exclude, e)
		return nil
	})
}

// stringOr reads a text, or a mapping that has it under the key, which must be
// there, beside others.
func (v value) stringOr(key string, text *string, others map[string]func(value) error) (err error) {
	if s, err := v.text(); err == nil {
		*text = s
		return nil
	}
	others[key] = func(v value) (err error) {
		*text, err = v.text()
		return err
	}
	if err := v.fields(others); err != nil {
		return err
	}
	if *text == "" {
		return v.at.Errorf("key %s is missing", key)
	}
	return nil
}

// api reads what functions do, by their role.
func (c *Config) api(v value) error {
	roles := make(map[string]func(value) error)
	for role := range roleOptions() {
		roles[role] = func(v value) error { return v.list(c.named(role)) }
	}
	return v.fields(roles)
}

// An optionKind is how the value of a row's option is written.
type optionKind int

const (
	indexOption optionKind = iota // a number of a parameter
	wordOption
	nameOption     // words with dots between them
	flagOption     // true
	durationOption // 30s
	joinedOption   // one of joinedWords
	addsOption     // a list of addsWords
)

func joinedWords() []string { return []string{"itself", "wait", "none"} }
func addsWords() []string   { return []string{"deadline", "cancel", "values"} }

// roleOptions returns the options that rows have, by the role under which they
// stand in the file. The checks' tables judge them; analyzers.SetRows tells of
// their meaning.
func roleOptions() map[string]map[string]optionKind {
	return map[string]map[string]optionKind{
		"outgoing": {"kind": wordOption, "stream": flagOption, "timeout": durationOption, "timeout-arg": indexOption, "ctx": indexOption},
		"derive":   {"adds": addsOption, "ctx": indexOption},
		"detach":   {"ctx": indexOption},
		"carrier":  {},
		"sleep":    {"ctx": indexOption},
		"spawn":    {"task": indexOption, "joined": joinedOption},
		"retry":    {"use": nameOption, "ctx": indexOption},
		"variant":  {"sibling": wordOption},
		"logger":   {"ctx": indexOption},
	}
}

// named returns what reads a row of the role: a function's name, or a mapping
// that has it as func, with options.
func (c *Config) named(role string) func(value) error {
	return func(v value) error {
		var name string
		var options []string
		others := make(map[string]func(value) error)
		for key, kind := range roleOptions()[role] {
			others[key] = func(v value) error {
				if kind == flagOption {
					set, err := v.boolean()
					if set {
						options = append(options, key)
					}
					return err
				}
				text, err := v.option(kind)
				options = append(options, key+"="+text)
				return err
			}
		}
		if err := v.stringOr("func", &name, others); err != nil {
			return err
		}
		slices.Sort(options) // equal rows in another order are no reason to analyze anew
		return c.row(v, append([]string{role, name}, options...))
	}
}

// header reads the name of a header.
func (c *Config) header(v value) error {
	name, err := v.text()
	if err != nil {
		return err
	}
	return c.row(v, []string{"timeout-header", name})
}

// row adds a row of the parts, whose form the checks judge.
func (c *Config) row(v value, parts []string) error {
	for _, p := range parts {
		if strings.ContainsAny(p, " \t\r\n;") {
			return v.at.Errorf("%q: want neither blanks nor semicolons", p)
		}
	}
	text := strings.Join(parts, " ")
	if err := analyzers.CheckRow(text, nil); err != nil {
		return v.at.Errorf("%s", strings.TrimPrefix(err.Error(), text+": "))
	}
	c.Rows = append(c.Rows, Row{text, v.at})
	return nil
}

// option reads the value of a row's option, as it stands in the row.
func (v value) option(kind optionKind) (string, error) {
	switch kind {
	case indexOption:
		return v.index()
	case joinedOption:
		return v.oneOf(joinedWords()...)
	case addsOption:
		var words []string
		err := v.list(func(v value) error {
			s, err := v.oneOf(addsWords()...)
			words = append(words, s)
			return err
		})
		if err == nil && len(words) == 0 {
			err = v.at.Errorf("want at least one of %s", strings.Join(addsWords(), ", "))
		}
		return strings.Join(words, ","), err
	}
	return v.text()
}
