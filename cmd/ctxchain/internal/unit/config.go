package unit

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/config"
)

// ConfigEnv names the environment variable that holds the path of the
// configuration file, for go vet, whose units run in their packages' directories
// and can't look for it. The command takes it, too, and leaves it out of the
// environment of units: it hands them what changes the analysis as a flag, and
// does the rest itself.
const ConfigEnv = "CTXCHAIN_CONFIG"

const apiUsage = "what functions of your own libraries do, a row each: see docs/configuration.md"

// An apiFlag tells all checks of rows.
type apiFlag struct{ suite []*analysis.Analyzer }

func (apiFlag) String() string { return "" }

func (f apiFlag) Set(rows string) error { return analyzers.SetRows(f.suite, rows) }

// loadConfig reads the configuration file, and checks it as far as a vet tool
// heeds it.
func loadConfig(checks catalogue.Catalogue, file string) (*config.Config, error) {
	if !filepath.IsAbs(file) {
		return nil, fmt.Errorf("%s=%s: want an absolute path", ConfigEnv, file)
	}
	cfg, err := config.Load(file)
	if err == nil {
		err = cfg.Check(checks)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %v", ConfigEnv, err)
	}
	return cfg, nil
}

// configure sets the checks' flags as the configuration says. Flags of the
// command line come later, and win.
func configure(suite []*analysis.Analyzer, checks catalogue.Catalogue, cfg *config.Config) error {
	if err := analyzers.SetRows(suite, cfg.Text()); err != nil {
		return err
	}
	if cfg.Preset != "" {
		if err := (presetFlag{suite}).Set(cfg.Preset); err != nil {
			return err
		}
	}
	enable, disable := cfg.Switched()
	for _, a := range suite {
		check, _ := checks.Check(a.Name)
		for _, c := range check.Categories {
			f := a.Flags.Lookup(c.Name)
			if f == nil {
				continue // of a pass that has no switch for it
			}
			// A category's own setting wins over its check's.
			for _, name := range []string{c.Check, c.String()} {
				if on := slices.Contains(enable, name); on || slices.Contains(disable, name) {
					if err := f.Value.Set(strconv.FormatBool(on)); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}
