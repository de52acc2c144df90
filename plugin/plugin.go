// Package plugin is ctxchain as a module plugin of golangci-lint, to be built
// in by golangci-lint custom. docs/golangci-lint shows how.
//
// There is one linter, ctxchain. It says what the vet tool says, but in the way
// that golangci-lint needs to lose nothing of it; see [New].
package plugin

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/ctxchain/ctxchain/analyzers"
)

// golangci-lint finds plugins in this registry, and nowhere else.
func init() {
	register.Plugin("ctxchain", New)
}

// New returns the plugin with checks of its own, given the settings as
// golangci-lint has read them: nil, or a map of
//
//	preset   default or strict
//	enable   a list of checks or categories to report as well
//	disable  a list of checks or categories not to report
//	api      a list of rows about libraries, as for analyzers.SetRows
//	nolint   whether ctxchain itself honors //nolint comments, by default false as golangci-lint does
//	CHECK    for each check a map of its flags, such as {helper: false}
//
// The error names the setting that is unknown or wrong.
//
// What the analyzers report has no related information, which golangci-lint
// would print as findings of their own. Messages have the category at the end,
// which golangci-lint has no other place for, and the function, so that no two
// of them are the same: by default golangci-lint shows only three findings of
// equal text. It also shows one a line, so that there are no more. All fixes can
// be applied at once.
func New(settings any) (register.LinterPlugin, error) {
	a := analyzers.Umbrella()
	if err := a.Flags.Set("nolint", "false"); err != nil {
		return nil, err
	}
	if err := configure(&a.Flags, settings); err != nil {
		return nil, err
	}
	lower(a)
	return plugin{a}, nil
}

// plugin is what golangci-lint asks.
type plugin struct{ analyzer *analysis.Analyzer }

// BuildAnalyzers returns the analyzer, which has the linter's name so that
// golangci-lint doesn't put it before messages.
func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{p.analyzer}, nil
}

// GetLoadMode asks for types and, thereby, for facts about dependencies.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
