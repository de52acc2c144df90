package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/config"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/live"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/selection"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/unit"
)

// section is the name under which editors keep the settings.
const section = "ctxchain"

// settings are the editor's. They go over the configuration file as flags of the
// command line do.
type settings struct {
	Preset     string   `json:"preset"`
	Enable     []string `json:"enable"`
	Disable    []string `json:"disable"`
	Tests      *bool    `json:"tests"`
	Config     string   `json:"config"`
	BuildFlags []string `json:"buildFlags"`
	InlayHints bool     `json:"inlayHints"`
}

// decode reads settings, strictly. They may be wrapped in their section.
func (s *settings) decode(raw json.RawMessage) error {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	var wrapped map[string]json.RawMessage
	if err := json.Unmarshal(raw, &wrapped); err != nil {
		return fmt.Errorf("settings: %v", err)
	}
	if inner, ok := wrapped[section]; ok {
		return s.decode(inner)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(s); err != nil {
		return fmt.Errorf("settings: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

// check returns an error about the first setting that makes no sense.
func (s *settings) check(checks catalogue.Catalogue) error {
	if s.Preset != "" {
		if err := unit.CheckPreset(s.Preset); err != nil {
			return fmt.Errorf("settings: preset: %v", err)
		}
	}
	if _, err := selection.New(checks, false, selection.Layer{Enable: s.Enable, Disable: s.Disable}); err != nil {
		return fmt.Errorf("settings: %v", err)
	}
	for _, f := range s.BuildFlags {
		if !strings.HasPrefix(f, "-") || strings.HasPrefix(strings.TrimLeft(f, "-"), "overlay") {
			return fmt.Errorf("settings: buildFlags: %q: want a flag of go build, but not -overlay", f)
		}
	}
	return nil
}

// configure takes in settings. Wrong ones are told, and the old ones stay. It
// returns whether something has changed. The caller holds the lock.
func (s *server) configure(raw json.RawMessage) bool {
	var next settings
	err := next.decode(raw)
	if err == nil {
		err = next.check(s.Checks)
	}
	if err != nil {
		go s.show(messageError, err.Error())
		return false
	}
	before, _ := json.Marshal(s.settings)
	after, _ := json.Marshal(next)
	s.settings = next
	return !bytes.Equal(before, after)
}

func (s *server) didChangeConfiguration(_ context.Context, p *didChangeConfigurationParams) error {
	s.mu.Lock()
	pull := s.client.Workspace.Configuration
	s.mu.Unlock()
	if pull {
		s.pullSettings()
		return nil
	}
	s.newSettings(p.Settings)
	return nil
}

// pullSettings asks the client for its settings.
func (s *server) pullSettings() {
	s.call("workspace/configuration", configurationParams{[]configurationItem{{section}}}, func(raw json.RawMessage) {
		var answers []json.RawMessage
		if err := json.Unmarshal(raw, &answers); err != nil || len(answers) != 1 {
			s.log("workspace/configuration: unexpected answer")
			return
		}
		if string(answers[0]) != "null" {
			s.newSettings(answers[0])
		}
	})
}

// newSettings takes in settings while packages are open.
func (s *server) newSettings(raw json.RawMessage) {
	s.mu.Lock()
	hints := s.settings.InlayHints
	changed := s.configure(raw)
	if changed {
		for _, p := range s.packages {
			p.touch(true)
		}
	}
	refresh := s.settings.InlayHints != hints && s.client.Workspace.InlayHint.RefreshSupport
	s.mu.Unlock()
	if refresh {
		s.call("workspace/inlayHint/refresh", nil, nil)
	}
}

// rules is what counts for the packages of a directory.
type rules struct {
	config *config.Config
	checks catalogue.Catalogue // with the severities of the configuration
	set    *selection.Set
	tests  bool
	driver live.Driver
}

// rules puts the settings over the configuration of a directory. The error is
// about the latter.
func (s *server) rules(dir string, set settings) (*rules, error) {
	cfg, err := s.configOf(dir, set)
	if err != nil {
		return nil, err
	}
	preset := cmpOr(set.Preset, cfg.Preset)
	enable, disable := cfg.Switched()
	r := &rules{config: cfg, checks: cfg.Severities(s.Checks), tests: cfg.Tests}
	if set.Tests != nil {
		r.tests = *set.Tests
	}
	r.set, err = selection.New(s.Checks, preset == unit.PresetStrict,
		selection.Layer{Enable: enable, Disable: disable},
		selection.Layer{Enable: set.Enable, Disable: set.Disable})
	if err != nil {
		return nil, err
	}
	r.driver = live.Driver{
		Tool:       s.Tool,
		BuildFlags: set.BuildFlags,
		ToolFlags:  unit.CommandFlags(cfg.Text()),
		UnitFlags:  unit.LiveFlags(cfg.Text()),
	}
	return r, nil
}

// configOf reads the configuration of a directory.
func (s *server) configOf(dir string, set settings) (*config.Config, error) {
	file := cmpOr(set.Config, s.Config)
	var err error
	switch {
	case file == "none":
		return config.Default(), nil
	case file == "":
		if file, err = config.Find(dir); err != nil {
			return nil, err
		}
		if file == "" {
			return config.Default(), nil
		}
	case !filepath.IsAbs(file):
		file = filepath.Join(config.Root(dir), file)
	}
	cfg, err := config.Load(file)
	if err == nil {
		err = cfg.Check(s.Checks)
	}
	return cfg, err
}

// reportConfig tells of an error in the configuration. It returns the file that
// a diagnostic was published for, if the error has a place in one.
func (s *server) reportConfig(err error) (file string) {
	s.show(messageError, err.Error())
	var at *config.Error
	if !errors.As(err, &at) {
		return ""
	}
	t := new(text)
	if data, err := os.ReadFile(at.At.File); err == nil {
		t = newText(data)
	}
	message := at.Message
	if at.At.Key != "" {
		message = at.At.Key + ": " + message
	}
	s.publish(at.At.File, nil, []diagnostic{{
		Range:    t.line(max(1, at.At.Line), s.enc()),
		Severity: severityError,
		Source:   section,
		Code:     "configuration",
		Message:  message,
	}})
	return at.At.File
}

// cmpOr returns the first of two texts that isn't empty.
func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// isConfig reports whether a file is a configuration, or decides over what is
// imported.
func isConfig(file string) bool {
	return slices.Contains([]string{config.Name, "go.mod", "go.sum", "go.work"}, filepath.Base(file))
}
