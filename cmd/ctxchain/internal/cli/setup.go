package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	urfave "github.com/urfave/cli/v3"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/config"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/selection"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/unit"
)

// none is what stands for no file where there would be one by default.
const none = "none"

// configFlags say which configuration counts.
func (o *options) configFlags() []urfave.Flag {
	return []urfave.Flag{
		argFlag("config", "`FILE`: the configuration ("+config.Name+"); or none", nonEmpty(&o.config)),
	}
}

// nonEmpty returns a function that sets *to to the name of a file.
func nonEmpty(to *string) func(string) error {
	return func(name string) error {
		if name == "" {
			return errors.New("want a file")
		}
		*to = name
		return nil
	}
}

// A setup is where a command works, and what it is told by flags and the
// configuration.
type setup struct {
	dir    string // the working directory
	config *config.Config
	checks catalogue.Catalogue // with the severities of the configuration
	set    *selection.Set      // the categories that are on
	tests  bool                // whether findings in _test.go files are reported
}

// setup goes to the working directory, and reads the configuration.
func (c *Command) setup(opts *options) (*setup, error) {
	file, err := opts.configFile()
	if err != nil {
		return nil, err
	}
	s := &setup{config: config.Default()}
	if opts.dir != "" {
		if err := os.Chdir(opts.dir); err != nil {
			return nil, err
		}
	}
	if s.dir, err = os.Getwd(); err != nil {
		return nil, err
	}
	if file == "" {
		if file, err = config.Find(s.dir); err != nil {
			return nil, err
		}
	}
	if file != "" && file != none {
		if file, err = filepath.Abs(file); err != nil {
			return nil, err
		}
		if s.config, err = config.Load(file); err != nil {
			return nil, err
		}
	}
	return s, s.choose(opts, c.Checks())
}

// configFile returns the file that the user names, "" if that is left to us. A
// name from the environment counts from the directory where ctxchain was
// started, one from the command line from the one that -C names.
//
// The variable is for us, and not for the units that we start: they have what
// concerns them by a flag, so that the rest of the file can change without
// analyzing anew.
func (o *options) configFile() (string, error) {
	env := os.Getenv(unit.ConfigEnv)
	if err := os.Unsetenv(unit.ConfigEnv); err != nil {
		return "", err
	}
	if o.config != "" {
		return o.config, nil
	}
	if env == "" || env == none {
		return env, nil
	}
	file, err := filepath.Abs(env)
	if err == nil {
		_, err = os.Stat(file)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %v", unit.ConfigEnv, err)
	}
	return file, nil
}

// choose puts the flags over the configuration.
func (s *setup) choose(opts *options, checks catalogue.Catalogue) error {
	if err := s.config.Check(checks); err != nil {
		return err
	}
	preset := opts.preset
	if preset == "" {
		preset = s.config.Preset
	}
	s.tests = s.config.Tests
	if opts.test != nil {
		s.tests = *opts.test
	}
	enable, disable := s.config.Switched()
	set, err := selection.New(checks, preset == unit.PresetStrict,
		selection.Layer{Enable: enable, Disable: disable},
		selection.Layer{Enable: opts.enable, Disable: opts.disable})
	s.set = set
	s.checks = s.config.Severities(checks)
	return err
}
